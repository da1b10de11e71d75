import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, type Db, insertCharges } from '@carillon/database'
import { type BilledOperation, prices } from '@carillon/domain'
import type { Context } from './context.ts'

export interface Charges {
  account: Pick<AccountRow, 'id' | 'organizationId' | 'profileId' | 'platform'>
  operation: BilledOperation
  /**
   * One entry for each time that the operation is billed: a unique reference, so that the same charge is recorded only
   * once, or null for a charge that is always recorded.
   */
  references: readonly (string | null)[]
}

/**
 * Stores what a network charges for an operation in Carillon's usage ledger, at the current price: one charge for each
 * entry of `references`. An entry whose reference is already stored is not charged again; a null entry is charged each
 * time. Sends nothing.
 */
export async function recordCharges(
  context: Context,
  db: Db,
  { account, operation, references }: Charges,
): Promise<void> {
  const at = context.now()
  const rows = references.map((reference) => ({
    id: randomUUIDv7(),
    organizationId: account.organizationId,
    profileId: account.profileId,
    accountId: account.id,
    platform: account.platform,
    operation,
    count: 1,
    unitPrice: prices[operation],
    reference,
    at,
  }))
  await insertCharges(db, rows)
}
