import { platforms, uuid } from '@carillon/domain'

/** Parameters that several tools have. */
export const platform = { type: 'string', enum: platforms } as const
export const accountId = { ...uuid, description: 'From list_accounts.' } as const
export const profileId = uuid
/** The request id of a write, chosen by the client. */
export const requestId = {
  ...uuid,
  description: 'A new UUID for each text. The same one again returns the first result and sends nothing.',
} as const
/** The parameters of tools that send a checked post. */
export const checkedRequest = {
  requestId: { ...uuid, description: 'From check_post.' },
  confirm: { type: 'string', maxLength: 64, description: 'The confirm code of check_post, after the user agreed.' },
} as const
export const limit = { type: 'integer', minimum: 1, maximum: 50, description: 'Default 20.' } as const
export const offset = { type: 'integer', minimum: 0, maximum: 10_000 } as const

/** A closed object schema. */
export function object<const P, const R extends readonly (keyof P & string)[]>(properties: P, required: R) {
  return { type: 'object', properties, required, additionalProperties: false } as const
}

const defaultLimit = 20

/** A part of a list, and where the next part begins; null if there is none. */
export function partOf<T>(
  list: readonly T[],
  { limit = defaultLimit, offset = 0 }: { limit?: number; offset?: number },
) {
  const end = offset + limit
  return { items: list.slice(offset, end), nextOffset: end < list.length ? end : null }
}
