import { Text, VisuallyHidden } from '@mantine/core'
import { Icon } from '../../../ui/icon.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { useNow } from '../../../ui/now.ts'
import styles from '../calendar.module.css'
import { useCalendarContext } from '../calendar-context.ts'
import { Entry } from '../entry.tsx'
import { dayWords } from '../period.ts'
import type { Placed } from '../placed.ts'
import { composeTimeOn } from './compose-time.ts'

const maxShown = 30

/**
 * The schedules of one day below each other, for narrow windows; the first 30, with a link to all. `placed` are those
 * of this day; days are YYYY-MM-DD.
 */
export function DayList({ day, today, placed }: { day: string; today: string; placed: readonly Placed[] }) {
  const { canChange, composeAt, showAll, timeZone } = useCalendarContext()
  const now = useNow()
  const composeTime = composeTimeOn(day, { now, timeZone })
  const left = placed.length - maxShown
  return (
    <section className={styles['day']} aria-label={dayWords(day)} data-past={day < today}>
      <div className={styles['dayHead']}>
        <Text component="h2" size="sm" fw={600}>
          {dayWords(day)}
          {day === today && <span className={styles['todayWord']}> · Today</span>}
        </Text>
        {canChange && composeTime !== null && (
          <LinkButton
            to={composeAt(composeTime)}
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
          >
            Add<VisuallyHidden> a post on {dayWords(day)}</VisuallyHidden>
          </LinkButton>
        )}
      </div>
      {placed.slice(0, maxShown).map((one) => (
        <Entry key={one.schedule.scheduleId} placed={one} isTabbable />
      ))}
      {left > 0 && (
        <button type="button" className={styles['left']} onClick={() => showAll(day)}>
          +{left} more on {dayWords(day)}
        </button>
      )}
    </section>
  )
}
