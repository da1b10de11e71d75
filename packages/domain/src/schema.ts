import { errorCodes, keysOf } from '@carillon/errors'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { StagedFile } from './staged-file.ts'

export type { JSONSchema } from 'json-schema-to-ts'

interface Base64Text {
  type: 'string'
  contentEncoding: 'base64'
}

/** The TypeScript type that a schema describes, with the staged file in place of base64 text. */
export type Described<S extends JSONSchema> = FromSchema<
  S,
  { deserialize: [{ pattern: Base64Text; output: StagedFile }] }
>

export const uuid = { type: 'string', format: 'uuid' } as const
export const calendarDay = { type: 'string', format: 'date' } as const
export const timestamp = { type: 'string', format: 'date-time' } as const
export const nullableTimestamp = { type: ['string', 'null'], format: 'date-time' } as const
export const text = { type: 'string' } as const
/** A code of the error catalogue. */
export const errorCode = { type: 'string', enum: errorCodes } as const
export const nullableText = { type: ['string', 'null'] } as const
export const nullableNumber = { type: ['number', 'null'] } as const

function isOneSchema(items: JSONSchema | readonly JSONSchema[] | undefined): items is JSONSchema {
  return items !== undefined && !Array.isArray(items)
}

/** The schema of the items of a list; undefined for a schema without one, or with another one for each position. */
export function itemSchema(schema: JSONSchema): JSONSchema | undefined {
  const items = typeof schema === 'object' ? schema.items : undefined
  return isOneSchema(items) ? items : undefined
}

/** A closed object schema in which every property is required: the shape of a response. */
export function closed<const P extends Record<string, JSONSchema>>(properties: P) {
  return {
    type: 'object',
    properties,
    required: keysOf(properties),
    additionalProperties: false,
  } as const
}
