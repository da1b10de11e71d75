import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, type Db, insertCharge } from '@carillon/database'
import { type BilledOperation, prices } from '@carillon/domain'
import type { Context } from './context.ts'

export interface Charge {
  account: Pick<AccountRow, 'id' | 'organization_id' | 'profile_id' | 'platform'>
  operation: BilledOperation
  count: number
  /** The same one is recorded once. */
  reference?: string | undefined
}

/** Records in our ledger that a network bills for something, at its price of today. */
export async function recordCharge(
  context: Context,
  db: Db,
  { account, operation, count, reference }: Charge,
): Promise<void> {
  if (count < 1) return
  await insertCharge(db, {
    id: randomUUIDv7(),
    organization_id: account.organization_id,
    profile_id: account.profile_id,
    account_id: account.id,
    platform: account.platform,
    operation,
    count,
    unit_price: prices[operation],
    reference: reference ?? null,
    at: context.now(),
  })
}
