import { errorCodes, keysOf } from '@carillon/errors'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { StagedFile } from './staged-file.ts'

export type { JSONSchema } from 'json-schema-to-ts'

interface Base64Text {
  type: 'string'
  contentEncoding: 'base64'
}

/**
 * The TypeScript type that a schema describes. Base64 strings are `StagedFile`s, as the gateway has already stored
 * their bytes.
 */
export type Described<S extends JSONSchema> = FromSchema<
  S,
  { deserialize: [{ pattern: Base64Text; output: StagedFile }] }
>

export const uuid = { type: 'string', format: 'uuid' } as const
export const calendarDay = { type: 'string', format: 'date' } as const
export const timestamp = { type: 'string', format: 'date-time' } as const
export const nullableTimestamp = { type: ['string', 'null'], format: 'date-time' } as const
export const text = { type: 'string' } as const
/** The schema of an error code of the API. */
export const errorCode = { type: 'string', enum: errorCodes } as const
export const nullableText = { type: ['string', 'null'] } as const
export const nullableNumber = { type: ['number', 'null'] } as const

function isOneSchema(items: JSONSchema | readonly JSONSchema[] | undefined): items is JSONSchema {
  return items !== undefined && !Array.isArray(items)
}

/**
 * Returns the schema that all items of an array have to match; undefined if the `items` of the array's schema are
 * absent or a list with one schema for each position.
 */
export function itemSchema(schema: JSONSchema): JSONSchema | undefined {
  const items = typeof schema === 'object' ? schema.items : undefined
  return isOneSchema(items) ? items : undefined
}

/** Builds the schema of an object that has exactly these properties, all required: the form of responses. */
export function closed<const P extends Record<string, JSONSchema>>(properties: P) {
  return {
    type: 'object',
    properties,
    required: keysOf(properties),
    additionalProperties: false,
  } as const
}
