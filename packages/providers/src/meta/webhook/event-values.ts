import { countOf, type Fields, isObject, stringOf, timeOfSeconds } from '../../json.ts'
import { storableText } from '../../storable-text.ts'

/**
 * Returns the objects of a list of events. `broken` counts the items that are not objects; it is 1 if the value is not
 * a list. Undefined counts as an empty list.
 */
export function eventsOf(value: unknown): { events: Fields[]; broken: number } {
  if (value === undefined) return { events: [], broken: 0 }
  if (!Array.isArray(value)) return { events: [], broken: 1 }
  const events = value.filter(isObject)
  return { events, broken: value.length - events.length }
}

/**
 * Returns an id if it is a string of 1 to 512 printable ASCII characters without spaces. Null for any other value,
 * which cannot be stored as an id; the caller counts its event as broken.
 */
export function eventId(value: unknown): string | null {
  const text = stringOf(value)
  return text !== null && /^[\x21-\x7e]{1,512}$/.test(text) ? text : null
}

/**
 * Returns a string of an event, with characters that a database rejects (NUL, unpaired surrogates) replaced; empty if
 * it is missing or not a string.
 */
export function eventText(value: unknown): string {
  return storableText(stringOf(value) ?? '')
}

/** The last second of the year 9999; later years need more than four digits in ISO 8601. */
const lastSecond = 253_402_300_799

/**
 * Converts Unix seconds, a number or digits, to ISO 8601; null for 0 and any other value, and for times after the year
 * 9999.
 */
export function eventTime(value: unknown): string | null {
  const seconds = countOf(value)
  return seconds === null || seconds > lastSecond ? null : timeOfSeconds(seconds)
}

/** Times from this value on are taken for Unix milliseconds, smaller ones for Unix seconds. */
const firstMillisecond = 100_000_000_000

/**
 * Converts Unix seconds or milliseconds, a number or digits, to ISO 8601; null for 0 and any other value, and for times
 * after the year 9999. Meta uses one or the other, depending on the event.
 */
export function eventMoment(value: unknown): string | null {
  const time = countOf(value)
  if (time === null || time < firstMillisecond) return eventTime(value)
  return time > lastSecond * 1000 ? null : new Date(time).toISOString()
}
