import { Temporal } from 'temporal-polyfill'

/** The zone of this browser, by its IANA name. */
export const viewerZone = (): string => Temporal.Now.timeZoneId()

/** All zones that this browser knows, by their IANA names. */
export function allZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
}

const at = (instant: string, timeZone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)

/** The local time in a zone at an instant (ISO 8601), to the minute and without the zone: 2026-12-24T18:00. */
export function localIn(instant: string, timeZone: string): string {
  return at(instant, timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/**
 * The local time (2026-12-24T18:00) of the first full hour of a zone's clocks that is not before `time` (ms since
 * 1970).
 */
export function fullHourFrom(time: number, timeZone: string): string {
  const hour = at(new Date(time).toISOString(), timeZone).round({ smallestUnit: 'hour', roundingMode: 'ceil' })
  return hour.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/**
 * The instant (ISO 8601, UTC) of a local time such as 2026-12-24T18:00 in a zone; null if the text is not a local time.
 * Like the service: the earlier of two, and for a time that clocks skip, the first instant after the skip.
 */
export function instantOf(local: string, timeZone: string): string | null {
  try {
    const time = Temporal.PlainDateTime.from(local, { overflow: 'reject' })
    const earlier = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
    const isSkipped = !earlier.toPlainDateTime().equals(time)
    const found = isSkipped ? (earlier.getTimeZoneTransition('next') ?? earlier) : earlier
    return found.toInstant().toString()
  } catch {
    return null
  }
}

/** The local time (2026-12-24T18:00) `days` days after another, or before it if negative, at the same time of day. */
export function shiftDays(local: string, days: number): string {
  return Temporal.PlainDateTime.from(local).add({ days }).toString({ smallestUnit: 'minute' })
}

/** The number of days from one local time or day to another, by their dates alone; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days
}

/** The last part of a zone's IANA name as words: `America/New_York` is "New York". */
export function cityOf(timeZone: string): string {
  return timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
}

/** Whether two zones have the same offset from UTC at an instant (ISO 8601). */
export function isSameClock(instant: string, one: string, other: string): boolean {
  return at(instant, one).offsetNanoseconds === at(instant, other).offsetNanoseconds
}

const wordsOf = new Map<string, Intl.DateTimeFormat>()

function formatted(instant: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const format = wordsOf.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  wordsOf.set(key, format)
  return format.format(new Date(instant))
}

/** The time of day of an instant (ISO 8601) in an IANA time zone: 18:00. */
export const timeIn = (instant: string, timeZone: string): string =>
  formatted(instant, timeZone, { hour: '2-digit', minute: '2-digit' })

/** The day and time of an instant (ISO 8601) in an IANA time zone: Thu 24 Dec 2026, 18:00. */
export function dayAndTimeIn(instant: string, timeZone: string): string {
  const day = formatted(instant, timeZone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return `${day.replace(',', '')}, ${timeIn(instant, timeZone)}`
}
