import type pg from 'pg'
import { checkWritable } from './servers.ts'

/**
 * Returns whether a connection of the pool reaches a server that accepts writes; false also if the pool gives no
 * connection. A connection that fails the check is closed, so that the next one may reach another server.
 */
export async function takesWrites(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect().catch(() => undefined)
  if (!client) return false
  const isWritable = await checkWritable(client).then(
    () => true,
    () => false,
  )
  client.release(!isWritable)
  return isWritable
}
