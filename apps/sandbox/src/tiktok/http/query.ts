import { badParameter } from '../rejection.ts'
import { flag, integer, type NumberRules, type Reader } from './reader.ts'

/**
 * Builds a reader of a required integer in a query string, between `min` and `max`, inclusive. A bound that is omitted
 * is not checked. The reader throws a `Rejection` for any other value.
 */
export function integerText(rules: NumberRules = {}): Reader<number> {
  const read = integer(rules)
  return (value, path) => {
    if (typeof value === 'string' && !/^-?\d+$/.test(value)) throw badParameter(path, 'Not a valid integer.')
    return read(typeof value === 'string' ? Number(value) : value, path)
  }
}

/** Reads a boolean in a query, sent as `true` or `false`. Throws a `Rejection` for any other value. */
export function flagText(value: unknown, path: string): boolean {
  return flag(value === 'true' ? true : value === 'false' ? false : value, path)
}

function parseJson(source: string, path: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    throw badParameter(path, 'Invalid JSON string.')
  }
}

/**
 * Returns a reader of a query parameter that contains a list or an object as JSON, whose value `reader` then reads. It
 * throws a `Rejection` for invalid JSON.
 */
export function json<T>(reader: Reader<T>): Reader<T> {
  return (value, path) => {
    if (typeof value !== 'string') return reader(value, path)
    return reader(parseJson(value, path), path)
  }
}

/** Returns the query of a URL as an object. Throws a `Rejection` if a parameter is repeated. */
export function parseQuery(url: string): Record<string, string> {
  const parameters = new URL(url, 'http://sandbox').searchParams
  const query = new Map<string, string>()
  for (const [name, value] of parameters) {
    if (query.has(name)) throw badParameter(name, 'Given more than once.')
    query.set(name, value)
  }
  return Object.fromEntries(query)
}
