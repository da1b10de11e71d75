import type { Platform } from '@carillon/domain'
import { type Selectable, sql } from 'kysely'
import { columnsOfRow } from '../connection/columns.ts'
import type { Db } from '../db.ts'
import type { ChargeDayTable, ChargeTable } from '../schema/charge.ts'

/** Stores charges and adds them to the sums of their UTC day. Ignores charges whose `reference` is already stored. */
export async function insertCharges(db: Db, rows: readonly Selectable<ChargeTable>[]): Promise<void> {
  if (rows.length === 0) return
  const inOrder = rows.toSorted((one, other) =>
    Buffer.compare(Buffer.from(one.reference ?? ''), Buffer.from(other.reference ?? '')),
  )
  const columns = sql.raw(
    'id, organization_id, profile_id, account_id, platform, operation, count, unit_price, reference, at',
  )
  await sql`
    with recorded as (
      insert into charge (${columns}) select ${columns}
      from json_populate_recordset(null::charge, ${JSON.stringify(inOrder.map(columnsOfRow))}::json)
      on conflict (reference) do nothing returning *
    )
    insert into charge_day as stored (organization_id, platform, day, operation, profile_id, unit_price, count)
    select organization_id, platform, (at at time zone 'UTC')::date, operation, profile_id, unit_price, sum(count)
    from recorded group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (organization_id, platform, day, operation, profile_id, unit_price)
      do update set count = stored.count + excluded.count`.execute(db.kysely)
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
