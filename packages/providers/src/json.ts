import type { OutboundResponse } from '@carillon/outbound'
import { storableText } from './storable-text.ts'

/** A JSON object of a response. Its values are unknown until one of the functions of this file has checked them. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns whether a value is a JSON object, and neither an array nor null. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value if it is a JSON object, otherwise `{}`. */
export function objectOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** Returns the objects of an array. Other items are omitted; a value that is not an array gives an empty list. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/**
 * Returns a string that is not empty, otherwise null. Users may write NUL or unpaired surrogates, which URLs, databases
 * and many JSON parsers reject: they are replaced by U+FFFD.
 */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? storableText(value) : null
}

/**
 * Returns a string, which may be empty; null for any other value. NUL and unpaired surrogates, which databases reject,
 * are replaced by U+FFFD.
 */
export function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? storableText(value) : null
}

/** Returns a boolean; null for any other value. */
export function booleanOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/**
 * Returns the non-empty strings of an array, converted as by `textOf`. Other items are omitted; a value that is not an
 * array gives an empty list.
 */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []) : []
}

/** Returns an id as a string, whether the response contains a string or a number; null if it is empty or missing. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOf(value)
}

/** Returns a finite number; null for any other value. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Returns an integer from −(2^53 − 1) to 2^53 − 1, given as a number or, without a sign, as digits; otherwise null. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}

/** A date with a time of day that names no zone, which `Date` would take for that of the machine. */
const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/

/**
 * Converts an ISO 8601 time with any offset, also one without a colon such as `+0000`, to ISO 8601 in UTC; null if the
 * value is not a time. A time without an offset is one in UTC.
 */
export function timeOf(value: unknown): string | null {
  const text = textOf(value)?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  return isoOf(new Date(text && withoutZone.test(text) ? `${text}Z` : (text ?? Number.NaN)))
}

/**
 * Returns an ISO 8601 time in UTC from seconds since the epoch, given as a number or as digits; null for 0 and any
 * other value.
 */
export function timeOfSeconds(value: unknown): string | null {
  const seconds = countOf(value)
  return seconds === null || seconds <= 0 ? null : isoOf(new Date(seconds * 1000))
}

function isoOf(time: Date): string | null {
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/**
 * Returns whether the body of a response is a page in HTML, or XML: the networks respond with JSON, or with no body.
 */
export function isPage(response: Pick<OutboundResponse, 'bytes'>): boolean {
  return /^\s*</.test(new TextDecoder().decode(response.bytes().subarray(0, 100)))
}

/**
 * Returns the body of a response as an object; `{}` if the body is not a JSON object, such as the HTML page of a proxy.
 */
export function bodyOf(response: Pick<OutboundResponse, 'json'>): Fields {
  try {
    return objectOf(response.json())
  } catch {
    return {}
  }
}
