import { CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/**
 * A handwritten statement for reads that are so frequent that building its text each time would be most of their cost.
 * It is prepared on each connection like every other statement with values.
 */
export function statement<Row>(text: string): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  return async (db, values) => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }
}
