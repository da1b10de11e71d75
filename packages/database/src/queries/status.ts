import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { NetworkMinuteTable, PublishHourTable } from '../schema/status.ts'
import { firstIdOf } from '../statements/first-id.ts'

/** Numbers of calls to a network. */
export type NetworkCalls = Omit<NetworkMinuteTable, 'minute'>

/**
 * Adds the numbers of calls that this process made to networks in the minute from `minute` on to the stored sums over
 * all processes. `rows` has one row for each network.
 */
export async function addNetworkCalls(
  db: Db,
  { minute, rows }: { minute: Date; rows: readonly NetworkCalls[] },
): Promise<void> {
  await sql`
    insert into network_minute as stored (network, minute, calls, failed, slow)
    select network, ${minute}, calls, failed, slow
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (network text, calls int, failed int, slow int)
    order by network
    on conflict (network, minute) do update set
      calls = stored.calls + excluded.calls, failed = stored.failed + excluded.failed, slow = stored.slow + excluded.slow
  `.execute(db.kysely)
}

/**
 * Returns the numbers of calls in the minutes that began at `since` or later, by network. Networks without calls are
 * left out.
 */
export async function sumNetworkCalls(db: Db, since: Date): Promise<NetworkCalls[]> {
  const { rows } = await sql<NetworkCalls>`
    select network, sum(calls)::int as calls, sum(failed)::int as failed, sum(slow)::int as slow
    from network_minute where minute >= ${since} group by network`.execute(db.kysely)
  return rows
}

/**
 * Counts the publishes that were created in the hour that begins at `hour`, by network, status and error code, and
 * replaces the stored counts of that hour.
 */
export async function countPublishesOfHour(db: Db, hour: Date): Promise<void> {
  const end = new Date(hour.getTime() + 3_600_000)
  await sql`
    with counted as (
      select platform, status, case when status = 'failed' then coalesce(error->>'code', 'internal_error') else '' end as code,
        count(*)::int as publishes
      from external_write
      where kind = 'publish' and id >= ${firstIdOf(hour)} and id < ${firstIdOf(end)} group by 1, 2, 3
    ), gone as (
      delete from publish_hour as stored where hour = ${hour} and not exists (
        select from counted where platform = network and counted.status = stored.status and counted.code = stored.code)
    )
    insert into publish_hour (hour, network, status, code, publishes)
    select ${hour}, platform, status, code, publishes from counted
    on conflict (hour, network, status, code) do update set publishes = excluded.publishes`.execute(db.kysely)
}

/**
 * Returns the beginnings of the hours since a time, the earliest first, whose stored counts contain publishes that had
 * not ended or had an unknown outcome: these hours have to be counted again.
 */
export async function hoursWithOpenPublishes(db: Db, since: Date): Promise<Date[]> {
  const rows = await db.kysely
    .selectFrom('publishHour')
    .select('hour')
    .distinct()
    .where('hour', '>=', since)
    .where('status', 'not in', ['succeeded', 'failed'])
    .orderBy('hour')
    .execute()
  return rows.map(({ hour }) => hour)
}

/** The number of publishes with one outcome that were created on one day (UTC), YYYY-MM-DD. */
export type PublishCount = Omit<PublishHourTable, 'hour'> & { day: string }

/**
 * Returns the stored numbers of publishes that were created since a time, by UTC day (oldest first), network, status
 * and error code, which is empty for publishes that have not failed.
 */
export async function sumPublishes(db: Db, since: Date): Promise<PublishCount[]> {
  const { rows } = await sql<PublishCount>`
    select to_char(hour at time zone 'utc', 'YYYY-MM-DD') as day, network, status, code, sum(publishes)::int as publishes
    from publish_hour where hour >= ${since} group by 1, 2, 3, 4 order by 1`.execute(db.kysely)
  return rows
}
