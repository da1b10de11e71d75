const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * The format of days only, which has words such as "yesterday"; for weeks, "last week" would be wrong for thirteen days
 * ago.
 */
const namedDays = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const counted = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
/** Cache of formatted times: the rows of a list repeat the same few, and formatting is slow. */
const said = new Map<string, string>()

function say(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  const key = `${value} ${unit}`
  const words = said.get(key) ?? (unit === 'day' ? namedDays : counted).format(value, unit)
  said.set(key, words)
  return words
}

const dayMs = 86_400_000

/** The number of the day of a time (ms since 1970) in the browser's time zone; consecutive days differ by 1. */
function calendarDay(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs
}

/**
 * The number of calendar days, in the browser's time zone, from `now` (ms since 1970) to a time (ISO 8601): "tomorrow",
 * "in 12 days", "2 days ago".
 */
export function relativeDay(at: string, now: number): string {
  return say(calendarDay(Date.parse(at)) - calendarDay(now), 'day')
}

/**
 * A time (ISO 8601) relative to `now` (ms since 1970), in the largest unit that fits, rounded down: "5 minutes ago",
 * "in 2 hours"; days are calendar days, and less than 10 seconds is "just now".
 */
export function relativeTime(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000)
  for (const [unit, length] of units) {
    if (Math.abs(seconds) < length) continue
    return unit === 'day' ? relativeDay(at, now) : say(Math.trunc(seconds / length), unit)
  }
  return Math.abs(seconds) < 10 ? 'just now' : say(seconds, 'second')
}

const exact = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
})
const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })

/** A time (ISO 8601) as date and time to the second, in the browser's time zone, with the zone's name. */
export function exactTime(at: string): string {
  const date = new Date(at)
  const name = zone.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${exact.format(date)} ${name}`.trim()
}
