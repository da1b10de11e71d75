import { CompiledQuery, type PostgresPool } from 'kysely'
import type { Db } from './connect.ts'
import { poolOf } from './direct-pools.ts'

async function rowsOf<Row>(pool: PostgresPool, text: string, values: readonly unknown[]): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Row>(text, values)
    return rows
  } finally {
    client.release()
  }
}

/**
 * A handwritten statement for reads that are so frequent that building its text each time would be most of their cost.
 * It is prepared on each connection like every other statement with values.
 */
export function statement<Row>(text: string): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  return async (db, values) => {
    const pool = poolOf(db)
    if (pool !== undefined) return rowsOf(pool, text, values)
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }
}
