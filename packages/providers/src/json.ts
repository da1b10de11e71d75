import type { OutboundResponse } from '@carillon/outbound'
import { storableText } from './storable-text.ts'

/** An object of a response. Its fields are unknown until one of the readers below has checked them. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object, not a list or null. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object; `{}` if it is not an object. */
export function objectOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** The objects of a list; anything else in it is omitted. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/**
 * A text with one character or more, otherwise null. Texts that users write on a network may contain NUL or half of a
 * surrogate pair, which URLs, databases and many JSON parsers do not accept: they are replaced by U+FFFD.
 */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? storableText(value) : null
}

/** A text that may be empty, with U+FFFD in place of what cannot be stored, as in `textOf`; null for anything else. */
export function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? storableText(value) : null
}

/** True or false, or null for anything else. */
export function booleanOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** The texts of a list; anything else in it is omitted. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []) : []
}

/** An id, whether it came as a text or as a number. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOf(value)
}

/** A finite number, or null. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A whole number, whether it came as a number or as decimal digits; null for anything else. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}

/** ISO 8601, also with a zone as in `+0000`, as ISO 8601 in UTC; null for anything else. */
export function timeOf(value: unknown): string | null {
  const text = textOf(value)?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  return isoOf(new Date(text ?? Number.NaN))
}

/** Seconds since the epoch, as a number or as digits, as ISO 8601 in UTC; null for anything else, 0 included. */
export function timeOfSeconds(value: unknown): string | null {
  const seconds = countOf(value)
  return seconds === null || seconds <= 0 ? null : isoOf(new Date(seconds * 1000))
}

function isoOf(time: Date): string | null {
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/**
 * The body of a response as an object; `{}` if it is not an object, so that a proxy's page is read as one without
 * fields.
 */
export function bodyOf(response: Pick<OutboundResponse, 'json'>): Fields {
  try {
    return objectOf(response.json())
  } catch {
    return {}
  }
}
