import type { ErrorObject } from 'ajv/dist/2020.js'
import type { StagedFault } from './ajv.ts'

type Say = (error: ErrorObject) => string

const kindNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'boolean') return String(value)
  return kindNames[typeof value] ?? 'a value'
}

/** Whether a value is a number, but not a whole one. */
const isFraction = (value: unknown): boolean => typeof value === 'number' && !Number.isInteger(value)

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  uri: 'an absolute URL',
  date: 'a date as YYYY-MM-DD',
  'date-time': 'an RFC 3339 date-time with Z or a numeric offset',
}

/**
 * Returns the length of a string in code points, as JSON Schema counts. It builds no list, as the string may be a
 * megabyte.
 */
function lengthOf(text: unknown): number {
  const units = String(text)
  let pairs = 0
  for (let at = 0; at < units.length - 1; at++) {
    if (units.charCodeAt(at) >> 10 === 0x36 && units.charCodeAt(at + 1) >> 10 === 0x37) pairs += 1
  }
  return units.length - pairs
}

const amount = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

const bounded = (limit: unknown, isMax: boolean) =>
  `at ${isMax ? 'most' : 'least'} ${limit} ${limit === 1 ? 'is' : 'are'} ${isMax ? 'allowed' : 'needed'}`

function countedBy(count: (data: unknown) => number, one: string, isMax: boolean): Say {
  return ({ data, params }) => `${amount(count(data), one)}, ${bounded(params['limit'], isMax)}`
}

const textLength = (isMax: boolean) => countedBy(lengthOf, 'character', isMax)
const items = (isMax: boolean) => countedBy((data) => (Array.isArray(data) ? data.length : 0), 'item', isMax)

const bound: Say = ({ data, params }) => `${String(data)}, but it must be ${params['comparison']} ${params['limit']}`

function stagedFault({ params }: ErrorObject): string {
  const fault: StagedFault = params['fault']
  if (fault.kind === 'absent') return 'base64 text is expected'
  if (fault.kind === 'base64') return 'this is not base64 text'
  return `${amount(fault.length, 'character')} of base64, ${bounded(fault.limit, fault.isMax)}`
}

/** Returns a name in lower case and without `_` and `-`, so that common misspellings of it are equal to it. */
const plain = (name: string) => name.replace(/[_-]/g, '').toLowerCase()

function unknownField({ params, parentSchema }: ErrorObject): string {
  const sent = plain(String(params['additionalProperty']))
  const known = Object.keys(Object(parentSchema?.['properties']))
  const meant = known.find((name) => plain(name) === sent) ?? known.find((name) => areClose(plain(name), sent))
  return meant === undefined ? 'there is no such field' : `there is no such field; did you mean ${meant}?`
}

/** Whether two names differ by at most one letter (added, missing or replaced). Short names are never close. */
function areClose(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return Math.max(a.length, b.length) - start - end <= 1
}

function equalItems({ params }: ErrorObject): string {
  const [first, second] = [Number(params['i']), Number(params['j'])].sort((a, b) => a - b)
  return `the items ${first} and ${second} are equal; each is allowed once`
}

const sentences: Readonly<Record<string, Say>> = {
  required: () => 'it is required',
  additionalProperties: unknownField,
  type: ({ data, params }) => {
    const types = [params['type']].flat().map((type: string) => kindNames[type] ?? type)
    return `${types.join(' or ')} is expected, not ${isFraction(data) ? data : kindOf(data)}`
  },
  enum: ({ params }) => `it must be one of ${params['allowedValues'].join(', ')}`,
  const: ({ params }) => `it must be ${JSON.stringify(params['allowedValue'])}`,
  minLength: textLength(false),
  maxLength: textLength(true),
  minItems: items(false),
  maxItems: items(true),
  uniqueItems: equalItems,
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  pattern: () => 'it does not have the form that is expected here',
  format: ({ params }) => `${formats[params['format']] ?? params['format']} is expected`,
  maxProperties: countedBy((data) => Object.keys(Object(data)).length, 'field', true),
  minProperties: ({ params }) => `at least ${amount(params['limit'], 'field')} must be given`,
  'x-staged': stagedFault,
}

/** Returns a sentence about a query parameter or header that was sent once for each of `values`, with their number. */
export const repeated = (values: readonly unknown[]): string =>
  `it is given ${values.length} times, but may be given once`

/** Returns a sentence for clients about a schema error. It never contains a string of the client, only its length. */
export function sentence(error: ErrorObject): string {
  return sentences[error.keyword]?.(error) ?? 'it does not fit its rules'
}
