import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'

/** Namespaces of advisory locks, so that different uses never meet. */
export const namespaces = { sweep: 2, lease: 3, commentChange: 6, commentPush: 27, partitions: 25 } as const

/** Takes a lock until the end of the transaction. Returns false if another session holds it. */
export async function tryLockUntilEnd(tx: Tx, namespace: keyof typeof namespaces, name: string): Promise<boolean> {
  const got = sql<boolean>`pg_try_advisory_xact_lock(${namespaces[namespace]}::int, hashtext(${name}))`
  const row = await tx.kysely.selectNoFrom(got.as('got')).executeTakeFirstOrThrow()
  return row.got
}

/** Waits for a lock, and keeps it until the end of the transaction. */
export async function lockUntilEnd(tx: Tx, namespace: keyof typeof namespaces, name: string): Promise<void> {
  const lock = sql`pg_advisory_xact_lock(${namespaces[namespace]}::int, hashtext(${name}))`
  await tx.kysely.selectNoFrom(lock.as('locked')).execute()
}

/** The current time of the database's clock. */
export async function databaseTime(db: Db): Promise<Date> {
  const row = await db.kysely.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow()
  return row.now
}
