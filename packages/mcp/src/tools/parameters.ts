import { platforms, uuid } from '@carillon/domain'

/** The parameter for a platform, used by several tools. */
export const platform = { type: 'string', enum: platforms } as const
export const accountId = { ...uuid, description: 'From list_accounts.' } as const
export const profileId = uuid
/** The parameter for the request id of a write, which the client chooses. */
export const requestId = {
  ...uuid,
  description: 'A new UUID for each text. The same one again returns the first result and sends nothing.',
} as const
/** The parameters of tools that publish or schedule a checked post. */
export const checkedRequest = {
  requestId: { ...uuid, description: 'From check_post.' },
  confirm: { type: 'string', maxLength: 64, description: 'The confirm code of check_post, after the user agreed.' },
} as const
export const limit = { type: 'integer', minimum: 1, maximum: 50, description: 'Default 20.' } as const
export const offset = { type: 'integer', minimum: 0, maximum: 10_000 } as const

/** Builds the JSON schema of an object with these properties, of which some are required, and no others. */
export function object<const P, const R extends readonly (keyof P & string)[]>(properties: P, required: R) {
  return { type: 'object', properties, required, additionalProperties: false } as const
}

const defaultLimit = 20

/**
 * Returns the items of a list from `offset` (default 0), at most `limit` (default 20), and `nextOffset`, the offset of
 * the next part; null after the last part.
 */
export function partOf<T>(
  list: readonly T[],
  { limit = defaultLimit, offset = 0 }: { limit?: number; offset?: number },
) {
  const end = offset + limit
  return { items: list.slice(offset, end), nextOffset: end < list.length ? end : null }
}
