import { fullHourFrom } from '../../../data/schedules/zoned-time.ts'

/** The hour that is proposed for a new post on a day. */
const usualHour = 9

const atHour = (day: string, hour: number) => `${day}T${String(hour).padStart(2, '0')}:00`

interface Clock {
  /** Milliseconds since 1970. */
  now: number
  timeZone: string
}

/**
 * The local time proposed for a new post on a day, such as 2026-12-24T09:00: 9:00, or the next full hour if that is
 * later; null if no full hour of the day is left.
 */
export function composeTimeOn(day: string, { now, timeZone }: Clock): string | null {
  const next = fullHourFrom(now, timeZone)
  const usual = atHour(day, usualHour)
  if (usual >= next) return usual
  return next.startsWith(day) ? next : null
}

/**
 * The local time of a new post at an hour (0 to 23) of a day, such as 2026-12-24T18:00; null if that hour has begun.
 */
export function composeTimeAt(day: string, hour: number, { now, timeZone }: Clock): string | null {
  const time = atHour(day, hour)
  return time >= fullHourFrom(now, timeZone) ? time : null
}
