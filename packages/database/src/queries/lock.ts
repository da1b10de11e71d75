import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'

/** Namespaces of advisory locks, so that different uses never meet. */
export const namespaces = { sweep: 2, lease: 3, commentChange: 6 } as const

/** Takes a lock until the end of the transaction. Returns false if another session holds it. */
export async function tryLockUntilEnd(tx: Tx, namespace: keyof typeof namespaces, name: string): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${namespaces[namespace]}::int, hashtext(${name})) as got`.execute(tx.kysely)
  return rows[0]?.got ?? false
}

/** The current time of the database's clock. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db.kysely)
  return rows[0]?.now ?? new Date(Number.NaN)
}
