import { UsageError } from '../usage-error.ts'
import { requireExactNumbers } from './exact-numbers.ts'
import type { Field } from './field.ts'

type Json = Record<string, unknown>

/** The parts of a request, in the form in which the client accepts them. */
export interface RequestFields {
  path: Record<string, string>
  query: Json
  headers: Record<string, string>
  body: Json
}

/** A field that a user has given: its name, and its value as a string. */
export interface GivenField {
  name: string
  text: string
}

const isJson = (text: string, start: string) => text.trimStart().startsWith(start)

function parsed({ name }: Field, text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError(`${name} is not valid JSON: ${text.slice(0, 80)}`)
  }
  requireExactNumbers(name, text)
  return value
}

function numberIn({ name }: Field, text: string): number {
  requireExactNumbers(name, text)
  return Number(text)
}

/** Functions that convert a string to a value of each type; they return undefined for a string that is invalid. */
const readers: Readonly<Record<string, (text: string, field: Field) => unknown>> = {
  null: (text) => (text === 'null' ? null : undefined),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  integer: (text, field) => (/^-?\d+$/.test(text) ? numberIn(field, text) : undefined),
  number: (text, field) => (/^-?\d+(?:\.\d+)?$/.test(text) ? numberIn(field, text) : undefined),
  object: (text, field) => (isJson(text, '{') ? parsed(field, text) : undefined),
  array: (text, field) => (isJson(text, '[') ? parsed(field, text) : undefined),
  list: (text, field) => (isJson(text, '[') ? parsed(field, text) : [text]),
  string: (text) => text,
}

/**
 * Converts a string to a value of one of the field's types. It stays a string if the field accepts strings, unless it
 * is a JSON object and the field accepts objects.
 * @throws UsageError for a string that has none of the types, or a number that cannot be sent exactly
 */
function fieldValue(field: Field, text: string): unknown {
  const types = field.types.split(' ')
  const isText = types.includes('string') && !(types.includes('object') && isJson(text, '{'))
  if (isText || field.types === '') return text
  for (const [type, read] of Object.entries(readers)) {
    const value = types.includes(type) ? read(text, field) : undefined
    if (value !== undefined) return value
  }
  throw new UsageError(`${field.name} is ${JSON.stringify(text)}, but takes ${types.join(' or ')}.`)
}

/**
 * Returns the object field whose keys the client chooses and that `name` is in: `metadata` for `metadata.color`.
 * Undefined for any other name.
 */
function freeParent(fields: readonly Field[], name: string): Field | undefined {
  const parents = fields.filter(
    (field) => field.types.split(' ').includes('object') && name.startsWith(`${field.name}.`),
  )
  const parent = parents.at(-1)
  const hasOwn = fields.some((field) => parent !== undefined && field.name.startsWith(`${parent.name}.`))
  return hasOwn ? undefined : parent
}

function fieldNamed(fields: readonly Field[], name: string): Field {
  const field = fields.find((each) => each.name === name)
  if (field) return field
  const parent = freeParent(fields, name)
  if (parent) return { name, in: parent.in, types: '' }
  const names = fields.map((each) => each.name)
  const known = names.length === 0 ? 'It takes none.' : `Its fields: ${names.join(', ')}.`
  throw new UsageError(`The operation has no field ${name}. ${known} Send others as JSON with --body.`)
}

function set(target: Json, name: string, value: unknown): void {
  const [key = '', ...rest] = name.split('.')
  if (rest.length === 0) {
    const before = target[key]
    target[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
    return
  }
  const inner: Json = { ...Object(target[key]) }
  set(inner, rest.join('.'), value)
  target[key] = inner
}

/**
 * Builds a request from field values given as strings. Each replaces the same field of `body`, but items are appended
 * to a list, and an object keeps its other fields. Repeat a field to pass a list of strings; pass a list of objects as
 * JSON.
 * @throws UsageError for a field that the operation does not have, a value of another type, a number that cannot be
 *   sent exactly, or a missing parameter of the path
 */
export function requestFields(fields: readonly Field[], given: readonly GivenField[], body: Json = {}): RequestFields {
  const request: RequestFields = { path: {}, query: {}, headers: {}, body: { ...body } }
  for (const { name, text } of given) {
    const field = fieldNamed(fields, name)
    if (field.in === 'path') request.path[name] = text
    else if (field.in === 'header') request.headers[name] = text
    else set(field.in === 'query' ? request.query : request.body, name, fieldValue(field, text))
  }
  const missing = fields.filter((field) => field.in === 'path' && request.path[field.name] === undefined)
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.map(({ name }) => name).join(', ')}.`)
  return request
}

/**
 * Parses `name=value`, as given with `--field`.
 * @throws UsageError if it has another form
 */
export function givenField(text: string): GivenField {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`--field takes name=value, but is ${JSON.stringify(text)}.`)
  return { name: text.slice(0, at), text: text.slice(at + 1) }
}
