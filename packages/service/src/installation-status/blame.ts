import { catalogueRow, type ErrorCode, knownCode } from '@carillon/errors'
import type { Blame } from '../process-state/status.ts'

/** The cause of an error, by its code, where the `retry` advice of the catalogue does not show it. */
const named: Partial<Record<ErrorCode, Blame>> = {
  provider_error: 'network',
  provider_unavailable: 'network',
  rate_limited: 'network',
  quota_exhausted: 'account',
  internal_error: 'carillon',
  database_error: 'carillon',
  temporarily_unavailable: 'carillon',
  deadline_passed: 'carillon',
  missing_scope: 'account',
  account_not_found: 'account',
  no_channel: 'account',
  setup_incomplete: 'account',
  x_billing_required: 'account',
}

/**
 * Returns whose fault a failed publish is, by its stored error code: the network, the account (also if its user has to
 * reconnect it) or Carillon; the post for all other codes.
 */
export function blameOf(stored: string): Blame {
  const code = knownCode(stored)
  return named[code] ?? (catalogueRow(code).retry === 'reconnect' ? 'account' : 'post')
}
