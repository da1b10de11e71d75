import { UsageError } from '../usage-error.ts'
import type { Field } from './field.ts'

type Json = Record<string, unknown>

/** The parts of a request, as the client takes them. */
export interface RequestFields {
  path: Record<string, string>
  query: Json
  headers: Record<string, string>
  body: Json
}

/** A field as it was given: its name, and its value as text. */
export interface GivenField {
  name: string
  text: string
}

const isJson = (text: string, start: string) => text.trimStart().startsWith(start)

function parsed(field: Field, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${field.name} is not valid JSON: ${text.slice(0, 80)}`)
  }
}

/** How a text becomes a value of each type; undefined for an invalid text. */
const readers: Readonly<Record<string, (text: string, field: Field) => unknown>> = {
  null: (text) => (text === 'null' ? null : undefined),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
  number: (text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined),
  object: (text, field) => (isJson(text, '{') ? parsed(field, text) : undefined),
  array: (text, field) => (isJson(text, '[') ? parsed(field, text) : undefined),
  list: (text, field) => (isJson(text, '[') ? parsed(field, text) : [text]),
  string: (text) => text,
}

/** The value of a field, by its types. A text stays a text wherever the field takes one, but for JSON objects. */
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

/** Objects whose keys the client chooses, such as `metadata`. */
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
 * The request that fields given as texts make, over a body that was given as a whole. A list is given by repeating it.
 * @throws UsageError for a field that the operation does not have, or a value that is not of its type
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

/** `name=value` as it was given with --field. */
export function givenField(text: string): GivenField {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`--field takes name=value, but is ${JSON.stringify(text)}.`)
  return { name: text.slice(0, at), text: text.slice(at + 1) }
}
