import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import { namespaces } from '../statements/advisory-lock.ts'

/**
 * Takes the exclusive advisory lock of a namespace and name until the transaction ends, without waiting. Returns false
 * if another session has it.
 */
export async function tryLockUntilEnd(tx: Tx, namespace: keyof typeof namespaces, name: string): Promise<boolean> {
  const got = sql<boolean>`pg_try_advisory_xact_lock(${namespaces[namespace]}::int, hashtext(${name}))`
  const row = await tx.kysely.selectNoFrom(got.as('got')).executeTakeFirstOrThrow()
  return row.got
}

/** Returns the current time of the database's clock. */
export async function databaseTime(db: Db): Promise<Date> {
  const row = await db.kysely.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow()
  return row.now
}
