import { calendarDay, type JSONSchema, type Platform, platforms, uuid } from '@carillon/domain'
import { tableOf } from '@carillon/errors'

/** Builds the schema of an object that has no properties but these. Those that `required` names are required. */
export function object<const P extends Record<string, JSONSchema>, const R extends readonly (keyof P & string)[]>(
  properties: P,
  required: R,
) {
  return { type: 'object', properties, required, additionalProperties: false } as const
}

/**
 * Adds rules over several fields to a schema, such as `anyOf`. They are checked at run time and do not change the
 * TypeScript type of the schema. `x-rule` states them in words, for the documentation.
 */
export function withRules<S>(schema: S, rules: { [keyword: string]: unknown; 'x-rule': string }): S {
  return { ...schema, ...rules }
}

/** Builds a table of schemas, keyed by platform, with the result of `schemaOf` for each platform in `served`. */
export function byPlatform<P extends Platform, S extends JSONSchema>(
  served: readonly P[],
  schemaOf: (platform: P) => S,
): Record<P, S> {
  return tableOf(served, schemaOf)
}

export const platform = { enum: platforms } as const

/**
 * The pattern of an `X-Request-Id` that Carillon uses as the id of the request; it replaces any other with a new id.
 */
export const requestIdPattern = '^[A-Za-z0-9._-]{1,128}$'

/**
 * The schema of the query parameter `requestId`, by which a client finds what a request stored. An id that no request
 * can have is rejected: an empty list would mean that nothing was stored.
 */
export const requestIdFilter = {
  type: 'string',
  pattern: requestIdPattern,
  'x-rule':
    '1 to 128 letters, digits, dots, hyphens and underscores. If the request had an X-Request-Id of another form, Carillon replaced it: use the X-Request-Id of its response.',
} as const

/**
 * The schema of the request headers of an operation that accepts `X-Publish-Before`, an RFC 3339 time. Carillon stores
 * the write by that time or never, and responds with `deadline_passed` if it does not. Without the header there is no
 * limit.
 */
export const publishBefore = object(
  {
    'x-publish-before': {
      type: 'string',
      format: 'date-time',
      maxLength: 64,
      description:
        'The time (RFC 3339, such as 2026-11-26T12:00:30Z) by which Carillon has to store the write or schedule; one that is not stored by then is never made, and the response is 408 `deadline_passed`. If the response is lost, wait until this time and call `GET /api/v1/writes` (for a schedule: `GET /api/v1/schedules`) with your X-Request-Id as `requestId` and a key that may read what you sent: what is not listed then will never be made.',
    },
  },
  [],
)

/**
 * The query parameters `limit` (1 to 200 entries, as in all lists) and `cursor` (`nextCursor` of the previous page) of
 * a list that returns pages only on request: without both, it returns all entries.
 */
export const pageFields = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 200,
    description:
      'The maximum number of entries in the response. If omitted, all are returned, or all after the cursor.',
  },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: 128,
    description: 'The nextCursor of the previous page; if omitted, the list begins with its first entry.',
  },
} as const

/** The cursor of the next page, in the response to a request that has `limit` or `cursor`. */
const nextCursor = {
  type: ['string', 'null'],
  description: 'The cursor of the next page, null on the last one. Only present if the request has limit or cursor.',
} as const

/**
 * Adds to the response schema of a list whose query has `pageFields` the optional property `nextCursor`: the cursor of
 * the next page, null on the last one, absent if the request has neither `limit` nor `cursor`.
 */
export function paged<const P, const S extends { readonly properties: P }>(shape: S & { readonly properties: P }) {
  return { ...shape, properties: { ...shape.properties, nextCursor } }
}

/**
 * The schemas of the fields by which a request names one account: `platform`, `accountId` and the optional `profileId`
 * (Carillon's ids).
 */
export const ofAccount = {
  platform: { ...platform, description: 'The platform of the account.' },
  accountId: uuid,
  profileId: {
    ...uuid,
    description: 'The profile of the account. An account of another profile is rejected with `account_not_found`.',
  },
} as const

/**
 * The query schema of reads over several accounts, with the filters `platform`, `accountId` and `profileId` (Carillon's
 * ids). The schema requires none; absent filters select all. An operation may require a profile (`profile_required`).
 */
export const accountFilter = object(
  {
    platform: { ...platform, description: 'Only accounts on this platform.' },
    accountId: { ...uuid, description: 'Only this account. Required without profileId.' },
    profileId: { ...uuid, description: 'Only accounts of this profile. Required without accountId.' },
  },
  [],
)

/** The schema of the request header `If-None-Match` of a read that responds with 304 if nothing has changed. */
export const ifNoneMatch = object(
  {
    'if-none-match': {
      type: 'string',
      maxLength: 4096,
      description: 'The ETag of an earlier response: if nothing has changed since, the response is 304 without a body.',
    },
  },
  [],
)

export const profilePath = object({ profileId: uuid }, ['profileId'])
export const accountPath = object({ profileId: uuid, accountId: uuid }, ['profileId', 'accountId'])

/**
 * The query parameters `startDate` and `endDate` (YYYY-MM-DD), the first and last day of a range, both inclusive. An
 * operation that has them wraps its query in `withDateRange`, by which a request needs both or neither.
 */
export const dateRangeFields = {
  startDate: { ...calendarDay, description: 'The first day of the range, YYYY-MM-DD, inclusive. Requires endDate.' },
  endDate: {
    ...calendarDay,
    description: 'The last day of the range, YYYY-MM-DD, inclusive; yesterday (UTC) at the latest. Requires startDate.',
  },
} as const

/** Adds the rule to a query schema with `dateRangeFields` that a request sends both days or neither. */
export function withDateRange<S>(query: S): S {
  return withRules(query, {
    dependentRequired: { startDate: ['endDate'], endDate: ['startDate'] },
    'x-rule': 'startDate and endDate are required together.',
  })
}

/**
 * The schema of the query parameter `videoIds` of reports about videos: the network's ids, separated by commas. The
 * schema does not limit their number; `parseVideoIds` of the package `domain`, which splits the value, does.
 */
export const videoIds = {
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  description: "The platform's ids of videos, separated by commas; duplicates count once.",
} as const
