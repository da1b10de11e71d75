import { localIn } from '../../../data/schedules/zoned-time.ts'

/** The time of day at which a post is composed on a day that has none chosen. */
const usualHour = 9
const hourMs = 3_600_000

const atHour = (day: string, hour: number) => `${day}T${String(hour).padStart(2, '0')}:00`

interface Clock {
  /** Milliseconds since 1970. */
  now: number
  timeZone: string
}

/** The first full hour from now on, on the clocks of a zone. */
const nextHour = ({ now, timeZone }: Clock): string =>
  localIn(new Date(Math.ceil(now / hourMs) * hourMs).toISOString(), timeZone)

/** When a post is composed for a day: at nine, or from the next full hour on; null for a day that is over. */
export function composeTimeOn(day: string, clock: Clock): string | null {
  const next = nextHour(clock)
  const usual = atHour(day, usualHour)
  if (usual >= next) return usual
  return next.startsWith(day) ? next : null
}

/** When a post is composed for an hour of a day; null for one that has begun. */
export function composeTimeAt(day: string, hour: number, clock: Clock): string | null {
  const time = atHour(day, hour)
  return time >= nextHour(clock) ? time : null
}
