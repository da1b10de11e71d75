import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { NetworkMinuteTable, PublishHourTable } from '../schema/status.ts'
import { firstIdOf } from '../statements/first-id.ts'

/** Numbers of calls to a network. */
export type NetworkCalls = Omit<NetworkMinuteTable, 'minute'>

const counts = ['calls', 'failed', 'slow'] as const

/**
 * Adds the numbers of calls that this process made to networks in the minute from `minute` on to the stored sums over
 * all processes. `rows` has one row for each network.
 */
export async function addNetworkCalls(
  db: Db,
  { minute, rows }: { minute: Date; rows: readonly NetworkCalls[] },
): Promise<void> {
  const given = JSON.stringify(rows.map((row) => ({ ...row, minute })))
  const records = sql<NetworkMinuteTable>`json_populate_recordset(null::network_minute, ${given}::json)`.as('given')
  const columns = ['network', 'minute', ...counts] as const
  await db.kysely
    .insertInto('networkMinute')
    .columns(columns)
    .expression((query) => query.selectFrom(records).select(columns).orderBy('network'))
    .onConflict((conflict) =>
      conflict.columns(['network', 'minute']).doUpdateSet({
        calls: sql`network_minute.calls + excluded.calls`,
        failed: sql`network_minute.failed + excluded.failed`,
        slow: sql`network_minute.slow + excluded.slow`,
      }),
    )
    .execute()
}

/**
 * Returns the numbers of calls in the minutes that began at `since` or later, by network. Networks without calls are
 * left out.
 */
export function sumNetworkCalls(db: Db, since: Date): Promise<NetworkCalls[]> {
  const calls = db.kysely.selectFrom('networkMinute').select('network').where('minute', '>=', since).groupBy('network')
  return calls.select(({ fn }) => counts.map((count) => fn.sum<number>(count).as(count))).execute()
}

/**
 * Counts the publishes that were created in the hour that begins at `hour`, by network, status and error code, and
 * replaces the stored counts of that hour.
 */
export async function countPublishesOfHour(db: Db, hour: Date): Promise<void> {
  const end = new Date(hour.getTime() + 3_600_000)
  const code = sql<string>`case when status = 'failed' then coalesce(error->>'code', 'internal_error') else '' end`
  const publishes = db.kysely.selectFrom('externalWrite').where('kind', '=', sql.lit('publish'))
  const ofHour = publishes.where('id', '>=', firstIdOf(hour)).where('id', '<', firstIdOf(end))
  const counted = ofHour
    .select([sql<Date>`${hour}::timestamptz`.as('hour'), 'platform as network', 'status', code.as('code')])
    .select(({ fn }) => fn.countAll<number>().as('publishes'))
    .groupBy(['platform', 'status', code])
  const isGone = sql<boolean>`not exists (
    select from counted where (counted.network, counted.status, counted.code) = (stored.network, stored.status, stored.code))`
  const key = ['hour', 'network', 'status', 'code'] as const
  await db.kysely
    .with('counted', counted)
    .with('gone', db.kysely.deleteFrom('publishHour as stored').where('hour', '=', hour).where(isGone))
    .insertInto('publishHour')
    .columns([...key, 'publishes'])
    .expression((query) => query.selectFrom('counted').select([...key, 'publishes']))
    .onConflict((conflict) => conflict.columns(key).doUpdateSet({ publishes: sql`excluded.publishes` }))
    .execute()
}

const hoursSince = (db: Db, since: Date) => db.kysely.selectFrom('publishHour').where('hour', '>=', since)

/**
 * Returns the beginnings of the hours since a time, the earliest first, whose stored counts contain publishes that had
 * not ended or had an unknown outcome: these hours have to be counted again.
 */
export async function hoursWithOpenPublishes(db: Db, since: Date): Promise<Date[]> {
  const open = hoursSince(db, since).where('status', 'not in', ['succeeded', 'failed'])
  const rows = await open.select('hour').distinct().orderBy('hour').execute()
  return rows.map(({ hour }) => hour)
}

/**
 * The number of publishes of one network, with one status and error code, that were created on one day (UTC,
 * YYYY-MM-DD).
 */
export type PublishCount = Omit<PublishHourTable, 'hour'> & { day: string }

/**
 * Returns the stored numbers of publishes that were created since a time, by UTC day (oldest first), network, status
 * and error code, which is empty for publishes that have not failed.
 */
export function sumPublishes(db: Db, since: Date): Promise<PublishCount[]> {
  const day = sql<string>`to_char(hour at time zone 'utc', 'YYYY-MM-DD')`
  const publishes = sql<number>`sum(publishes)`.as('publishes')
  const byDay = hoursSince(db, since).groupBy([day, 'network', 'status', 'code']).orderBy(day)
  return byDay.select([day.as('day'), 'network', 'status', 'code', publishes]).execute()
}
