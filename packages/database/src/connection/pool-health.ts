import type pg from 'pg'
import { checkWritable, isReadOnlyError } from './servers.ts'

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
