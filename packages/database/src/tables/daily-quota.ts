import { type Generated, sql } from 'kysely'
import type { Db } from '../connect.ts'
import { statement } from '../statement.ts'

/** Units of a daily quota that all processes have used. `day` is the date in the network's time zone, as YYYY-MM-DD. */
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

interface Consumption extends Day {
  cost: number
  limit: number
}

interface PendingConsumption extends Consumption {
  resolve(consumed: boolean): void
  reject(error: unknown): void
}

/** Rows are locked in the order of their keys, so that two statements cannot deadlock. */
const consume = statement<{ name: string }>(`
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

async function consumeAll(db: Db, pending: readonly PendingConsumption[]): Promise<void> {
  try {
    const values = [
      pending.map(({ bucket }) => bucket),
      pending.map(({ day }) => day),
      pending.map(({ cost }) => cost),
      pending.map(({ limit }) => limit),
    ]
    const consumed = new Set((await consume(db, values)).map(({ name }) => name))
    for (const each of pending) each.resolve(consumed.has(nameOf(each)))
  } catch (error) {
    for (const { reject } of pending) reject(error)
  }
}

/** Consumptions of the same turn of the event loop, by quota and day. A statement can change each row only once. */
const gatherings = new WeakMap<Db, Map<string, PendingConsumption>>()

function begin(db: Db): Map<string, PendingConsumption> {
  const gathering = new Map<string, PendingConsumption>()
  gatherings.set(db, gathering)
  process.nextTick(() => {
    if (gatherings.get(db) === gathering) gatherings.delete(db)
    void consumeAll(db, [...gathering.values()])
  })
  return gathering
}

/**
 * Consumes `cost` units of a daily quota. Returns false, and consumes none, if that would exceed `limit` or the quota
 * is closed for the day. Units of different quotas that are consumed in the same turn of the event loop, such as those
 * of one report, share a statement. The commit does not wait for the disk, because every call with a quota waits for
 * it; if the database server crashes, the units of the last fraction of a second are lost.
 * @see https://www.postgresql.org/docs/18/wal-async-commit.html (read 2026-11-22)
 */
export function consumeDailyQuota(db: Db, wanted: Consumption): Promise<boolean> {
  const name = nameOf(wanted)
  const open = gatherings.get(db)
  const gathering = open === undefined || open.has(name) ? begin(db) : open
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  gathering.set(name, { ...wanted, resolve, reject })
  return promise
}

/** Closes a daily quota after the network has reported it as used up: nothing can be consumed until the next day. */
export async function closeDailyQuota(db: Db, { bucket, day }: Day): Promise<void> {
  await db
    .insertInto('day_budget')
    .values({ bucket, day, closed: true })
    .onConflict((conflict) => conflict.columns(['bucket', 'day']).doUpdateSet({ closed: true }))
    .execute()
}

/** Reads the used units of several daily quotas. Quotas from which nothing was consumed are not in the result. */
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
