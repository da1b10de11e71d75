import type { Platform } from '@carillon/domain'
import { type Nullable, type Selectable, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ChargeDayTable, ChargeTable } from '../schema/charge.ts'
import { matching } from '../statements/matching.ts'

const key = ['organizationId', 'platform', 'day', 'operation', 'profileId', 'unitPrice'] as const
const day = sql<string>`(at at time zone 'UTC')::date`.as('day')

const byReference = (one: Pick<ChargeTable, 'reference'>, other: Pick<ChargeTable, 'reference'>) =>
  Buffer.compare(Buffer.from(one.reference ?? ''), Buffer.from(other.reference ?? ''))

/** Stores charges and adds them to the sums of their UTC day. Ignores charges whose `reference` is already stored. */
export async function insertCharges(db: Db, rows: readonly Selectable<ChargeTable>[]): Promise<void> {
  if (rows.length === 0) return
  const insert = db.kysely.insertInto('charge').values(rows.toSorted(byReference))
  const recorded = insert.onConflict((conflict) => conflict.column('reference').doNothing())
  await db.kysely
    .with(
      'recorded',
      recorded.returning(['organizationId', 'platform', 'operation', 'profileId', 'unitPrice', 'count', day]),
    )
    .insertInto('chargeDay')
    .columns([...key, 'count'])
    .expression((query) =>
      query
        .selectFrom('recorded')
        .select([...key, ({ fn }) => fn.sum<number>('count').as('count')])
        .groupBy(key)
        .orderBy(sql`1, 2, 3, 4, 5, 6`),
    )
    .onConflict((conflict) => conflict.columns(key).doUpdateSet({ count: sql`charge_day.count + excluded.count` }))
    .execute()
}

/** The charges of an organization on a platform. `unitPrice` and `amount` are in thousandths of a US cent. */
export interface ChargeSums {
  operations: { operation: string; unitPrice: number; count: number }[]
  profiles: { profileId: string; amount: number }[]
  /** The UTC days (YYYY-MM-DD) with charges, the earliest first. */
  days: { day: string; amount: number }[]
}

type Groups = Nullable<Pick<ChargeDayTable, 'operation' | 'unitPrice' | 'profileId' | 'day'>>

/**
 * Returns what an organization was charged on a platform by operation and price, by profile, and by UTC day, for the
 * days from `from` to `to` (YYYY-MM-DD), both inclusive. The database adds up the rows, of which each profile can have
 * several for each day.
 */
export async function sumCharges(
  db: Db,
  { organizationId, platform, from, to }: { organizationId: string; platform: Platform; from: string; to: string },
): Promise<ChargeSums> {
  const rows = await db.kysely
    .selectFrom('chargeDay')
    .select(['operation', 'unitPrice', 'profileId', 'day', sql`sum(count)::float8`.as('count')])
    .select(sql`sum(count::bigint * unit_price)::float8`.as('amount'))
    .where(matching<'chargeDay'>({ organizationId, platform }))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(sql`grouping sets ((operation, unit_price), (profile_id), (day))`)
    .orderBy(sql`day, profile_id, operation, unit_price`)
    .$castTo<Groups & { count: number; amount: number }>()
    .execute()
  return {
    operations: rows.flatMap(({ operation, unitPrice, count }) =>
      operation === null || unitPrice === null ? [] : [{ operation, unitPrice, count }],
    ),
    profiles: rows.flatMap(({ profileId, amount }) => (profileId === null ? [] : [{ profileId, amount }])),
    days: rows.flatMap(({ day, amount }) => (day === null ? [] : [{ day, amount }])),
  }
}
