import type { Capability, JSONSchema, OperationScope, Platform } from '@carillon/domain'
import type { ErrorCode } from '@carillon/errors'

/**
 * How a request names the profile that it acts on. `none`: it acts on the whole organization. `path`: `profileId` is in
 * the path. `required`: `profileId` or `accountId` is in the query or the body, otherwise the request is rejected with
 * `profile_required`. `optional`: like `required`, but both may be absent.
 */
export type ProfileResolution = 'none' | 'path' | 'required' | 'optional'

/** The areas of the API, in the order in which the reference lists them. */
export const tags = {
  Profiles: 'A profile represents one end customer or brand.',
  Connections: 'Have a customer authorize an account at its social network.',
  Accounts: 'The connected accounts of a profile.',
  Posts: 'Publish posts, check their status, list and delete them.',
  Schedules: 'Publish posts at a later time, in any time zone, once.',
  Comments: 'Read, reply to and moderate the comments on posts.',
  Messages: 'Read and send direct messages.',
  Analytics: 'Metrics of accounts and videos, read live from the platform.',
  Ads: 'Ad accounts, campaigns, insights and leads.',
  Writes: 'Find out what became of a request whose response was lost.',
  Events: 'Read everything that has happened, in order and without gaps.',
  Webhooks: 'Have events posted to endpoints, signed, in order and with retries.',
  Usage: 'What platforms billed for API calls.',
  Organization: 'API keys, and the origins to which connections may redirect.',
} as const

type Tag = keyof typeof tags

/**
 * One operation of the API. The gateway, the OpenAPI document, the reference pages and the tests are made from its row.
 */
export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below `/api/v1`, parameters in braces. */
  path: string
  tag: Tag
  /** The scope that a key needs for it; null if every key may. */
  scope: OperationScope | null
  /** A further scope that a key needs; looked at after `scope`. */
  furtherScope?: OperationScope
  summary: string
  description?: string
  profile: ProfileResolution
  /** Whether it changes nothing although its method is not GET, so that it has no entry in the audit log. */
  changesNothing?: true
  /** A key that is bound to one profile is rejected with `profile_scope_violation`. */
  wholeOrganization?: boolean
  /** The one platform that the operation serves, where its path already names it. */
  platform?: Platform
  /**
   * The row of the matrix that decides whether the request's platform can do this. The platform is `platform` of this
   * row, else the one in the query or body, else that of the account which the request names.
   */
  capability?: Capability
  /** Fields of the query or body that need a capability of their own. */
  fieldCapabilities?: Readonly<Record<string, Capability>>
  params?: JSONSchema
  query?: JSONSchema
  headers?: JSONSchema
  body?: JSONSchema
  /** A request without a body is the same as one with an empty object. */
  optionalBody?: true
  /** Bodies by platform, selected by `platform`; instead of `body`, or for requests that name a platform. */
  variants?: Readonly<Record<string, JSONSchema>>
  /**
   * The property of the body that holds `platform`, `accountId` and `profileId`; the body itself if absent. A form has the
   * fields of this property, and the other properties of the body in a JSON part.
   */
  routedBy?: string
  /** The name of that JSON part. */
  formPart?: string
  /**
   * Whether the use case is called with a body that is rejected, and with the rejection, once the account of the
   * request is known. Media of such a request are dropped when it ends.
   */
  reportsRejections?: boolean
  /**
   * The row of the matrix that decides whether a platform takes this body as a multipart form; without it, none does.
   */
  multipart?: Capability
  /**
   * Checks the rules between fields that the schemas cannot express; called with a valid query and body, before the
   * profile and the account are looked at.
   * @throws ServiceError `invalid_request`
   */
  rules?(input: { query?: unknown; body?: unknown }, now: Date): void
  /** The body of each successful response by status; `schema` is null for a response without a body. */
  responses: Readonly<Record<number, { description: string; schema: JSONSchema | null }>>
  /** Successful responses have an ETag, which changes of the object can name in If-Match. */
  isVersioned?: true
  /** The media type of a successful response that is a text instead, if the request has a `format`. */
  text?: 'text/csv'
  /** Codes the operation can respond with, besides `commonErrors`. */
  errors: readonly ErrorCode[]
  /** Maximum bytes of the body; the service's default limit if absent. */
  bodyLimit?: number
}

/**
 * Whether the body of a request is read: always, except for GET. An operation without a body rejects everything but an
 * empty object.
 */
export function readsBody({ method }: Operation): boolean {
  return method !== 'get'
}

/** Whether an operation changes nothing. */
export function isRead({ method, changesNothing }: Operation): boolean {
  return method === 'get' || changesNothing === true
}

/** Codes that an operation can respond with because its key may lack the scope. */
export function scopeErrors({ scope }: Pick<Operation, 'scope'>): readonly ErrorCode[] {
  return scope === null ? [] : ['insufficient_scope']
}

/** Codes that every operation can respond with. */
export const commonErrors = [
  'unauthorized',
  'invalid_request',
  'rate_limited',
  'database_error',
  'temporarily_unavailable',
  'internal_error',
] as const satisfies readonly ErrorCode[]
