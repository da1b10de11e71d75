import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { PausedLimitTable } from '../schema/paused-limit.ts'

/**
 * Returns the first of the limits that is paused, with the remaining seconds, rounded up; null if none is.
 * @param keys the limits in the order in which they are checked
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

/** Pauses a limit until a time, for all processes. Does nothing if it is paused for longer. */
export async function pauseLimit(db: Db, { key, until }: PausedLimitTable): Promise<void> {
  await db.kysely
    .insertInto('pausedLimit')
    .values({ key, until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ until: sql`greatest(paused_limit.until, excluded.until)` }),
    )
    .execute()
}
