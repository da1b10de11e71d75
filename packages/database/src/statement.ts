import { CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/**
 * A statement that is written by hand, for reads that come so often that building the same text each time would be most
 * of their cost. It is prepared on each connection like every other one with values.
 */
export function statement<Row>(text: string): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  return async (db, values) => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }
}
