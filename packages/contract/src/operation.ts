import { type Capability, hasKeyScope, type JSONSchema, type OperationScope, type Platform } from '@carillon/domain'
import type { ErrorCode } from '@carillon/errors'

/**
 * How a request names the profile that it acts on. `none`: it acts on the whole organization. `path`: `profileId` is in
 * the path. `required`: `profileId` or `accountId` is in the query or the body, otherwise the request is rejected with
 * `profile_required`. `optional`: like `required`, but both may be absent.
 */
export type ProfileResolution = 'none' | 'path' | 'required' | 'optional'

/** The areas of the API with their descriptions, keyed by name, in the order in which the reference lists them. */
export const tags = {
  Profiles: 'A profile represents one end customer or brand.',
  Connections: 'Have a customer authorize Carillon to use an account of a social network.',
  Accounts: 'The connected accounts of a profile.',
  Posts: 'Publish posts, check their status, list and delete them.',
  Schedules: 'Publish posts at a later time, which can be a local time in any time zone.',
  Comments: 'Read, reply to and moderate the comments on posts.',
  Messages: 'Read and send direct messages.',
  Analytics: 'Metrics of accounts and videos, read live from the platform.',
  Ads: 'Ad accounts, campaigns, insights and leads.',
  Writes: 'Find out the outcome of a request whose response was lost.',
  Events: 'Read every change of the organization, in order and without gaps.',
  Webhooks: 'Have events posted to your URLs, signed and with retries.',
  Usage: 'What platforms bill for API calls, and the daily quotas that they set.',
  Organization: 'API keys, origins to which connections may redirect, the audit log and recent requests.',
} as const

type Tag = keyof typeof tags

/**
 * The row that describes one operation of the API. The gateway, the OpenAPI document, the reference pages and the tests
 * are made from these rows.
 */
export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** The path below `/api/v1`, with parameters in braces. */
  path: string
  tag: Tag
  /** The scope that an API key needs to call the operation, a list if it needs one of several, null if none. */
  scope: OperationScope | readonly OperationScope[] | null
  /** A second scope that an API key needs; it is checked after `scope`. Only if `scope` is not null. */
  furtherScope?: OperationScope
  summary: string
  description?: string
  profile: ProfileResolution
  /** True if the operation changes nothing although its method is not GET. Such an operation has no audit log entry. */
  changesNothing?: true
  /** True if the operation rejects a key that is bound to profiles, with `profile_scope_violation`. */
  wholeOrganization?: boolean
  /**
   * The only platform of the operation, so that its requests name none. Absent if requests name one, or concern none.
   */
  platform?: Platform
  /**
   * The capability that the request's platform must have. The platform is `platform` of this row, else the one in the
   * query or body, else that of the account which the request names.
   */
  capability?: Capability
  /** The capabilities that single fields need in addition, keyed by the field's name in the query or body. */
  fieldCapabilities?: Readonly<Record<string, Capability>>
  /** The schema of the path parameters; absent, like `query`, `headers` and `body`, if the operation has none. */
  params?: JSONSchema
  query?: JSONSchema
  headers?: JSONSchema
  body?: JSONSchema
  /** True if a request without a body is treated like one with an empty object. */
  optionalBody?: true
  /** Bodies by platform, selected by `platform`; instead of `body`, or for requests that name a platform. */
  variants?: Readonly<Record<string, JSONSchema>>
  /**
   * The property of the body that holds `platform`, `accountId` and `profileId`; the body itself if absent. A form has
   * the fields of this property, and the other properties of the body in a JSON part.
   */
  routedBy?: string
  /** The name of the JSON part of a form; only with `routedBy`. */
  formPart?: string
  /**
   * True if the use case reports an invalid body itself: it is called with the error in `rejection`, provided that the
   * account of the request is known. The files in the body of each request are deleted at its end.
   */
  reportsRejections?: boolean
  /**
   * The capability that decides whether a platform accepts the body as a multipart form; if absent, no platform does.
   */
  multipart?: Capability
  /**
   * Checks the rules between fields that the schemas cannot express; called with a valid query and body, before the
   * profile and the account are looked up.
   * @throws ServiceError `invalid_request`
   */
  rules?(input: { query?: unknown; body?: unknown }, now: Date): void
  /** The body of each successful response by status; `schema` is null for a response without a body. */
  responses: Readonly<Record<number, { description: string; schema: JSONSchema | null }>>
  /**
   * True if successful responses have an ETag, which a request that changes the returned object can send in If-Match.
   */
  isVersioned?: true
  /** True if a page of the list can contain items of earlier pages, with the same `id`. */
  repeatsItems?: true
  /** True if successful responses contain a secret, such as a new API key, which no other response repeats. */
  returnsSecret?: true
  /** The media type of successful responses that are not JSON, which the query parameter `format` selects. */
  text?: 'text/csv'
  /** The error codes that the operation can respond with, besides `commonErrors` and `scopeErrors`. */
  errors: readonly ErrorCode[]
  /**
   * The maximum size of the body in bytes. Only operations whose body can contain media have one; for others, it is
   * `limits.bodyBytes` (1 MiB).
   */
  bodyLimit?: number
}

/**
 * Returns whether the gateway reads the body of a request: always, except for GET. An operation without a body schema
 * accepts only an empty object.
 */
export function readsBody({ method }: Operation): boolean {
  return method !== 'get'
}

/** Returns whether an operation changes nothing: all GET operations, and those with `changesNothing`. */
export function isRead({ method, changesNothing }: Operation): boolean {
  return method === 'get' || changesNothing === true
}

/**
 * Returns the scope that an API key with the scopes `held` lacks to call an operation: several if any of them suffices,
 * empty if the key may call the operation.
 */
export function missingScopes(
  { scope, furtherScope }: Pick<Operation, 'scope' | 'furtherScope'>,
  held: readonly string[],
): readonly OperationScope[] {
  const needed = [scope ?? [], furtherScope ?? []].map((oneOf) => [oneOf].flat())
  return needed.find((oneOf) => oneOf.length > 0 && !oneOf.some((each) => hasKeyScope(held, each))) ?? []
}

/** Returns `insufficient_scope`, the code for keys without the scope of an operation; empty if it needs no scope. */
export function scopeErrors({ scope }: Pick<Operation, 'scope'>): readonly ErrorCode[] {
  return scope === null ? [] : ['insufficient_scope']
}

/** The error codes that every operation can respond with. All but GET operations also have `unsupported_media_type`. */
export const commonErrors = [
  'unauthorized',
  'invalid_request',
  'rate_limited',
  'database_error',
  'temporarily_unavailable',
  'internal_error',
] as const satisfies readonly ErrorCode[]
