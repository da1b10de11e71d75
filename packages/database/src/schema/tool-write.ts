import type { Generated, Insertable, Selectable } from 'kysely'

/**
 * External writes made by MCP tool calls, keyed by API key and the request id that the call names, so that a repeated
 * call finds the first one.
 */
export interface ToolWriteTable {
  keyId: string
  requestId: string
  /** The tool that was called. The request id cannot be used with another tool. */
  tool: string
  /** A hash of what is to be written, by which a repeated call is recognized. */
  fingerprint: Buffer
  /** The encrypted write that was checked and has not been made yet; null otherwise. */
  payload: Buffer | null
  createdAt: Date
  /** The time until which a call may begin the write. */
  expiresAt: Date
  /**
   * The time after which the write of the latest call is either stored or never will be, by the database's clock; null
   * if no call has claimed the row.
   */
  claimedUntil: Date | null
  /**
   * The number of claims since the row was stored, or since the last claim that certainly stored no external write or
   * schedule.
   */
  claims: Generated<number>
}

/** A row of `tool_write`, and whether a call that has claimed it may still store its write. */
export type ToolWriteRow = Selectable<ToolWriteTable> & { isClaimed: boolean }
/** A row of `tool_write` to be stored. */
export type NewToolWrite = Insertable<ToolWriteTable>
