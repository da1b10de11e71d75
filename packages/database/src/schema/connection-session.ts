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
  /** The hash of the token of the authorization, such as the OAuth `state`; null once it has been used. */
  stateHash: Buffer | null
  /** SHA-256 of the cookie of the browser in which the session has to be completed; null for any browser. */
  browserHash: Generated<Buffer | null>
  /** The hash of the token in the URL of the selection page; null without such a page, and once it has been used. */
  selectionHash: Generated<Buffer | null>
  /**
   * The state of the authorization or, while the user selects, the accounts to select from, encrypted; null if there is
   * nothing to keep, and once the session has ended.
   */
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
