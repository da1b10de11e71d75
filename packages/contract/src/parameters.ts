import { calendarDay, type JSONSchema, type Platform, platforms, uuid } from '@carillon/domain'
import { tableOf } from '@carillon/errors'

/** A closed object schema. The properties named in `required` are required. */
export function object<const P extends Record<string, JSONSchema>, const R extends readonly (keyof P & string)[]>(
  properties: P,
  required: R,
) {
  return { type: 'object', properties, required, additionalProperties: false } as const
}

/** A schema with additional rules over several fields, which its type does not contain. */
export function withRules<S>(schema: S, rules: { [keyword: string]: unknown; 'x-rule': string }): S {
  return { ...schema, ...rules }
}

/** A table with one schema for each of the platforms. */
export function byPlatform<P extends Platform, S extends JSONSchema>(
  served: readonly P[],
  schemaOf: (platform: P) => S,
): Record<P, S> {
  return tableOf(served, schemaOf)
}

export const platform = { enum: platforms } as const

/** The headers of an operation that stores a write only until a time. */
export const publishBefore = object(
  {
    'x-publish-before': {
      type: 'string',
      format: 'date-time',
      maxLength: 64,
      description:
        'A time by which the write has to be stored; otherwise it is never stored, and the response is 408 `deadline_passed`. If the response is lost, wait until then and find the write by its X-Request-Id.',
    },
  },
  [],
)

/** Query parameters of a list that can be read in pages. */
export const pageFields = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    description: 'The maximum number of entries. If omitted, all entries are returned.',
  },
  cursor: { type: 'string', minLength: 1, maxLength: 128, description: 'The nextCursor of the previous page.' },
} as const

/** The cursor of the next page, in the response to a request that has `limit` or `cursor`. */
const nextCursor = {
  type: ['string', 'null'],
  description: 'The cursor of the next page, null on the last one. Only present if the request has limit or cursor.',
} as const

/** The shape of a list with the cursor that it has if the request has a limit or a cursor. */
export function paged<const P, const S extends { readonly properties: P }>(shape: S & { readonly properties: P }) {
  return { ...shape, properties: { ...shape.properties, nextCursor } }
}

/** Query of the reads over several accounts. */
export const accountFilter = object({ platform, accountId: uuid, profileId: uuid }, [])

export const profilePath = object({ profileId: uuid }, ['profileId'])
export const accountPath = object({ profileId: uuid, accountId: uuid }, ['profileId', 'accountId'])

/** Query parameters for a range of days. */
export const dateRangeFields = {
  startDate: { ...calendarDay, description: 'The first day, YYYY-MM-DD. Requires endDate.' },
  endDate: { ...calendarDay, description: 'The last day, YYYY-MM-DD. Requires startDate.' },
} as const

/** The query of an operation with `dateRangeFields`, which takes both days or neither. */
export function withDateRange<S>(query: S): S {
  return withRules(query, {
    dependentRequired: { startDate: ['endDate'], endDate: ['startDate'] },
    'x-rule': 'startDate and endDate are required together.',
  })
}

/** The query parameter of reports about videos; `parseVideoIds` in domain reads it. */
export const videoIds = {
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  description: 'Ids of videos, separated by commas. Duplicates are removed.',
} as const
