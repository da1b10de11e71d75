import type { RequestSource } from '@carillon/domain'
import type { ColumnType, Selectable } from 'kysely'

/** Recent requests to the API, partitioned by `id`, which is a uuidv7 of the time at which the request arrived. */
export interface ApiRequestTable {
  organizationId: string
  id: string
  at: Date
  method: string
  /** The path of the operation, with parameters in braces; without an operation, the path of the request's URL. */
  path: string
  /** The ids in the path, keyed by parameter; what looks like a secret is redacted. */
  params: ColumnType<Record<string, string>, string, string>
  /** The operation, the MCP tool, or the action in the audit log; null for other requests. */
  operation: string | null
  /** The HTTP status; null if the client disconnected before the response. */
  status: number | null
  /** The error code; null if there was no error. */
  code: string | null
  /** The message of the error, shortened and redacted; null if there was no error. */
  problem: string | null
  keyId: string
  /** The name of the API key at the time of the request; null if the key had no name or had been deleted. */
  keyName: string | null
  source: RequestSource
  /**
   * The profile that the request concerns. If the request concerns no single profile: the API key's, if the key has
   * access to one profile only; otherwise null.
   */
  profileId: string | null
  durationMs: number
  requestId: string
  /**
   * The id that the publish of the request was to have, noted before it was stored: such a publish need not exist. Null
   * if the request was not about to store one.
   */
  publishId: string | null
  ip: string | null
}

/** A request as it is stored. */
export type ApiRequestRow = Selectable<ApiRequestTable>

/** A request to be stored. The name of its key is added when it is inserted. */
export type NewApiRequest = Omit<ApiRequestRow, 'keyName'>
