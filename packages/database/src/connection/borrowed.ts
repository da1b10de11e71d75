import type pg from 'pg'
import { isReadTimeout } from './errors.ts'
import { isReadOnlyError } from './servers.ts'

/** A connection of a pool until it is released. */
export interface Borrowed {
  client: pg.PoolClient
  /**
   * Sends a statement. The connection is closed if the client stopped waiting for the response, and at its release if its
   * server takes no writes any more.
   */
  watch<T>(send: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** Returns the connection to the pool, or closes it with `destroy`. */
  release(destroy?: boolean): void
}

/** Takes a connection from a pool. */
export async function borrow(pool: { connect(): Promise<pg.PoolClient> }): Promise<Borrowed> {
  const client = await pool.connect()
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
        if (isReadTimeout(error)) release(true)
        isReadOnly ||= isReadOnlyError(error)
        throw error
      }
    },
    release,
  }
}
