import { ActionIcon, Text } from '@mantine/core'
import type { Slot } from '../../../data/schedules/slots.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from '../calendar.module.css'
import { timesOf, weekdayName, weekdays } from './slot-plan.ts'

export interface WeekOfSlotsProps {
  slots: readonly Slot[]
  /** Called with the slot whose button is pressed; absent to show no buttons. */
  onRemove?: (slot: Slot) => void
}

/** The times of the slots on each day of the week, Monday first. */
export function WeekOfSlots({ slots, onRemove }: WeekOfSlotsProps) {
  return (
    <ul className={styles['slotDays']} aria-label="Slots of the week">
      {weekdays.map((weekday) => {
        const times = timesOf(slots, weekday)
        return (
          <li key={weekday} className={styles['slotDay']}>
            <Text size="sm" fw={600} className={styles['slotName'] ?? ''}>
              {weekdayName(weekday)}
            </Text>
            <ul className={styles['slotTimes']} aria-label={weekdayName(weekday)}>
              {times.map((time) => (
                <li key={time} className={styles['slot']}>
                  {time}
                  {onRemove && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      aria-label={`Remove ${weekdayName(weekday)}, ${time}`}
                      onClick={() => onRemove({ weekday, time })}
                    >
                      <Icon name="close" size={12} />
                    </ActionIcon>
                  )}
                </li>
              ))}
              {times.length === 0 && (
                <Text size="sm" c="dimmed" component="li">
                  No slot
                </Text>
              )}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}
