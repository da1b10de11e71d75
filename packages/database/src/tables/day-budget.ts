import { type Generated, sql } from 'kysely'
import type { Db } from '../connect.ts'

/** Units used of a quota that a network counts by the day, over all processes. `day` is the network's own, YYYY-MM-DD. */
export interface DayBudgetTable {
  bucket: string
  day: string
  used: Generated<number>
  closed: Generated<boolean>
}

interface Day {
  bucket: string
  day: string
}

/**
 * Takes `cost` units unless fewer than that would be left under `limit`, or the day was closed. Whether they were taken.
 *
 * The commit does not wait for the disk, since every call to a network with a quota waits for it: should the database
 * server crash, the units of its last fraction of a second are forgotten.
 * @see https://www.postgresql.org/docs/18/wal-async-commit.html (read 2026-11-22)
 */
export async function spendBudget(
  db: Db,
  { bucket, day, cost, limit }: Day & { cost: number; limit: number },
): Promise<boolean> {
  const { rows } = await sql<{ used: number }>`
    insert into day_budget as budget (bucket, day, used)
    select ${bucket}, ${day}::date, ${cost}::int
      from set_config('synchronous_commit', 'off', true)
      where ${cost}::int <= ${limit}::int
    on conflict (bucket, day) do update set used = budget.used + ${cost}::int
      where not budget.closed and budget.used + ${cost}::int <= ${limit}::int
    returning used`.execute(db)
  return rows.length > 0
}

/** The network itself said that the day's quota is gone: nothing more is taken until the next day. */
export async function closeBudget(db: Db, { bucket, day }: Day): Promise<void> {
  await db
    .insertInto('day_budget')
    .values({ bucket, day, closed: true })
    .onConflict((conflict) => conflict.columns(['bucket', 'day']).doUpdateSet({ closed: true }))
    .execute()
}

export async function usedBudget(db: Db, { bucket, day }: Day): Promise<number> {
  const row = await db
    .selectFrom('day_budget')
    .select('used')
    .where('bucket', '=', bucket)
    .where('day', '=', sql<string>`${day}::date`)
    .executeTakeFirst()
  return row?.used ?? 0
}
