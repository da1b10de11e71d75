import { instantOf, type PublishTime, scheduleAhead } from './publish-time.ts'

/** The days of a week, as slots name them. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = (typeof weekdays)[number]

/** A weekly time at which the accounts of a profile publish, in the time zone of the profile's slots. */
export interface Slot {
  weekday: Weekday
  /** The local time, such as `18:00`. */
  time: string
}

/** The slots of a profile, with their time zone. */
export interface SlotPlan {
  timeZone: string
  slots: readonly Slot[]
}

const rankOf = ({ weekday, time }: Slot): string => `${weekdays.indexOf(weekday)}${time}`

/** Returns a copy of the slots in the order of the week: by day, Monday first, then by time. */
export function inOrderOfWeek(slots: readonly Slot[]): Slot[] {
  return slots.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
}

/** The time of a slot on a certain day. */
export type SlotTime = PublishTime & { local: string; timeZone: string }

/**
 * Generates the times of slots, the earliest first, from one minute to 366 days after `now`; none without slots. A
 * local time that clocks skip becomes the first instant after the gap, so that two slots can have the same instant. A
 * local time that clocks show twice becomes the first of the two instants.
 */
export function* slotTimes({ timeZone, slots }: SlotPlan, now: Date): Generator<SlotTime> {
  if (slots.length === 0) return
  const [first, last] = [now.getTime() + scheduleAhead.minMs, now.getTime() + scheduleAhead.maxMs]
  const inOrder = inOrderOfWeek(slots)
  const today = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(timeZone).toPlainDate()
  // A slot of yesterday can be today, if clocks skip the end of the day.
  for (let day = today.subtract({ days: 1 }); ; day = day.add({ days: 1 })) {
    for (const { weekday, time } of inOrder) {
      if (weekdays[day.dayOfWeek - 1] !== weekday) continue
      const local = `${day.toString()}T${time}`
      const due = instantOf(local, timeZone)
      if (due.instant.getTime() > last) return
      if (due.instant.getTime() >= first) yield { ...due, local, timeZone }
    }
  }
}
