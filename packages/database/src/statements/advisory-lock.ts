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

/**
 * Takes the exclusive advisory lock of a namespace and name, waiting for it if necessary, and keeps it until the
 * transaction ends. Only code that takes the same lock is kept out.
 */
export async function lockUntilEnd(tx: Tx, namespace: keyof typeof namespaces, name: string): Promise<void> {
  const lock = sql`pg_advisory_xact_lock(${namespaces[namespace]}::int, hashtext(${name}))`
  await tx.kysely.selectNoFrom(lock.as('locked')).execute()
}
