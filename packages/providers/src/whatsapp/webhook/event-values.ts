import { countOf, type Fields, isObject, stringOf, timeOfSeconds } from '../../json.ts'
import { storableText } from '../../storable-text.ts'

/** A list of events, of which those that are no objects are only counted. */
export function eventsOf(value: unknown): { events: Fields[]; broken: number } {
  if (value === undefined) return { events: [], broken: 0 }
  if (!Array.isArray(value)) return { events: [], broken: 1 }
  const events = value.filter(isObject)
  return { events, broken: value.length - events.length }
}

/** Ids are printable and short; anything else cannot be stored as one, so that its event is broken. */
export function eventId(value: unknown): string | null {
  const text = stringOf(value)
  return text !== null && /^[\x21-\x7e]{1,512}$/.test(text) ? text : null
}

/** A text of an event, made fit to be stored; empty where there is none. */
export function eventText(value: unknown): string {
  return storableText(stringOf(value) ?? '')
}

/** The last second of the year 9999, after which ISO 8601 takes more than four digits. */
const lastSecond = 253_402_300_799

/** Unix seconds as ISO 8601; null for anything else. */
export function eventTime(value: unknown): string | null {
  const seconds = countOf(value)
  return seconds === null || seconds > lastSecond ? null : timeOfSeconds(seconds)
}
