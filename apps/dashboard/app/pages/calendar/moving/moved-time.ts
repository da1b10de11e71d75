import { daysBetween, instantOf, localIn, shiftDays } from '../../../data/schedules/zoned-time.ts'
import type { Placed } from '../placed.ts'

/** A place in the calendar; without an hour, the time of day stays. */
export interface Target {
  day: string
  hour: number | null
}

/** A time as a request has it: of clocks in a zone, or an instant. */
export type RequestedTime = { local: string; timeZone: string } | string

/**
 * The time of a schedule that is moved to another place of the calendar. On another day it keeps its time of day in its
 * own zone; at another hour it is due when clocks of the calendar's zone show that hour.
 */
export function movedTime({ schedule, day, hour, time }: Placed, target: Target, calendarZone: string): RequestedTime {
  const { instant, timeZone } = schedule.publishAt
  const zone = timeZone ?? calendarZone
  const isOtherHour = target.hour !== null && target.hour !== hour
  const shown = `${target.day}T${String(target.hour).padStart(2, '0')}:${time.slice(3)}`
  const chosen = isOtherHour ? instantOf(shown, calendarZone) : null
  const local = chosen ? localIn(chosen, zone) : shiftDays(localIn(instant, zone), daysBetween(day, target.day))
  if (timeZone !== null) return { local, timeZone }
  return chosen ?? instantOf(local, zone) ?? instant
}

/** When a requested time is. */
export function instantOfRequested(time: RequestedTime): string {
  return typeof time === 'string' ? time : (instantOf(time.local, time.timeZone) ?? '')
}

export const isSameTarget = (one: Target, other: Target): boolean => one.day === other.day && one.hour === other.hour
