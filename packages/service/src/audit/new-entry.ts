import { type AuditRow, idAt } from '@carillon/database'

/** A stored entry of the audit log. */
export type AuditEntry = AuditRow

/** The fields of an audit entry that are known when its action begins. */
type AuditedAction = Pick<AuditRow, 'organizationId' | 'at' | 'action' | 'actorType'> &
  Partial<Omit<AuditRow, 'id' | 'organizationId' | 'at' | 'action' | 'actorType'>>

/**
 * The organization id of audit entries that concern the whole installation: commands of the operator that name no
 * organization. No API key has access to them.
 */
export const installationId = '00000000-0000-0000-0000-000000000000'

/**
 * Builds the audit entry of an action that begins. The entry has no outcome yet. Fields that are not given are null or
 * empty. Stores nothing.
 */
export function newAuditEntry({ organizationId, at, action, actorType, ...known }: AuditedAction): AuditRow {
  return {
    ...{ id: idAt(at), organizationId, at, action, actorType, actorId: null, actorName: null, profileId: null },
    ...{ targets: [], requestId: null, ip: null, userAgent: null, status: null, code: null },
    ...known,
  }
}
