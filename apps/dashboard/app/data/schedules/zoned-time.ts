import { Temporal } from 'temporal-polyfill'

/** The zone of this browser, by its IANA name. */
export const viewerZone = (): string => Temporal.Now.timeZoneId()

/** All zones that this browser knows, by their IANA names. */
export function allZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
}

const at = (instant: string, timeZone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)

/** What clocks in a zone show at an instant, to the minute: 2026-12-24T18:00. */
export function localIn(instant: string, timeZone: string): string {
  return at(instant, timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/**
 * The instant at which clocks in a zone show a local time; null if the text is not a local time. As the service has it:
 * the first of two, and the first instant after clocks have skipped the time.
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

/** A local time `days` later, or earlier if that is negative, at the same time of the clock. */
export function shiftDays(local: string, days: number): string {
  return Temporal.PlainDateTime.from(local).add({ days }).toString({ smallestUnit: 'minute' })
}

/** How many days lie between two local times or days, by the calendar alone. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days
}

/** The last part of a zone's name as words: `America/New_York` is New York. */
export function cityOf(timeZone: string): string {
  return timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
}

/** Whether clocks in two zones show the same at an instant. */
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

/** The time of day in a zone: 18:00. */
export const timeIn = (instant: string, timeZone: string): string =>
  formatted(instant, timeZone, { hour: '2-digit', minute: '2-digit' })

/** Day and time in a zone: Thu 24 Dec 2026, 18:00. */
export function dayAndTimeIn(instant: string, timeZone: string): string {
  const day = formatted(instant, timeZone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return `${day.replace(',', '')}, ${timeIn(instant, timeZone)}`
}
