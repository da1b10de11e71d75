import type { Platform } from '@carillon/domain'

/**
 * A response that is not as the network documents it. It names fields and words of the network, never values of a user.
 */
export interface Deviation {
  operation: string
  kind: string
  field: string
  value?: string
}

/** Something that Carillon can do with the account, and how it went. */
export interface VerifiedCheck {
  check: string
  outcome: 'done' | 'failed' | 'skipped'
  /** Why it failed or was skipped: a code of the API, or a reason of `verify`. */
  reason?: string
}

export interface VerifiedOperation {
  operation: string
  method: string
  calls: number
  /** Statuses of the responses, each once; 0 if no response arrived. */
  statuses: number[]
  /** Whether its responses were compared; those of the libraries that Carillon uses are checked by these. */
  compared: boolean
  /** Fields that Carillon relies upon and that no response had; those that may be absent included. */
  unseen: string[]
}

/** The findings of `verify`. They contain no secrets, no ids and no content of users, so that they can be shared. */
export interface VerificationReport {
  /** False where a response deviates, or a check failed. */
  ok: boolean
  version: string
  verifiedAt: string
  platform: Platform
  authMethod: string | null
  scopes: readonly string[]
  missingScopes: readonly string[]
  deviations: Deviation[]
  checks: VerifiedCheck[]
  operations: VerifiedOperation[]
}
