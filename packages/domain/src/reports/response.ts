import type { Platform } from '../platforms.ts'
import { closed, type JSONSchema, timestamp, uuid } from '../schema.ts'

/**
 * Builds the response schema of a report: the account, the report's own fields, and the time of the read.
 * @param fields the report's own fields, all required; they are null or an empty list if the network does not report
 *   them
 */
export function reportResponse<const P extends Platform, const F extends Record<string, JSONSchema>>(
  platform: P,
  fields: F,
) {
  return closed({
    platform: { const: platform },
    accountId: uuid,
    profileId: uuid,
    ...fields,
    fetchedAt: { ...timestamp, description: 'When the metrics were read from the platform.' },
  })
}

/** The names of the response fields that Carillon adds; the network reports all others. */
export type Frame = 'platform' | 'accountId' | 'profileId' | 'fetchedAt'

export const nullableBoolean = { type: ['boolean', 'null'] } as const

/** Builds the schema of an array whose items all match the schema `items`. */
export function list<const S extends JSONSchema>(items: S) {
  return { type: 'array', items } as const
}
