import type { OperationId } from '@carillon/contract'
import type { KeyScope } from '@carillon/domain'

/** A request of an operation, as a tool makes it with the API key of its client. */
export interface InternalRequest {
  operation: OperationId
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

export interface InternalResponse {
  status: number
  /** The body as JSON; null without one. */
  body: Readonly<Record<string, unknown>>
  /** Whether the same request may be sent again; null for a success. */
  shouldRetry: boolean | null
}

/** A write of a tool, by the request id that names it; of the client's API key. */
interface NamedWrite {
  requestId: string
  tool: string
  /** What is written. */
  content: unknown
}

/** What a request id is known for. */
export interface StoredWrite {
  tool: string
  /** What was checked; null if nothing was, or once it is written. */
  payload: unknown
  /**
   * `open`: a call may claim it. `claimed`: another call may still store it. `expired`: what is not stored by now never is.
   */
  state: 'open' | 'claimed' | 'expired'
  /** Whether an earlier call may have stored it. */
  isUsed: boolean
  expiresAt: Date
  /** What only a client that has seen the checked post knows. */
  code: string
  isSame(content: unknown): boolean
}

/** Where the writes of tools are kept. */
export interface ToolWrites {
  keepChecked(write: NamedWrite): Promise<StoredWrite>
  name(write: NamedWrite): Promise<StoredWrite>
  read(requestId: string): Promise<StoredWrite | undefined>
  /**
   * Returns until when the claimed write has to be stored, and whether no earlier claim can have stored it; undefined
   * while another call may store it, or once it has expired.
   */
  claim(requestId: string): Promise<{ storeBefore: Date; isFirst: boolean } | undefined>
  release(requestId: string, claimedUntil: Date): Promise<void>
  dropChecked(requestId: string): Promise<void>
}

/** What the tools of one request work with: its API key's access, and nothing else. */
export interface RequestBackend {
  scopes: readonly KeyScope[]
  call(request: InternalRequest): Promise<InternalResponse>
  writes: ToolWrites
  /** Makes the request id of a post that was checked. */
  newRequestId(): string
  /** Called with the name of the tool that the request calls. */
  noteTool(name: string): void
  /** Aborts when the client has closed the connection. */
  signal: AbortSignal
}
