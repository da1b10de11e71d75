import type { AuditRow } from '@carillon/database'
import type { AuditEntry } from '@carillon/domain'

/**
 * Converts an audit row to the API's audit entry. Its fields have a fixed order, so that its JSON, which is hashed, is
 * the same each time.
 */
export function viewAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    profileId: row.profileId,
    targets: row.targets.map(({ type, id }) => ({ type, id })),
    requestId: row.requestId,
    ip: row.ip,
    userAgent: row.userAgent,
    outcome: { status: row.status, code: row.code },
  }
}
