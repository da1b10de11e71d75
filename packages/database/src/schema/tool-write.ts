import type { Generated, Insertable, Selectable } from 'kysely'

export interface ToolWriteTable {
  keyId: string
  requestId: string
  /** The tool that writes; an id cannot be used with another one. */
  tool: string
  /** A hash of what is written. */
  fingerprint: Buffer
  /** What was checked, encrypted, until it is written. */
  payload: Buffer | null
  createdAt: Date
  /** Until when a call may begin to write. */
  expiresAt: Date
  /** The time by which the write of the latest call is stored or never is, by the clock of the database. */
  claimedUntil: Date | null
  /** The claims since it was last certain that nothing is stored. */
  claims: Generated<number>
}

/** A write, and whether a call has claimed it and may still store it. */
export type ToolWriteRow = Selectable<ToolWriteTable> & { isClaimed: boolean }
export type NewToolWrite = Insertable<ToolWriteTable>
