import { type JSONSchema, platforms, uuid } from '@carillon/domain'

/** A closed object schema with the properties named in `required` required. */
export function object<const P extends Record<string, JSONSchema>, const R extends readonly (keyof P & string)[]>(
  properties: P,
  required: R,
) {
  return { type: 'object', properties, required, additionalProperties: false } as const
}

export const platform = { enum: platforms } as const

/** Query of the reads over several accounts. */
export const accountFilter = object({ platform, accountId: uuid, profileId: uuid }, [])

export const profilePath = object({ profileId: uuid }, ['profileId'])
export const accountPath = object({ profileId: uuid, accountId: uuid }, ['profileId', 'accountId'])
