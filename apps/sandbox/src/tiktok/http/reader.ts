import { badParameter } from '../rejection.ts'

/**
 * Validates the received value of a parameter and returns it in the type that the endpoint uses. Throws a `Rejection`
 * that names the parameter at `path` if the value is invalid.
 */
export type Reader<T> = (value: unknown, path: string) => T

/** The readers of an object's members, keyed by member name. */
export type Readers<T> = { [K in keyof T]: Reader<T[K]> }

export interface TextRules {
  /** The maximum length in UTF-16 code units. */
  max?: number
  min?: number
  pattern?: RegExp
}

/**
 * Returns a reader of a required string of `min` (default 1) to `max` UTF-16 code units that matches `pattern`. An
 * omitted `max` or `pattern` is not checked. The reader throws a `Rejection` for any other value.
 */
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

/**
 * Builds a reader of a required string that must be one of the allowed values. It throws a `Rejection` for any other
 * value.
 */
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

/**
 * Returns a reader of a required integer between `min` and `max`, inclusive. A bound that is omitted is not checked.
 * The reader throws a `Rejection` for any other value.
 */
export function integer(rules: NumberRules = {}): Reader<number> {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = rules
  return (value, path) => {
    if (value === undefined) throw badParameter(path, 'Missing data for required field.')
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw badParameter(path, 'Not a valid integer.')
    if (value < min || value > max) throw badParameter(path, `Must be between ${min} and ${max}.`)
    return value
  }
}

/** Reads a required boolean. Throws a `Rejection` if it is missing or has another type. */
export function flag(value: unknown, path: string): boolean {
  if (value === undefined) throw badParameter(path, 'Missing data for required field.')
  if (typeof value !== 'boolean') throw badParameter(path, 'Not a valid boolean.')
  return value
}

export interface ListRules {
  min?: number
  max?: number
}

/**
 * Returns a reader of a required list of `min` (default 0) to `max` (default: any number of) items, each of which
 * `item` reads. It throws a `Rejection` for any other value.
 */
export function list<T>(item: Reader<T>, rules: ListRules = {}): Reader<T[]> {
  const { min = 0, max = Number.POSITIVE_INFINITY } = rules
  return (value, path) => {
    if (value === undefined) throw badParameter(path, 'Missing data for required field.')
    if (!Array.isArray(value)) throw badParameter(path, 'Not a valid list.')
    if (value.length < min || value.length > max) throw badParameter(path, `Must have ${min} to ${max} items.`)
    return value.map((entry: unknown, index) => item(entry, `${path}.${index}`))
  }
}

/** Makes a reader optional: it returns undefined if the value is missing. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, path) => (value === undefined ? undefined : reader(value, path))
}

/** Returns a reader that also takes null. */
export function orNull<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path) => (value === null ? null : reader(value, path))
}

/** Makes a reader optional: it returns `fallback` if the value is missing. */
export function withDefault<T>(reader: Reader<T>, fallback: T): Reader<T> {
  return (value, path) => (value === undefined ? fallback : reader(value, path))
}

/**
 * Returns a reader of a required object, each of whose members is read by its reader in `fields`. It throws a
 * `Rejection` for a member that is invalid or not listed in `fields`.
 */
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
