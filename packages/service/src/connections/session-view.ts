import type { ConnectionSessionRow } from '@carillon/database'
import type { ConnectionSession } from '@carillon/domain'
import { knownCode } from '@carillon/errors'

/**
 * A session in the form of the API. A pending session past its expiry is reported as expired, although the row does not
 * change.
 */
export function viewSession(row: ConnectionSessionRow, now: Date): ConnectionSession {
  const open = row.status === 'pending' || row.status === 'awaiting_selection'
  return {
    connectionSessionId: row.id,
    profileId: row.profile_id,
    platform: row.platform,
    status: open && row.expires_at <= now ? 'expired' : row.status,
    accountIds: row.account_ids,
    error: row.error_code === null ? null : { code: knownCode(row.error_code), message: row.error_message ?? '' },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}
