import type { Platform } from '../platforms.ts'
import { closed, type JSONSchema, timestamp, uuid } from '../schema.ts'

/**
 * The response of a report: whose figures these are, the report's own fields, and when they were read.
 *
 * @param fields what the network reports; every one is always there, null or an empty list where it reports nothing
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
    fetchedAt: { ...timestamp, description: 'When the figures were read from the network.' },
  })
}

/** The fields of a response that the service knows by itself; the network reports the others. */
export type Frame = 'platform' | 'accountId' | 'profileId' | 'fetchedAt'

export const nullableBoolean = { type: ['boolean', 'null'] } as const

/** The JSON schema of a list. */
export function list<const S extends JSONSchema>(items: S) {
  return { type: 'array', items } as const
}
