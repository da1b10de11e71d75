import type pg from 'pg'
import { isReadTimeout, isUnreadable } from './errors.ts'
import { isReadOnlyError } from './servers.ts'

/** A connection that was taken from a pool, until it is released. */
export interface Borrowed {
  client: pg.PoolClient
  /**
   * Calls `send`, which sends a statement, and resolves or rejects as `send` does. Closes the connection at once if
   * this process stopped waiting for the response or could not read it. If the server rejected the statement because
   * the server is read-only, `release` closes the connection.
   */
  watch<T>(send: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** Returns the connection to the pool, or closes it if `destroy` is true. Further calls do nothing. */
  release(destroy?: boolean): void
}

/**
 * Takes a connection from a pool, waiting for one if necessary. The caller has to release it.
 * @throws the error of the pool, for which `changedNothing` is true, if it gives no connection
 */
export async function borrow(pool: { connect(): Promise<pg.PoolClient> }): Promise<Borrowed> {
  const client = await pool.connect().catch((error: Error) => {
    throw Object.assign(error, { wasNeverSent: true })
  })
  let isReadOnly = false
  let isReleased = false
  function release(destroy = false): void {
    if (isReleased) return
    isReleased = true
    client.release(destroy || isReadOnly)
  }
  return {
    client,
    async watch(send) {
      try {
        return await send(client)
      } catch (error) {
        if (isReadTimeout(error) || isUnreadable(error)) release(true)
        isReadOnly ||= isReadOnlyError(error)
        throw error
      }
    },
    release,
  }
}
