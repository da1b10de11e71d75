const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
/** Cache of formatted times: the rows of a list repeat the same few, and formatting is slow. */
const said = new Map<string, string>()

function say(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  const key = `${value} ${unit}`
  const words = said.get(key) ?? relative.format(value, unit)
  said.set(key, words)
  return words
}

/** The distance of a point in time from now, in the largest unit that fits. */
export function relativeTime(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000)
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return say(Math.trunc(seconds / length), unit)
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
