import { type AccountRow, type Db, endAuditEntries } from '@carillon/database'
import { newAuditEntry } from './new-entry.ts'

/** The decisions by which Carillon ends a connection without a request of a client. */
type EndOfConnection = 'system.accounts.expire' | 'system.accounts.delete'

/**
 * Stores an audit entry for each connection that Carillon itself ends: because access has expired
 * (`system.accounts.expire`), or because the network requested the deletion of the user's data
 * (`system.accounts.delete`). Call it in the transaction that ends them.
 */
export async function auditEndedConnections(
  tx: Db,
  accounts: readonly AccountRow[],
  { action, at }: { action: EndOfConnection; at: Date },
): Promise<void> {
  if (accounts.length === 0) return
  const entries = accounts.map(({ id, organizationId, profileId }) =>
    newAuditEntry({ organizationId, profileId, at, action, actorType: 'system', targets: [{ type: 'account', id }] }),
  )
  await endAuditEntries(tx, entries)
}
