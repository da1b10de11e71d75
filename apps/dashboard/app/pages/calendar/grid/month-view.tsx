import { useMemo } from 'react'
import { useNow } from '../../../ui/now.ts'
import styles from '../calendar.module.css'
import { useCalendarContext } from '../calendar-context.ts'
import { dayWords, monthOf, weekdayWords } from '../period.ts'
import { groupedBy, type Placed } from '../placed.ts'
import { Cell } from './cell.tsx'
import { composeTimeOn } from './compose-time.ts'
import { ColumnHead, GridRow, GridTable } from './grid-parts.tsx'
import { useGrid } from './use-grid.ts'

export interface PeriodViewProps {
  /**
   * Any day (YYYY-MM-DD) of the month or week to show. `placed` can contain schedules of other days, which are not
   * shown.
   */
  day: string
  today: string
  placed: readonly Placed[]
  onPage(step: 1 | -1): void
}

const maxShown = 4

/** A month as a grid of weeks, Monday first, with at most 4 lines in each day. */
export function MonthView({ day, today, placed, onPage }: PeriodViewProps) {
  const { moving, timeZone } = useCalendarContext()
  const now = useNow()
  const weeks = useMemo(() => monthOf(day), [day])
  const byDay = useMemo(() => groupedBy(placed, (one) => one.day), [placed])
  const days = weeks.flat()
  const month = day.slice(0, 7)
  const initial = Math.max(0, days.indexOf(days.includes(today) && today.startsWith(month) ? today : `${month}-01`))
  const grid = useGrid({ count: days.length, initial, moving, hasHours: false, onPage })
  const head = (
    <GridRow className={styles['week']}>
      {weeks[0]?.map((one) => (
        <ColumnHead key={one} className={styles['weekday']}>
          {weekdayWords(one)}
        </ColumnHead>
      ))}
    </GridRow>
  )
  return (
    <GridTable aria-label="Month" className={styles['month']} head={head} {...grid.props}>
      {weeks.map((week, row) => (
        <GridRow key={week[0]} className={styles['week']}>
          {week.map((one, column) => (
            <Cell
              key={one}
              index={row * 7 + column}
              target={{ day: one, hour: null }}
              label={dayWords(one)}
              placed={byDay.get(one) ?? []}
              max={maxShown}
              isCurrent={grid.current === row * 7 + column}
              isPast={one < today}
              isDim={!one.startsWith(month)}
              composeTime={composeTimeOn(one, { now, timeZone })}
            >
              <span className={styles['date']} data-today={one === today} aria-hidden="true">
                {Number(one.slice(8))}
              </span>
            </Cell>
          ))}
        </GridRow>
      ))}
    </GridTable>
  )
}
