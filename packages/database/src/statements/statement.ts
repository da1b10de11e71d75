import { columnOf } from '../connection/columns.ts'
import type { Db, Grouping } from '../db.ts'

/**
 * Returns a function that sends a handwritten statement with its values and returns its rows with camelCase fields.
 * `docs/decisions/0026-handwritten-statements.md` says which statements are written by hand.
 * @param grouping how the statement may share a transaction with those of simultaneous callers; absent to send it alone
 */
export function statement<Row>(
  text: string,
  grouping?: Grouping,
): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  return (db, values) => db.query<Row>(text, values, grouping)
}

/** The values of the parameters of a handwritten statement, gathered while its text is built. */
export class Values {
  readonly list: unknown[] = []

  /** Adds a value and returns its placeholder (`$n`). */
  add(value: unknown): string {
    return `$${this.list.push(value)}`
  }
}

/**
 * Converts the field names of a row to column names (`createdAt` becomes `created_at`) and returns them with the
 * values, in the order of the fields, without fields that are undefined. The names must come from code, never from a
 * request.
 */
export function columnsOf(row: object): [name: string, value: unknown][] {
  const columns = Object.entries(row).filter(([, value]) => value !== undefined)
  return columns.map(([name, value]) => [columnOf(name), value])
}

/**
 * Returns an `insert … select` that inserts a row.
 * @param source the end of the `select`: empty (the default) to insert the row once, `from` and a table to insert
 *   it for each row of that table, or `where` and a condition
 * @param computed SQL expressions for further columns, keyed by column name
 */
export function insertOf(
  table: string,
  row: object,
  {
    values,
    source = '',
    computed = {},
  }: { values: Values; source?: string; computed?: Readonly<Record<string, string>> },
): string {
  const columns = columnsOf(row)
  const names = [...columns.map(([name]) => name), ...Object.keys(computed)]
  const selected = [...columns.map(([, value]) => values.add(value)), ...Object.values(computed)]
  return `insert into ${table} (${names.join(', ')}) select ${selected.join(', ')} ${source}`
}
