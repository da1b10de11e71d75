import { randomUUIDv7 } from 'node:crypto'
import type { AuditRow } from '@carillon/database'

/** An entry of the audit log as it is stored. */
export type AuditEntry = AuditRow

/** The fields of an entry that are known when its action begins. */
export type AuditedAction = Pick<AuditRow, 'organizationId' | 'at' | 'action' | 'actorType'> &
  Partial<Omit<AuditRow, 'id' | 'organizationId' | 'at' | 'action' | 'actorType'>>

/**
 * The owner of entries that concern the installation as a whole: commands of the operator that name no organization.
 * No key has access to them.
 */
export const installationId = '00000000-0000-0000-0000-000000000000'

/** An entry of an action that begins. It has no outcome yet. */
export function newAuditEntry({ organizationId, at, action, actorType, ...known }: AuditedAction): AuditRow {
  return {
    ...{ id: randomUUIDv7(), organizationId, at, action, actorType, actorId: null, actorName: null, profileId: null },
    ...{ targets: [], requestId: null, ip: null, userAgent: null, status: null, code: null },
    ...known,
  }
}
