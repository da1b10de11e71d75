import { type AliasedRawBuilder, type QueryCreator, type RawBuilder, type Selectable, sql } from 'kysely'
import { columnOf, columnsOfRow } from '../connection/columns.ts'
import type { Database } from '../schema/database.ts'

type Rows<Table extends keyof Database> = readonly Partial<Selectable<Database[Table]>>[]

/**
 * Returns rows as the table expression `given`, in their order, with the columns of their table. All rows together are
 * one parameter (JSON) of the statement.
 */
export function givenRows<Table extends keyof Database>(
  table: Table,
  rows: Rows<Table>,
): AliasedRawBuilder<Selectable<Database[Table]>, 'given'> {
  const records = sql`null::${sql.table(table)}, ${JSON.stringify(rows.map(columnsOfRow))}::json`
  return sql<Selectable<Database[Table]>>`json_populate_recordset(${records})`.as('given')
}

/**
 * Begins a statement that inserts rows, all of them as one parameter. Of rows with equal values in the columns `key`,
 * the statement inserts the first in the order `first`, an SQL expression such as `until desc`.
 */
export function insertGiven<Table extends keyof Database, Column extends keyof Database[Table] & string>(
  query: Pick<QueryCreator<Database>, 'insertInto' | 'selectFrom'>,
  [table, rows]: readonly [Table, Rows<Table>],
  { columns, key, first }: { columns: readonly Column[]; key: readonly Column[]; first: RawBuilder<unknown> },
) {
  const equal = key.map((name) => sql.ref(name))
  const given = query
    .selectFrom(givenRows(table, rows))
    .distinctOn(equal)
    .orderBy(sql.join([...equal, first]))
  return query
    .insertInto(table)
    .columns(columns)
    .expression(given.select(columns.map((name) => sql.ref(name).as(name))))
}

/**
 * Returns rows as the table expression `wanted`, in their order, with one parameter (an array) for each column.
 * @param types the columns and their SQL types
 */
export function wantedRows<Row extends object>(
  rows: readonly Row[],
  types: { readonly [Field in keyof Row & string]: 'uuid' | 'text' | 'timestamptz' },
): AliasedRawBuilder<Row, 'wanted'> {
  const columns = Object.entries<string>(types)
  const lists = columns.map(([field, type]) => sql`${rows.map((row) => Reflect.get(row, field))}::${sql.raw(type)}[]`)
  const names = sql.raw(columns.map(([field]) => columnOf(field)).join(', '))
  return sql<Row>`unnest(${sql.join(lists)})`.as<'wanted'>(sql`wanted (${names})`)
}
