import { badParameter } from '../rejection.ts'

/** Validates a received value and returns it with its type. */
export type Reader<T> = (value: unknown, path: string) => T

/** The readers of the fields of an object, keyed by name. */
export type Readers<T> = { [K in keyof T]: Reader<T[K]> }

export interface TextRules {
  /** UTF-16 code units. */
  max?: number
  min?: number
  pattern?: RegExp
}

/** Builds a reader of a required string with length limits and an optional pattern. */
export function text(rules: TextRules = {}): Reader<string> {
  const { max = Number.POSITIVE_INFINITY, min = 1, pattern } = rules
  return (value, path) => {
    if (value === undefined) throw badParameter(path, 'Missing data for required field.')
    if (typeof value !== 'string') throw badParameter(path, 'Not a valid string.')
    if (value.length < min) throw badParameter(path, `Shorter than minimum length ${min}.`)
    if (value.length > max) throw badParameter(path, `Longer than maximum length ${max}.`)
    if (pattern && !pattern.test(value)) throw badParameter(path, 'Not in the expected format.')
    return value
  }
}

/** Builds a reader of a required string that must be one of the allowed values. */
export function oneOf<const V extends string>(...allowed: V[]): Reader<V> {
  return (value, path) => {
    const found = allowed.find((candidate) => candidate === value)
    if (value === undefined) throw badParameter(path, 'Missing data for required field.')
    if (found === undefined) throw badParameter(path, `Must be one of: ${allowed.join(', ')}.`)
    return found
  }
}

export interface NumberRules {
  min?: number
  max?: number
}

/** Builds a reader of a required integer within limits. */
export function integer(rules: NumberRules = {}): Reader<number> {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = rules
  return (value, path) => {
    if (value === undefined) throw badParameter(path, 'Missing data for required field.')
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw badParameter(path, 'Not a valid integer.')
    if (value < min || value > max) throw badParameter(path, `Must be between ${min} and ${max}.`)
    return value
  }
}

/**
 * Reads a required boolean.
 * @throws Rejection if it is missing or has another type
 */
export function flag(value: unknown, path: string): boolean {
  if (value === undefined) throw badParameter(path, 'Missing data for required field.')
  if (typeof value !== 'boolean') throw badParameter(path, 'Not a valid boolean.')
  return value
}

export interface ListRules {
  min?: number
  max?: number
}

/** Builds a reader of a required array whose items are read by `item`. */
export function list<T>(item: Reader<T>, rules: ListRules = {}): Reader<T[]> {
  const { min = 0, max = Number.POSITIVE_INFINITY } = rules
  return (value, path) => {
    if (value === undefined) throw badParameter(path, 'Missing data for required field.')
    if (!Array.isArray(value)) throw badParameter(path, 'Not a valid list.')
    if (value.length < min || value.length > max) throw badParameter(path, `Must have ${min} to ${max} items.`)
    return value.map((entry: unknown, index) => item(entry, `${path}.${index}`))
  }
}

/** Makes a field optional: undefined if it is missing. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, path) => (value === undefined ? undefined : reader(value, path))
}

/** Makes a field optional: `fallback` if it is missing. */
export function withDefault<T>(reader: Reader<T>, fallback: T): Reader<T> {
  return (value, path) => (value === undefined ? fallback : reader(value, path))
}

/** Builds a reader of an object that can have only these fields. */
export function record<T extends object>(fields: Readers<T>): Reader<T> {
  return (value, path) => {
    if (value === undefined) throw badParameter(path, 'Missing data for required field.')
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw badParameter(path || 'body', 'Not a valid object.')
    const under = (name: string) => (path ? `${path}.${name}` : name)
    const arrived = new Map<string, unknown>(Object.entries(value))
    for (const name of arrived.keys())
      if (!Object.hasOwn(fields, name)) throw badParameter(under(name), 'Unknown field.')
    const readers: [string, Reader<unknown>][] = Object.entries(fields)
    const read = readers.map(([name, reader]) => [name, reader(arrived.get(name), under(name))])
    return Object.fromEntries(read)
  }
}
