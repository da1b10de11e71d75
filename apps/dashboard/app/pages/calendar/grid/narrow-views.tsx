import { VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import styles from '../calendar.module.css'
import { dayWords, monthOf, weekdayWords, weekOf } from '../period.ts'
import { groupedBy } from '../placed.ts'
import { DayList } from './day-list.tsx'
import type { PeriodViewProps } from './month-view.tsx'

/** A week as a list of its days, without past days that have no posts. */
export function NarrowWeek({ day, today, placed }: PeriodViewProps) {
  const byDay = useMemo(() => groupedBy(placed, (one) => one.day), [placed])
  return (
    <div className={styles['days']}>
      {weekOf(day)
        .filter((one) => one >= today || byDay.has(one))
        .map((one) => (
          <DayList key={one} day={one} today={today} placed={byDay.get(one) ?? []} />
        ))}
    </div>
  )
}

const countWords = (count: number) => (count === 0 ? 'no posts' : `${count} ${count === 1 ? 'post' : 'posts'}`)

/**
 * A month as small days with their numbers of posts, and below it the schedules of `day`. `onDay` gets the day that is
 * chosen (YYYY-MM-DD).
 */
export function NarrowMonth({ day, today, placed, onDay }: PeriodViewProps & { onDay(day: string): void }) {
  const byDay = useMemo(() => groupedBy(placed, (one) => one.day), [placed])
  const weeks = monthOf(day)
  return (
    <div className={styles['days']}>
      <div>
        <div className={styles['week']} aria-hidden="true">
          {weeks[0]?.map((one) => (
            <div key={one} className={styles['weekday']}>
              {weekdayWords(one)}
            </div>
          ))}
        </div>
        <div className={styles['small']}>
          {weeks.flat().map((one) => {
            const count = byDay.get(one)?.length ?? 0
            return (
              <button
                key={one}
                type="button"
                className={styles['smallDay']}
                data-today={one === today}
                data-dim={one.slice(0, 7) !== day.slice(0, 7)}
                aria-pressed={one === day}
                onClick={() => onDay(one)}
              >
                <VisuallyHidden>
                  {dayWords(one)}, {countWords(count)}
                </VisuallyHidden>
                <span aria-hidden="true">{Number(one.slice(8))}</span>
                <span className={styles['count']} aria-hidden="true">
                  {count > 0 && (count > 99 ? '99+' : count)}
                </span>
              </button>
            )
          })}
        </div>
      </div>
      <DayList day={day} today={today} placed={byDay.get(day) ?? []} />
    </div>
  )
}
