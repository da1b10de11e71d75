import type { OperationId } from '@carillon/contract'
import type { KeyScope } from '@carillon/domain'

/** An API request that an MCP tool makes with its client's API key. */
export interface InternalRequest {
  operation: OperationId
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

export interface InternalResponse {
  status: number
  /** The JSON body; an empty object if the response has none. */
  body: Readonly<Record<string, unknown>>
  /**
   * Whether the same request may be sent again, as in `X-Should-Retry`; null if the header is absent, as for a success.
   */
  shouldRetry: boolean | null
}

/** A write made by an MCP tool call, identified by its request id among those of the client's API key. */
interface NamedWrite {
  requestId: string
  tool: string
  /** The content of the write, such as a post or a reply. */
  content: unknown
}

/** The stored record of a request id that was used for a write by an MCP tool. */
export interface StoredWrite {
  tool: string
  /**
   * The checked post; null for a request id without a checked post, and once the post has been published or scheduled.
   * An expired post is deleted some time later.
   */
  payload: unknown
  /**
   * `open`: a call may claim the write. `claimed`: another call may still store it. `expired`: it cannot be stored any
   * more, but it may have been stored earlier.
   */
  state: 'open' | 'claimed' | 'expired'
  /** Whether an earlier call has claimed the write, so that it may have been stored. */
  isUsed: boolean
  expiresAt: Date
  /** A short code of the checked post, which only a client that has seen the result of the check can know. */
  code: string
  /** Returns whether `content` equals the content that was stored with this request id. */
  isSame(content: unknown): boolean
}

/** The store of which writes MCP tools have checked and made, keyed by request id, for the API key of one client. */
export interface ToolWrites {
  /**
   * Stores a post that was checked, so that it can be published within 15 minutes. Of more than 100 posts of a key that
   * were not published, those that expire first are deleted.
   */
  keepChecked(write: NamedWrite): Promise<StoredWrite>
  /**
   * Stores a request id that a client has chosen, with a hash of the content. The write can be claimed for a day, and
   * the request id stays used for 30 days. If it is already stored, returns the existing entry.
   */
  name(write: NamedWrite): Promise<StoredWrite>
  /** Returns the entry of a request id; undefined if the API key has not used it. */
  read(requestId: string): Promise<StoredWrite | undefined>
  /**
   * Claims a write for 30 seconds, so that only this call may store it. Returns the time by which the write has to be
   * stored, and whether no earlier call can have stored it. Returns undefined if another call has a claim, the write
   * has expired, or the API key has not used the request id.
   */
  claim(requestId: string): Promise<{ storeBefore: Date; isFirst: boolean } | undefined>
  /**
   * Ends a claim after which nothing was stored, so that another call can claim the write at once. `claimedUntil` is
   * the claim's `storeBefore`.
   */
  release(requestId: string, claimedUntil: Date): Promise<void>
  /** Deletes the content of a checked post, after it has been stored as a publish or schedule. */
  dropChecked(requestId: string): Promise<void>
}

/** Everything that MCP tools can use in one request: API requests with the client's API key, and its stored writes. */
export interface RequestBackend {
  scopes: readonly KeyScope[]
  /**
   * Sends a request to the API with the API key of the MCP request, and returns its response, also if that is an error.
   * @throws ServiceError `invalid_request` for a read that was aborted; the failure of the connection if there is no
   *   response
   */
  call(request: InternalRequest): Promise<InternalResponse>
  writes: ToolWrites
  /** Returns a new request id for a post that is checked. */
  newRequestId(): string
  /** Stores the name of the tool that the request calls, for the record of the request in the request list. */
  noteTool(name: string): void
  /** Aborts if the client disconnects. */
  signal: AbortSignal
}
