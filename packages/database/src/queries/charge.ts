import type { Platform } from '@carillon/domain'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ChargeTable } from '../schema/charge.ts'

const dayOf = sql<string>`(at at time zone 'UTC')::date`

const byReference = (one: Pick<ChargeTable, 'reference'>, other: Pick<ChargeTable, 'reference'>) =>
  Buffer.compare(Buffer.from(one.reference ?? ''), Buffer.from(other.reference ?? ''))

/** Stores charges and adds them to the sums of their UTC day. Ignores charges whose `reference` is already stored. */
export async function insertCharges(db: Db, rows: readonly Selectable<ChargeTable>[]): Promise<void> {
  if (rows.length === 0) return
  await db.kysely
    .with('recorded', (query) =>
      query
        .insertInto('charge')
        .values(rows.toSorted(byReference))
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

/** The charges of an organization on a platform. `unitPrice` and `amount` are in thousandths of a US cent. */
export interface ChargeSums {
  operations: { operation: string; unitPrice: number; count: number }[]
  profiles: { profileId: string; amount: number }[]
  /** The UTC days (YYYY-MM-DD) with charges, the earliest first. */
  days: { day: string; amount: number }[]
}

interface SumRow {
  operation: string | null
  unitPrice: number | null
  profileId: string | null
  day: string | null
  count: number
  amount: number
}

/**
 * Returns what an organization was charged on a platform by operation and price, by profile, and by UTC day, for the
 * days from `from` to `to` (YYYY-MM-DD), both inclusive. The database adds up the rows, of which each profile can have
 * several for each day.
 */
export async function sumCharges(
  db: Db,
  { organizationId, platform, from, to }: { organizationId: string; platform: Platform; from: string; to: string },
): Promise<ChargeSums> {
  const { rows } = await sql<SumRow>`
    select operation, unit_price, profile_id, day,
      sum(count)::float8 as count, sum(count::bigint * unit_price)::float8 as amount
    from charge_day
    where organization_id = ${organizationId} and platform = ${platform} and day >= ${from}::date and day <= ${to}::date
    group by grouping sets ((operation, unit_price), (profile_id), (day))
    order by day, profile_id, operation, unit_price`.execute(db.kysely)
  return {
    operations: rows.flatMap(({ operation, unitPrice, count }) =>
      operation === null || unitPrice === null ? [] : [{ operation, unitPrice, count }],
    ),
    profiles: rows.flatMap(({ profileId, amount }) => (profileId === null ? [] : [{ profileId, amount }])),
    days: rows.flatMap(({ day, amount }) => (day === null ? [] : [{ day, amount }])),
  }
}
