import type pg from 'pg'
import { checkWritable, isReadOnlyError, openClient } from './servers.ts'

/**
 * Whether a connection of the pool takes writes. A connection whose server is read-only is closed, so that the next one
 * may reach the server that has taken its place.
 */
export async function takesWrites(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect().catch(() => undefined)
  if (!client) return false
  const failure: unknown = await checkWritable(client).then(
    () => undefined,
    (error: unknown) => error,
  )
  client.release(isReadOnlyError(failure) || undefined)
  return failure === undefined
}

export interface PoolWatch {
  close(): void
}

export interface PoolWatchOptions {
  pool: pg.Pool
  url: string
  /** Milliseconds between two checks. */
  everyMs?: number
  /** Milliseconds without a released connection after which a pool with waiting callers counts as stuck. */
  stuckAfterMs?: number
  /** Called once if the pool is stuck although a new connection takes writes. The process must then exit. */
  onStuck(): void
}

/** Whether a connection outside of the pool takes writes. */
async function takesWritesOutside(url: string): Promise<boolean> {
  const client = await openClient({ url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 }, async () => {}).catch(
    () => undefined,
  )
  client?.end().catch(() => {})
  return client !== undefined
}

/**
 * Watches a pool. It is stuck if callers wait, none of its connections has been released for longer than any statement
 * may take, and the database is not the reason: a new connection to it takes writes.
 */
export function watchPool({ pool, url, onStuck, everyMs = 5_000, stuckAfterMs = 25_000 }: PoolWatchOptions): PoolWatch {
  let lastAt = performance.now()
  let busy = false
  const note = () => {
    lastAt = performance.now()
  }
  async function check(): Promise<void> {
    if (pool.waitingCount === 0) return note()
    if (performance.now() - lastAt < stuckAfterMs) return
    const since = lastAt
    if (!(await takesWritesOutside(url)) || lastAt !== since) return
    clearInterval(timer)
    onStuck()
  }
  pool.on('release', note)
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    check()
      .catch(() => {})
      .finally(() => {
        busy = false
      })
  }, everyMs).unref()
  return { close: () => clearInterval(timer) }
}
