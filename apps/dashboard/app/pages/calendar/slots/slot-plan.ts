import type { Slot, Weekday } from '../../../data/schedules/slots.ts'

/** The weekdays by their names in the API, Monday first. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The maximum number of slots of a profile; the service rejects more. */
export const maxSlots = 168

/** The slots of a profile, and the time zone of their times. */
export interface Plan {
  timeZone: string
  slots: readonly Slot[]
}

export const isSamePlan = (one: Plan, other: Plan): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The plan that a form shows once `stored` is read in place of `before`: an unchanged one follows it, such as after a
 * change in another tab; a changed one stays.
 */
export function planAfter(plan: Plan, { before, stored }: { before: Plan; stored: Plan }): Plan {
  return isSamePlan(plan, before) ? stored : plan
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A day of the week as a heading: Monday. */
export const weekdayName = (weekday: Weekday): string => capital(weekday)

/** A day of the week in three letters: Mon. */
export const weekdayShort = (weekday: Weekday): string => capital(weekday).slice(0, 3)

const keyOf = ({ weekday, time }: Slot) => `${weekdays.indexOf(weekday)} ${time}`

/** The slots with `time` (HH:MM) added on `days`, without duplicates, in the order of the week. */
export function withTime(slots: readonly Slot[], days: readonly Weekday[], time: string): Slot[] {
  const all = [...slots, ...days.map((weekday) => ({ weekday, time }))]
  const byKey = new Map(all.map((slot) => [keyOf(slot), slot]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, slot]) => slot)
}

export function without(slots: readonly Slot[], { weekday, time }: Slot): Slot[] {
  return slots.filter((slot) => slot.weekday !== weekday || slot.time !== time)
}

/** The times (HH:MM) of the slots on a weekday, in the order of `slots`. */
export function timesOf(slots: readonly Slot[], weekday: Weekday): string[] {
  return slots.filter((slot) => slot.weekday === weekday).map(({ time }) => time)
}
