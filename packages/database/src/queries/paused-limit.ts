import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { PausedLimitTable } from '../schema/paused-limit.ts'

/**
 * Returns the first of some rate limits of networks that is paused by `pauseLimit`, with the seconds until calls are
 * allowed again, rounded up; null if none is paused.
 * @param keys the keys with which the limits are paused, in the order in which they are checked
 */
export async function findPausedLimit(
  db: Db,
  { keys, now }: { keys: readonly string[]; now: Date },
): Promise<{ key: string; seconds: number } | null> {
  if (keys.length === 0) return null
  const rows = await db.kysely
    .selectFrom('pausedLimit')
    .selectAll()
    .where('key', 'in', keys)
    .where('until', '>', now)
    .execute()
  const first = keys.flatMap((key) => rows.filter((row) => row.key === key))[0]
  return first ? { key: first.key, seconds: Math.ceil((first.until.getTime() - now.getTime()) / 1000) } : null
}

/**
 * Stores that no process may make calls under a network's rate limit until a time, because the limit is nearly or fully
 * used. Callers check this with `findPausedLimit`. Does nothing if the limit is already paused for longer.
 * @param key the name of the limit, which the caller chooses, such as `app:<user id>`
 */
export async function pauseLimit(db: Db, { key, until }: PausedLimitTable): Promise<void> {
  await db.kysely
    .insertInto('pausedLimit')
    .values({ key, until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ until: sql`greatest(paused_limit.until, excluded.until)` }),
    )
    .execute()
}
