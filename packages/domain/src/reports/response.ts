import type { Platform } from '../platforms.ts'
import { closed, type JSONSchema, timestamp, uuid } from '../schema.ts'

/**
 * The response schema of a report: the account, the report's own fields, and the time of the read.
 * @param fields the values of the report; all are required, and are null or an empty list if the network does not
 *   report them
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

/** The fields of a response that the service adds; all others are reported by the network. */
export type Frame = 'platform' | 'accountId' | 'profileId' | 'fetchedAt'

export const nullableBoolean = { type: ['boolean', 'null'] } as const

/** The JSON schema of a list. */
export function list<const S extends JSONSchema>(items: S) {
  return { type: 'array', items } as const
}
