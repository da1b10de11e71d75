import { columnOf } from '../connection/columns.ts'
import type { Db, Grouping } from '../db.ts'

/**
 * Returns a function that sends a handwritten statement with its values and returns its rows with camelCase fields. For
 * statements so frequent that building their text each time would be most of their cost;
 * `docs/decisions/0026-handwritten-statements.md` lists them.
 * @param grouping how it may share a transaction with the statements of simultaneous callers; absent for one of its own
 */
export function statement<Row>(
  text: string,
  grouping?: Grouping,
): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  return (db, values) => db.query<Row>(text, values, grouping)
}

/**
 * A part of a handwritten SQL statement, with the values of its parameters. The numbers of its placeholders (`$n`)
 * follow from the place of the part in the statement.
 */
export interface Part {
  text: string
  values: unknown[]
}

/**
 * Converts the field names of a row to column names (`createdAt` becomes `created_at`) and returns them with the
 * values, in the order of the fields, without fields that are undefined. The names must come from code, never from a
 * request.
 */
export function columnsOf(row: object): { names: string[]; values: unknown[] } {
  const columns = Object.entries(row).filter(([, value]) => value !== undefined)
  return { names: columns.map(([name]) => columnOf(name)), values: columns.map(([, value]) => value) }
}

/**
 * Builds an `insert … select` that inserts a row.
 * @param source the end of the `select`: `from` and a table, to insert the row once for each row of it, or `where` and
 *   a condition; empty by default, to insert the row once
 * @param first the number of the first placeholder (`$n`); 1 by default
 * @param computed SQL expressions for further columns, keyed by column name
 */
export function insertOf(
  table: string,
  row: object,
  {
    source = '',
    first = 1,
    computed = {},
  }: { source?: string; first?: number; computed?: Readonly<Record<string, string>> } = {},
): Part {
  const { names, values } = columnsOf(row)
  const selected = [...names.map((_, at) => `$${first + at}`), ...Object.values(computed)]
  const columns = [...names, ...Object.keys(computed)]
  return { text: `insert into ${table} (${columns.join(', ')}) select ${selected.join(', ')} ${source}`, values }
}
