import type { ConnectionSessionRow } from '@carillon/database'
import type { ConnectionSession } from '@carillon/domain'
import { knownCode } from '@carillon/errors'

/**
 * Converts the row of a connection session to the form of the API. An open session past its expiry is reported as
 * `expired`, although the row does not change.
 */
export function viewSession(row: ConnectionSessionRow, now: Date): ConnectionSession {
  const open = row.status === 'pending' || row.status === 'awaiting_selection'
  return {
    connectionSessionId: row.id,
    profileId: row.profileId,
    platform: row.platform,
    status: open && row.expiresAt <= now ? 'expired' : row.status,
    accountIds: row.accountIds,
    error: row.errorCode === null ? null : { code: knownCode(row.errorCode), message: row.errorMessage ?? '' },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}
