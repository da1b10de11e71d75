import { daysBetween, instantOf, localIn, shiftDays } from '../../../data/schedules/zoned-time.ts'
import type { Placed } from '../placed.ts'

/** A day (YYYY-MM-DD) and hour (0 to 23) of the calendar; with hour null, a moved schedule keeps its time of day. */
export interface Target {
  day: string
  hour: number | null
}

/** The `publishAt` of a request: a local time in a time zone, or an instant (ISO 8601). */
export type RequestedTime = { local: string; timeZone: string } | string

/**
 * The time of a schedule that is moved to another place of the calendar. On another day it keeps its time of day in its
 * own zone; at another hour, it keeps its minutes and is due at that hour in the calendar's zone. An instant is
 * returned if the schedule has no zone.
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

/** The instant (ISO 8601) of a requested time; empty if its local time is not valid. */
export function instantOfRequested(time: RequestedTime): string {
  return typeof time === 'string' ? time : (instantOf(time.local, time.timeZone) ?? '')
}

export const isSameTarget = (one: Target, other: Target): boolean => one.day === other.day && one.hour === other.hour
