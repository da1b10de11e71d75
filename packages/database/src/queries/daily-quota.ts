import { sql } from 'kysely'
import { mayChange } from '../connection/change-gate.ts'
import type { Db } from '../db.ts'
import { gather } from '../statements/gather.ts'
import { statement } from '../statements/statement.ts'

interface Day {
  bucket: string
  day: string
}

interface Consumption extends Day {
  cost: number
  limit: number
}

const nameOf = ({ bucket, day }: Day): string => `${bucket} ${day}`

/**
 * Returns the statement that consumes units of `count` daily quotas, as `consume` does. Its values are the bucket, day,
 * cost and limit of each quota.
 */
function consumption(count: number) {
  const places = Array.from({ length: count }, (_, at) => [1, 2, 3, 4].map((number) => `$${4 * at + number}`))
  const values = places.map(([bucket, day, cost]) => `(${bucket}::text, ${day}::date, ${cost}::int)`)
  const limits = places.map(
    ([bucket, day, , limit]) => `when budget.bucket = ${bucket} and budget.day = ${day} then ${limit}::int`,
  )
  // The commit does not wait for the disk. As a column of what is returned, the setting costs no scan of its own.
  const withoutWaiting = `set_config('synchronous_commit', 'off', true)`
  return statement<{ name: string }>(`
    insert into day_budget as budget (bucket, day, used) values ${values.join(', ')}
    on conflict (bucket, day) do update set used = budget.used + excluded.used
      where not budget.closed and budget.used + excluded.used <= case ${limits.join(' ')} end
    returning budget.bucket || ' ' || budget.day as name, ${withoutWaiting}`)
}

/** The statements of `consumption`, keyed by the number of quotas. */
const consumptions = new Map<number, ReturnType<typeof consumption>>()

const byName = (one: Consumption, other: Consumption) => (nameOf(one) < nameOf(other) ? -1 : 1)

/**
 * Consumes units of several daily quotas in one statement. Returns the names (`nameOf`) of the quotas of which units
 * were consumed, each with true; the others are used up or closed. Rows are locked in the order of their names, so that
 * two statements cannot deadlock.
 */
async function consume(db: Db, wanted: readonly Consumption[]): Promise<Map<string, true>> {
  const possible = wanted.filter(({ cost, limit }) => cost <= limit).toSorted(byName)
  if (possible.length === 0) return new Map()
  const run = consumptions.get(possible.length) ?? consumption(possible.length)
  consumptions.set(possible.length, run)
  const values = possible.flatMap(({ bucket, day, cost, limit }) => [bucket, day, cost, limit])
  return new Map((await run(db, values)).map(({ name }) => [name, true]))
}

/**
 * Consumes units of one daily quota, together with other calls of the same turn of the event loop. Undefined if none
 * were consumed. A second call for a quota gets another statement, as a statement can change each row only once.
 */
const consumeTogether = gather(nameOf, consume, {
  wait: () => new Promise<void>((done) => process.nextTick(done)),
  eachCounts: true,
})

/**
 * Consumes `cost` units of the daily quota `bucket` on `day` (YYYY-MM-DD in the time zone of the network). Returns
 * false, and consumes none, if that would exceed `limit` or `closeDailyQuota` has closed the quota. To be fast, the
 * commit does not wait for the disk: after a crash of the database server, the units of the last fraction of a second
 * are lost. Units of different quotas consumed in the same turn of the event loop share a statement.
 * @see https://www.postgresql.org/docs/18/wal-async-commit.html (read 2026-11-22)
 */
export async function consumeDailyQuota(db: Db, wanted: Consumption): Promise<boolean> {
  // A statement of several requests waits for what the first one has to store.
  await mayChange()
  return (await consumeTogether(db, wanted)) ?? false
}

/**
 * Closes a daily quota that the network has reported as used up: nothing more of it can be consumed for this day
 * (YYYY-MM-DD).
 */
export async function closeDailyQuota(db: Db, { bucket, day }: Day): Promise<void> {
  await db.kysely
    .insertInto('dailyQuota')
    .values({ bucket, day, closed: true })
    .onConflict((conflict) => conflict.columns(['bucket', 'day']).doUpdateSet({ closed: true }))
    .execute()
}

/**
 * Reads how many units of each of the given daily quotas were used on its `day` (YYYY-MM-DD), and whether it is closed,
 * because the network has reported it as used up. Quotas that were neither consumed from nor closed on their day are
 * left out.
 */
export async function readDailyQuotas(
  db: Db,
  days: readonly Day[],
): Promise<{ bucket: string; day: string; used: number; closed: boolean }[]> {
  if (days.length === 0) return []
  const wanted = days.map(({ bucket, day }) => sql`(${bucket}::text, ${day}::date)`)
  return db.kysely
    .selectFrom('dailyQuota')
    .select(['bucket', 'day', 'used', 'closed'])
    .where(sql<boolean>`(bucket, day) in (${sql.join(wanted)})`)
    .execute()
}
