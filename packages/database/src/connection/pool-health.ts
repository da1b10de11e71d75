import type pg from 'pg'
import { checkWritable } from './servers.ts'

/**
 * Whether a connection of the pool takes writes. A connection that does not take them is closed: the next one may
 * reach the server that has taken the place of a read-only one, and one that did not respond may never do so.
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
