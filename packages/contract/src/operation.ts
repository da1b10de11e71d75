import type { Capability, JSONSchema } from '@carillon/domain'
import type { ErrorCode } from '@carillon/errors'

/**
 * Which profile a request acts on. `none`: on the whole organization. `path`: named in the path.
 * `required`: by profileId or accountId in query or body, else 400. `optional`: the same, but it may be left out.
 */
export type Addressing = 'none' | 'path' | 'required' | 'optional'

/** One operation of the interface: everything that gateway, OpenAPI, reference and tests need to know of it. */
export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below `/api/v1`, parameters in braces. */
  path: string
  tag: 'Profiles' | 'Connections' | 'Accounts' | 'Posts' | 'Usage'
  summary: string
  description?: string
  addressing: Addressing
  /** Keys bound to one profile are refused with `profile_scope_violation`. */
  wholeOrganization?: boolean
  /** The row of the matrix that says whether the `platform` of query or body can do this. */
  capability?: Capability
  /** Fields of query or body that ask for something of their own, and the rows that say whether it can be had. */
  fieldCapabilities?: Readonly<Record<string, Capability>>
  params?: JSONSchema
  query?: JSONSchema
  headers?: JSONSchema
  body?: JSONSchema
  /** Bodies by platform, selected by `platform`; instead of `body`. */
  variants?: Readonly<Record<string, JSONSchema>>
  /** The platform sent in a multipart form is looked up in this row. */
  multipart?: Capability
  /** Bodies of answers by status; null for one without a body. */
  responses: Readonly<Record<number, { description: string; schema: JSONSchema | null }>>
  /** Codes it can answer with, besides `commonErrors`. */
  errors: readonly ErrorCode[]
  /** Bytes of the body at the most; the service's usual limit when left out. */
  bodyLimit?: number
}

/** What any operation can answer. */
export const commonErrors = [
  'unauthorized',
  'invalid_request',
  'rate_limited',
  'database_error',
  'temporarily_unavailable',
  'internal_error',
] as const satisfies readonly ErrorCode[]
