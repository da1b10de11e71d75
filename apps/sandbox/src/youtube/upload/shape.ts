import { type GoogleError, invalidArgument } from '../errors/google-error.ts'

/**
 * The format of a JSON object in a request: its members, keyed by name, with the type or the allowed values of each.
 * `strings` is a list of strings; `{each}` is an object with any names, whose values have the format `each`; `ignored`
 * members accept any value.
 */
export interface Shape {
  [name: string]: 'string' | 'boolean' | 'strings' | readonly string[] | Shape | { each: Shape } | 'ignored'
}

/** A parsed JSON object. */
export type Json = { readonly [name: string]: unknown }

/**
 * Parses JSON that must be an object. An empty body is an empty object, as at Google.
 * @throws GoogleError for malformed JSON or another value
 */
export function parseObject(bytes: Buffer): Json {
  const text = bytes.toString('utf8')
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Falls through to the rejection below.
  }
  throw invalidArgument('Invalid JSON payload received. Unexpected token.')
}

/** Returns whether a value is a JSON object, and not an array or null. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Checks that an object has only members in `shape`, with values of their types. A null is always accepted.
 * @param at the path of the object in Google's error messages, such as `resource.snippet`
 * @throws GoogleError 400 for an unknown member or a value of the wrong type
 */
export function checkShape(value: Json, shape: Shape, at: string): void {
  for (const [name, member] of Object.entries(value)) {
    const kind = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (kind === undefined)
      throw invalidArgument(`Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`, at)
    if (member !== null) checkMember(member, kind, `${at}.${snake(name)}`)
  }
}

const scalars: Record<'string' | 'boolean' | 'strings', { type: string; fits(member: unknown): boolean }> = {
  string: { type: 'TYPE_STRING', fits: (member) => typeof member === 'string' },
  boolean: { type: 'TYPE_BOOL', fits: (member) => typeof member === 'boolean' },
  strings: {
    type: 'TYPE_STRING',
    fits: (member) => Array.isArray(member) && member.every((item) => typeof item === 'string'),
  },
}

function checkMember(member: unknown, kind: Shape[string], at: string): void {
  if (kind === undefined || kind === 'ignored') return
  if (typeof kind === 'string') {
    const { type, fits } = scalars[kind]
    if (!fits(member)) throw invalidValue(member, `${at}' (${type})`)
  } else if (isEnum(kind)) {
    if (!kind.some((word) => word === member)) throw invalidValue(member, `${at}' (TYPE_ENUM)`)
  } else if (!isObject(member)) {
    throw invalidValue(member, `${at}'`)
  } else if (isEach(kind)) {
    for (const [key, item] of Object.entries(member)) checkMember(item, kind.each, `${at}[${key}]`)
  } else {
    checkShape(member, kind, at)
  }
}

function invalidValue(member: unknown, place: string): GoogleError {
  return invalidArgument(`Invalid value at '${place}, ${JSON.stringify(member)}`, place.split("'")[0])
}

function isEnum(kind: Shape[string]): kind is readonly string[] {
  return Array.isArray(kind)
}

function isEach(kind: Shape | { each: Shape } | readonly string[] | undefined): kind is { each: Shape } {
  return isObject(kind) && isObject(kind['each'])
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
