import type { JSONSchema, StagedFile } from '@carillon/domain'
import type { SchemaValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/**
 * The keyword that replaces base64 strings in a schema: the value is then a file that was written to the media store
 * while the body arrived.
 */
export const stagedKeyword = 'x-staged'

interface StagedBounds {
  minLength: number
  maxLength: number
}

export type StagedFault =
  | { kind: 'absent' }
  | { kind: 'base64' }
  | { kind: 'length'; length: number; limit: number; isMax: boolean }

/**
 * Returns whether a value in a received body stands for a file that was in the body. The JSON of a client contains only
 * plain objects, so an object of a class can only come from the gateway. The media store need not have the file, as
 * `StagedFile` describes.
 */
export function isStaged(value: unknown): value is StagedFile {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== Object.prototype && prototype !== null
}

function faultOf({ minLength, maxLength }: StagedBounds, value: unknown): StagedFault | null {
  if (!isStaged(value)) return { kind: 'absent' }
  const length = value.encodedLength
  if (length > maxLength) return { kind: 'length', length, limit: maxLength, isMax: true }
  if (!value.validBase64) return { kind: 'base64' }
  return length < minLength ? { kind: 'length', length, limit: minLength, isMax: false } : null
}

const checkStaged: SchemaValidateFunction = (bounds: StagedBounds, value: unknown): boolean => {
  const fault = faultOf(bounds, value)
  checkStaged.errors = fault === null ? [] : [{ keyword: stagedKeyword, params: { fault } }]
  return fault === null
}

/** Returns a copy of the schema that requires a file in the media store (`x-staged`) in place of each base64 string. */
export function withStagedFiles(schema: JSONSchema): object | boolean {
  if (typeof schema === 'boolean') return schema
  const replaced = replace(schema)
  return typeof replaced === 'object' ? { ...replaced } : {}
}

function replace(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replace)
  if (typeof value !== 'object' || value === null) return value
  if ('contentEncoding' in value && value.contentEncoding === 'base64') {
    const minLength = 'minLength' in value ? value.minLength : 0
    const maxLength = 'maxLength' in value ? value.maxLength : 0
    return { [stagedKeyword]: { minLength, maxLength } }
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replace(part)]))
}

const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Whether a string that has the form of a date is a day of the calendar. */
const isInCalendar = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

/** Whether a string is an existing day (YYYY-MM-DD) from the year 1 on: the database's calendar has no year 0. */
const isDate = (text: string): boolean => date.test(text) && !text.startsWith('0000') && isInCalendar(text)

const dateTime =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/**
 * Whether a string is an RFC 3339 time on an existing day; a second 60 is allowed, as it may be a leap second.
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6 (read 2026-11-21)
 */
function isDateTime(text: string): boolean {
  const day = dateTime.exec(text)?.[1]
  return day !== undefined && isInCalendar(day)
}

/** Creates the JSON Schema validator: without coercion, defaults and `$data`; it stops at the first error. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: false,
    verbose: true,
  })
  formats.default(ajv, ['uri'])
  ajv.addFormat('date', isDate)
  ajv.addFormat('date-time', isDateTime)
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  ajv.addKeyword('x-rule')
  ajv.addKeyword('x-name')
  ajv.addKeyword({ keyword: stagedKeyword, schemaType: 'object', validate: checkStaged, errors: true })
  return ajv
}
