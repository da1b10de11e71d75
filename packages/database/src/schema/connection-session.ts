import type { Platform, SessionStatus } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/** Connection sessions: attempts of customers to connect accounts. */
export interface ConnectionSessionTable {
  id: string
  organizationId: string
  profileId: string
  platform: Platform
  authMethod: string | null
  redirectUrl: string | null
  status: SessionStatus
  stateHash: Buffer | null
  /** SHA-256 of the cookie of the browser in which the session has to be completed; null for any browser. */
  browserHash: Generated<Buffer | null>
  selectionHash: Generated<Buffer | null>
  ciphertext: Buffer | null
  accountIds: Generated<string[]>
  errorCode: Generated<string | null>
  errorMessage: Generated<string | null>
  requestId: string
  createdAt: Date
  expiresAt: Date
  completedAt: Generated<Date | null>
}

export type ConnectionSessionRow = Selectable<ConnectionSessionTable>
