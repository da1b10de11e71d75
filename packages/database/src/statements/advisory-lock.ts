import { sql } from 'kysely'
import type { Tx } from '../db.ts'

/**
 * The numbers of the namespaces of advisory locks. Locks of different namespaces never block each other, unlike locks
 * of one namespace with the same name.
 */
export const namespaces = {
  sweep: 2,
  lease: 3,
  messages: 5,
  commentChange: 6,
  commentPush: 27,
  partitions: 25,
  quotaEvent: 22,
  auditChain: 29,
  requestLookup: 31,
  slots: 36,
  foundObjects: 37,
} as const

type Namespace = keyof typeof namespaces

const keyOf = (namespace: Namespace, name: string) => sql`${namespaces[namespace]}::int, hashtext(${name})`

/**
 * Takes the advisory lock of a namespace and name, waiting for it if necessary, and keeps it until the transaction
 * ends. Only code that takes the same lock is kept out. Transactions that share the lock do not wait for each other.
 */
export async function lockUntilEnd(
  tx: Tx,
  namespace: Namespace,
  name: string,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const key = keyOf(namespace, name)
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`
  await tx.kysely.selectNoFrom(lock.as('locked')).execute()
}

/**
 * Takes the exclusive advisory lock of a namespace and name until the transaction ends, without waiting. Returns false
 * if another session has it.
 */
export async function tryLockUntilEnd(tx: Tx, namespace: Namespace, name: string): Promise<boolean> {
  const got = sql<boolean>`pg_try_advisory_xact_lock(${keyOf(namespace, name)})`
  const row = await tx.kysely.selectNoFrom(got.as('got')).executeTakeFirstOrThrow()
  return row.got
}
