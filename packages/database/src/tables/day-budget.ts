import { type Generated, sql } from 'kysely'
import type { Db } from '../connect.ts'
import { statement } from '../statement.ts'

/** Units used of a quota that a network counts by the day, over all processes. `day` is the network's own, YYYY-MM-DD. */
export interface DailyQuotaTable {
  bucket: string
  day: string
  used: Generated<number>
  closed: Generated<boolean>
}

interface Day {
  bucket: string
  day: string
}

interface Spend extends Day {
  cost: number
  limit: number
}

interface Waiting extends Spend {
  resolve(taken: boolean): void
  reject(error: unknown): void
}

/** Rows are locked in one order, so that two statements never wait for each other. */
const spend = statement<{ name: string }>(`
  insert into day_budget as budget (bucket, day, used)
  select bucket, day, cost
  from unnest($1::text[], $2::date[], $3::int[], $4::int[]) as spend (bucket, day, cost, maximum),
    set_config('synchronous_commit', 'off', true)
  where cost <= maximum
  order by bucket, day
  on conflict (bucket, day) do update set used = budget.used + excluded.used
    where not budget.closed and budget.used + excluded.used <= (
      select maximum from unnest($1::text[], $2::date[], $4::int[]) as spend (bucket, day, maximum)
      where spend.bucket = budget.bucket and spend.day = budget.day)
  returning bucket || ' ' || day as name`)

const nameOf = ({ bucket, day }: Day): string => `${bucket} ${day}`

async function spendAll(db: Db, spends: readonly Waiting[]): Promise<void> {
  try {
    const values = [
      spends.map(({ bucket }) => bucket),
      spends.map(({ day }) => day),
      spends.map(({ cost }) => cost),
      spends.map(({ limit }) => limit),
    ]
    const taken = new Set((await spend(db, values)).map(({ name }) => name))
    for (const each of spends) each.resolve(taken.has(nameOf(each)))
  } catch (error) {
    for (const { reject } of spends) reject(error)
  }
}

/** Spends of the same turn by their day; one statement may take out of a row only once. */
const gatherings = new WeakMap<Db, Map<string, Waiting>>()

function begin(db: Db): Map<string, Waiting> {
  const gathering = new Map<string, Waiting>()
  gatherings.set(db, gathering)
  process.nextTick(() => {
    if (gatherings.get(db) === gathering) gatherings.delete(db)
    void spendAll(db, [...gathering.values()])
  })
  return gathering
}

/**
 * Takes `cost` units of a daily quota and returns whether they were available: fewer than `limit` allows, and the day
 * not closed. Units of different quotas that are taken in the same turn of the event loop, such as those of one report,
 * share a statement. The commit does not wait for the disk, because every call with a quota waits for it; if the
 * database server crashes, the units of the last fraction of a second are lost.
 * @see https://www.postgresql.org/docs/18/wal-async-commit.html (read 2026-11-22)
 */
export function consumeDailyQuota(db: Db, wanted: Spend): Promise<boolean> {
  const name = nameOf(wanted)
  const open = gatherings.get(db)
  const gathering = open === undefined || open.has(name) ? begin(db) : open
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  gathering.set(name, { ...wanted, resolve, reject })
  return promise
}

/** Closes a daily quota after the network has reported it as used up: nothing can be taken until the next day. */
export async function closeDailyQuota(db: Db, { bucket, day }: Day): Promise<void> {
  await db
    .insertInto('day_budget')
    .values({ bucket, day, closed: true })
    .onConflict((conflict) => conflict.columns(['bucket', 'day']).doUpdateSet({ closed: true }))
    .execute()
}

/** What is used of several daily quotas; those of which nothing was taken are left out. */
export async function readDailyQuotas(
  db: Db,
  days: readonly Day[],
): Promise<{ bucket: string; used: number; closed: boolean }[]> {
  if (days.length === 0) return []
  const wanted = days.map(({ bucket, day }) => sql`(${bucket}::text, ${day}::date)`)
  return db
    .selectFrom('day_budget')
    .select(['bucket', 'used', 'closed'])
    .where(sql<boolean>`(bucket, day) in (${sql.join(wanted)})`)
    .execute()
}

/** Units of a daily quota that are used on a day; 0 if none. */
export async function usedDailyQuota(db: Db, { bucket, day }: Day): Promise<number> {
  const row = await db
    .selectFrom('day_budget')
    .select('used')
    .where('bucket', '=', bucket)
    .where('day', '=', sql<string>`${day}::date`)
    .executeTakeFirst()
  return row?.used ?? 0
}
