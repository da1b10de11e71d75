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

/** Part of a handwritten statement, and the values of its parameters. */
export interface Part {
  text: string
  values: unknown[]
}

/** Columns and their values; a column without a value is left out. Their names come from this code alone. */
export function columnsOf(row: object): { names: string[]; values: unknown[] } {
  const columns = Object.entries(row).filter(([, value]) => value !== undefined)
  return { names: columns.map(([name]) => name), values: columns.map(([, value]) => value) }
}

/** Inserts rows that have the same columns, one at least; the parameters begin with `first`. */
export function insertOf(table: string, rows: readonly object[], first = 1): Part {
  const columns = rows.map(columnsOf)
  const values = columns.flatMap((row) => row.values)
  const names = columns[0]?.names ?? []
  const places = rows.map((_, row) => names.map((_name, at) => `$${first + row * names.length + at}`).join(', '))
  const text = `insert into ${table} (${names.join(', ')}) values ${places.map((list) => `(${list})`).join(', ')}`
  return { text, values }
}
