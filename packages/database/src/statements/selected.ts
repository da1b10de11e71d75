import { sql } from 'kysely'

/** Returns the values of a row as columns of an `insert … select`. The values get the types of the table's columns. */
export function selected(row: object) {
  return Object.entries(row).map(([name, value]) => sql`${value}`.as(name))
}
