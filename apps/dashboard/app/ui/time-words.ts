const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Days have words such as "yesterday"; "last week" would be wrong of what was thirteen days ago. */
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

/** The day of the viewer's calendar, as a number that grows by one a day. */
function calendarDay(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs
}

/** How many days of the viewer's calendar lie between now and a point in time: "tomorrow", "in 12 days". */
export function relativeDay(at: string, now: number): string {
  return say(calendarDay(Date.parse(at)) - calendarDay(now), 'day')
}

/** The distance of a point in time from now, in the largest unit that fits; in days as the calendar counts them. */
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

/** Date and time to the second, with the viewer's time zone. */
export function exactTime(at: string): string {
  const date = new Date(at)
  const name = zone.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${exact.format(date)} ${name}`.trim()
}
