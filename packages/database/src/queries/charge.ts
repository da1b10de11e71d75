import type { Platform } from '@carillon/domain'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ChargeDayTable, ChargeTable } from '../schema/charge.ts'

const dayOf = sql<string>`(at at time zone 'UTC')::date`

/** Stores charges and adds them to the sums of their UTC day. Ignores charges whose `reference` is already stored. */
export async function insertCharges(db: Db, rows: readonly Selectable<ChargeTable>[]): Promise<void> {
  if (rows.length === 0) return
  await db.kysely
    .with('recorded', (query) =>
      query
        .insertInto('charge')
        .values(
          rows.toSorted((one, other) =>
            Buffer.compare(Buffer.from(one.reference ?? ''), Buffer.from(other.reference ?? '')),
          ),
        )
        .onConflict((conflict) => conflict.column('reference').doNothing())
        .returningAll(),
    )
    .insertInto('chargeDay')
    .columns(['organizationId', 'platform', 'day', 'operation', 'profileId', 'unitPrice', 'count'])
    .expression((query) =>
      query
        .selectFrom('recorded')
        .select(['organizationId', 'platform', dayOf.as('day'), 'operation', 'profileId', 'unitPrice'])
        .select((expression) => expression.fn.sum<number>('count').as('count'))
        .groupBy(['organizationId', 'platform', dayOf, 'operation', 'profileId', 'unitPrice'])
        .orderBy(sql`1, 2, 3, 4, 5, 6`),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'platform', 'day', 'operation', 'profileId', 'unitPrice'])
        .doUpdateSet({ count: sql`charge_day.count + excluded.count` }),
    )
    .execute()
}

/** The charges of one UTC day for one operation, profile and price. `unitPrice` is in thousandths of a US cent. */
export type ChargeSum = Omit<ChargeDayTable, 'organizationId' | 'platform'>

/**
 * Returns how often an organization was charged on a platform, by UTC day, operation, profile and `unitPrice` (in
 * thousandths of a US cent), for the days from `from` to `to` (YYYY-MM-DD), both inclusive, the earliest first. Days
 * without charges are left out.
 */
export function sumCharges(
  db: Db,
  { organizationId, platform, from, to }: { organizationId: string; platform: Platform; from: string; to: string },
): Promise<ChargeSum[]> {
  return db.kysely
    .selectFrom('chargeDay')
    .select(['operation', 'profileId', 'unitPrice', 'count'])
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .where('organizationId', '=', organizationId)
    .where('platform', '=', platform)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('chargeDay.day')
    .execute()
}
