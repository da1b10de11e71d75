import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { type Borrowed, borrow } from './borrowed.ts'

const gates = new AsyncLocalStorage<Promise<unknown>>()

/**
 * Runs `work` at once, but holds back its changes of the database until `gate` resolves: for example, until the audit
 * entry of a request is stored. Reads do not wait; transactions wait before their commit, and other statements that
 * change data before they are sent. Resolves or rejects as `work` does.
 * @param gate resolves when changes may be stored, and does not reject
 */
export function changesAfter<T>(gate: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  return gates.run(gate, work)
}

/**
 * Resolves when the calling code may store a change: within `changesAfter` once its `gate` has resolved, elsewhere at
 * once.
 */
export async function mayChange(): Promise<void> {
  await gates.getStore()
}

/**
 * The minimum number of free connections with which one is taken before changes may be stored: the other one is left
 * for the statement that opens the gate.
 */
const minFree = 2

const freeOf = ({ options, idleCount, totalCount, waitingCount }: pg.Pool): number =>
  options.max - totalCount + idleCount - waitingCount

/**
 * Takes a connection from a pool; the caller has to release it. Within `changesAfter`, the last free connection is
 * taken only once the gate (the promise after which changes may be stored) has resolved: it is left for the statement
 * that resolves the gate.
 * @throws the error of the pool, for which `changedNothing` is true, if it gives no connection
 */
export function borrowBeforeChange(pool: pg.Pool): Promise<Borrowed> {
  const gate = gates.getStore()
  // Nothing may come between the look at the pool and the request for a connection.
  return gate === undefined || freeOf(pool) >= minFree ? borrow(pool) : gate.then(() => borrow(pool))
}

/**
 * Matches statements that store nothing: the beginning and the rollback of a transaction, and a `select` that calls no
 * function which changes rows.
 */
const read = /^\s*(?:select|begin|start transaction|rollback)\b(?!.*\b(?:queue_job|take_key_budget)\()/is

/** Returns whether sending a statement stores a change, including changes of earlier statements of its transaction. */
function stores(text: string, client: pg.PoolClient | undefined): boolean {
  const isInTransaction = client?.getTransactionStatus() === 'T'
  return isInTransaction ? /^\s*commit\b/i.test(text) : !read.test(text)
}

/**
 * Resolves when a statement may be sent: at once or, if it stores a change within `changesAfter`, once the `gate` has
 * resolved. In a transaction, only `commit` counts as storing a change.
 * @param text the SQL of the statement
 * @param client the connection on which it is sent; absent if it has none yet, so that it is outside of a transaction
 */
export async function maySend(text: string, client?: pg.PoolClient): Promise<void> {
  const gate = gates.getStore()
  if (gate !== undefined && stores(text, client)) await gate
}
