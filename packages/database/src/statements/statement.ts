import { columnOf } from '../connection/columns.ts'
import type { Db } from '../db.ts'

/**
 * A statement that is written by hand, because building its text each time would be most of its cost.
 * `docs/decisions/0026-handwritten-statements.md` lists them.
 */
export function statement<Row>(text: string): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  return (db, values) => db.query<Row>(text, values)
}

/** Part of a handwritten statement, and the values of its parameters. */
export interface Part {
  text: string
  values: unknown[]
}

/**
 * The columns of a row and their values; a field without a value is left out. Their names come from this code alone.
 */
export function columnsOf(row: object): { names: string[]; values: unknown[] } {
  const columns = Object.entries(row).filter(([, value]) => value !== undefined)
  return { names: columns.map(([name]) => columnOf(name)), values: columns.map(([, value]) => value) }
}

interface InsertOptions {
  first?: number
  computed?: Readonly<Record<string, string>>
}

/**
 * Inserts one or more rows that have the same columns; the parameters begin with `first`.
 * @param computed further columns, with the SQL expressions of their values
 */
export function insertOf(
  table: string,
  rows: readonly object[],
  { first = 1, computed = {} }: InsertOptions = {},
): Part {
  const columns = rows.map(columnsOf)
  const values = columns.flatMap((row) => row.values)
  const names = columns[0]?.names ?? []
  const places = rows.map((_, row) => names.map((_name, at) => `$${first + row * names.length + at}`).join(', '))
  const [more, expressions] = [Object.keys(computed), Object.values(computed)]
  const lists = places.map((list) => `(${[list, ...expressions].join(', ')})`)
  const text = `insert into ${table} (${[...names, ...more].join(', ')}) values ${lists.join(', ')}`
  return { text, values }
}

/**
 * Inserts one row for each row of `source`, which is `from` and a table or `where` and a condition. Parameters and
 * computed columns are as those of `insertOf`.
 */
export function insertFrom(
  table: string,
  row: object,
  { source, first = 1, computed = {} }: InsertOptions & { source: string },
): Part {
  const { names, values } = columnsOf(row)
  const selected = [...names.map((_, at) => `$${first + at}`), ...Object.values(computed)]
  const columns = [...names, ...Object.keys(computed)]
  return { text: `insert into ${table} (${columns.join(', ')}) select ${selected.join(', ')} ${source}`, values }
}
