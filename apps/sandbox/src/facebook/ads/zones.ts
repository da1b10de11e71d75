/**
 * The supported time zones by their IANA names, keyed by the Marketing API's ids. Unverified: the ids come from third
 * parties, as Meta's own table was not read.
 */
const ZONES: Record<number, string> = {
  1: 'America/Los_Angeles',
  3: 'Pacific/Honolulu',
  6: 'America/Chicago',
  7: 'America/New_York',
  25: 'America/Sao_Paulo',
  42: 'Asia/Shanghai',
  47: 'Europe/Berlin',
  57: 'Europe/Paris',
  58: 'Europe/London',
  65: 'Europe/Budapest',
  71: 'Asia/Kolkata',
  76: 'Asia/Amman',
  77: 'Asia/Tokyo',
  100: 'Pacific/Auckland',
  127: 'Europe/Stockholm',
  452: 'Pacific/Kiritimati',
  474: 'UTC',
}

/** Returns the IANA name of a time zone id of the Marketing API; undefined for an id that is not in `ZONES`. */
export function zoneName(id: number): string | undefined {
  return ZONES[id]
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the date (YYYY-MM-DD) of a time (ms since the epoch) in a time zone, given by its IANA name. */
function dateIn(timeZone: string, ms: number): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(ms)
}

const DAY_MS = 86_400_000

/** Returns a date (YYYY-MM-DD) as a number of days since 1970-01-01. The date has to exist; this is not checked. */
export function dayOfDate(date: string): number {
  return Date.parse(date) / DAY_MS
}

/** Returns the date (YYYY-MM-DD) of a number of days since 1970-01-01. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Returns the day of a time (ms since the epoch) in an ad account's time zone, as a number of days since 1970-01-01. A
 * time zone id that is not in `ZONES` means UTC.
 */
export function dayIn(timezoneId: number, ms: number): number {
  return dayOfDate(dateIn(zoneName(timezoneId) ?? 'UTC', ms))
}

/**
 * Returns the offset of a time zone from UTC at a time (ms since the epoch), in hours; 0 for a time zone id that is not
 * in `ZONES`.
 */
export function hoursAhead(timezoneId: number, ms: number): number {
  const timeZone = zoneName(timezoneId) ?? 'UTC'
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(ms)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) + Number(minutes ?? 0) / 60)
}
