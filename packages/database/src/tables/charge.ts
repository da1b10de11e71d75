import type { BilledOperation, Platform } from '@carillon/domain'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../connect.ts'

/** One billed call to a network: what it was and what it cost each, in thousandths of a cent. */
export interface ChargeTable {
  id: string
  organization_id: string
  profile_id: string
  account_id: string
  platform: Platform
  operation: BilledOperation
  count: number
  unit_price: number
  reference: string | null
  at: Date
}

/**
 * Records charges; one whose reference is already there is not recorded again. They are taken in the order of their
 * references, so that two who record the same ones do not wait for each other.
 */
export async function insertCharges(db: Db, rows: readonly Selectable<ChargeTable>[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('charge')
    .values(
      rows.toSorted((one, other) =>
        Buffer.compare(Buffer.from(one.reference ?? ''), Buffer.from(other.reference ?? '')),
      ),
    )
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
}

export interface ChargeSum {
  operation: BilledOperation
  profile_id: string
  unit_price: number
  day: string
  count: number
}

/** An organization's charges from `from` up to before `to`, summed by operation, price, profile and UTC day. */
export function sumCharges(
  db: Db,
  { organizationId, platform, from, to }: { organizationId: string; platform: Platform; from: Date; to: Date },
): Promise<ChargeSum[]> {
  const day = sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD')`
  return db
    .selectFrom('charge')
    .select(['operation', 'profile_id', 'unit_price'])
    .select(day.as('day'))
    .select((expression) => expression.fn.sum<number>('count').as('count'))
    .where('organization_id', '=', organizationId)
    .where('platform', '=', platform)
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy(['operation', 'profile_id', 'unit_price', day])
    .orderBy(day)
    .execute()
}
