import { VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import { localIn } from '../../../data/schedules/zoned-time.ts'
import { useNow } from '../../../ui/now.ts'
import styles from '../calendar.module.css'
import { useCalendarContext } from '../calendar-context.ts'
import { dayWords, weekdayWords, weekOf } from '../period.ts'
import { groupedBy } from '../placed.ts'
import { Cell } from './cell.tsx'
import { composeTimeAt } from './compose-time.ts'
import { ColumnHead, GridRow, GridTable, RowHead } from './grid-parts.tsx'
import type { PeriodViewProps } from './month-view.tsx'
import { useGrid } from './use-grid.ts'

const maxShown = 6
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** The hour of the cell that Tab reaches initially, on the current day or else on Monday. */
const usualHour = 9

const hourWords = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** A week as a grid of 24 hours by 7 days, Monday first, with at most 6 lines in each hour. */
export function WeekView({ day, today, placed, onPage }: PeriodViewProps) {
  const { moving, timeZone } = useCalendarContext()
  const now = useNow()
  const days = useMemo(() => weekOf(day), [day])
  const byHour = useMemo(() => groupedBy(placed, (one) => `${one.day} ${one.hour}`), [placed])
  const present = localIn(new Date(now).toISOString(), timeZone).slice(0, 13)
  const column = Math.max(0, days.indexOf(today))
  const grid = useGrid({ count: days.length * 24, initial: usualHour * 7 + column, moving, hasHours: true, onPage })
  const head = (
    <GridRow className={styles['row']}>
      <ColumnHead className={styles['hour']}>
        <VisuallyHidden>Hour</VisuallyHidden>
      </ColumnHead>
      {days.map((one) => (
        <ColumnHead key={one} className={styles['weekday']} aria-label={dayWords(one)}>
          {weekdayWords(one)}{' '}
          <span className={styles['date']} data-today={one === today}>
            {Number(one.slice(8))}
          </span>
        </ColumnHead>
      ))}
    </GridRow>
  )
  return (
    <GridTable aria-label="Week" className={styles['hours']} head={head} {...grid.props}>
      {hours.map((hour) => (
        <GridRow key={hour} className={styles['row']}>
          <RowHead className={styles['hour']}>{hourWords(hour)}</RowHead>
          {days.map((one, index) => {
            const time = `${one}T${hourWords(hour)}`
            return (
              <Cell
                key={one}
                index={hour * 7 + index}
                target={{ day: one, hour }}
                label={`${dayWords(one)}, ${hourWords(hour)}`}
                placed={byHour.get(`${one} ${hour}`) ?? []}
                max={maxShown}
                isCurrent={grid.current === hour * 7 + index}
                isPast={time.slice(0, 13) < present}
                composeTime={composeTimeAt(one, hour, { now, timeZone })}
              />
            )
          })}
        </GridRow>
      ))}
    </GridTable>
  )
}
