import type { Platform } from '@carillon/domain'

/**
 * A difference between a response and the network's documentation; the fields are those of `Drift`. `value`, such as an
 * unknown status, is set only if it is a plain identifier, so that the difference contains no data of users.
 */
export interface Deviation {
  operation: string
  kind: string
  field: string
  value?: string
}

/** A check of `verify` with its outcome. */
export interface VerifiedCheck {
  check: string
  outcome: 'done' | 'failed' | 'skipped'
  /** The reason why the check failed or was skipped: an error code of the API, or a text of `verify`. */
  reason?: string
}

export interface VerifiedOperation {
  operation: string
  method: string
  calls: number
  /** The distinct statuses of the responses; 0 if no response arrived. */
  statuses: number[]
  /**
   * Whether responses were compared with the documentation. False for responses that a library reads: it checks them
   * itself.
   */
  compared: boolean
  /** The fields that Carillon reads and that no response had, including optional ones. */
  unseen: string[]
}

/** The report of `verify` about an account. It contains no secrets, ids or content of users, so it can be shared. */
export interface VerificationReport {
  /** False if a response differs from the documentation or a check failed. */
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
