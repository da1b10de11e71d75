import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, type Db, insertCharges } from '@carillon/database'
import { type BilledOperation, prices } from '@carillon/domain'
import type { Context } from './context.ts'

export interface Charges {
  account: Pick<AccountRow, 'id' | 'organization_id' | 'profile_id' | 'platform'>
  operation: BilledOperation
  /** One for each time that the operation is billed; the same one is recorded once, null each time. */
  references: readonly (string | null)[]
}

/** Records in our ledger that a network bills for something, at its price of today. */
export async function recordCharges(
  context: Context,
  db: Db,
  { account, operation, references }: Charges,
): Promise<void> {
  const at = context.now()
  const rows = references.map((reference) => ({
    id: randomUUIDv7(),
    organization_id: account.organization_id,
    profile_id: account.profile_id,
    account_id: account.id,
    platform: account.platform,
    operation,
    count: 1,
    unit_price: prices[operation],
    reference,
    at,
  }))
  await insertCharges(db, rows)
}
