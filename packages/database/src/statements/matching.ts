import { type SelectType, sql } from 'kysely'
import type { Database } from '../schema/database.ts'
import { columnsOf } from './statement.ts'

/**
 * Returns the SQL condition that the columns of a row equal `values`, keyed by field. Undefined fields are ignored;
 * without other fields the condition is true. Columns are named without their table.
 */
export function matching<Table extends keyof Database>(
  values: {
    [Name in keyof Database[Table]]?: NonNullable<SelectType<Database[Table][Name]>> | undefined
  },
) {
  const equal = columnsOf(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return equal.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(equal, sql` and `)})`
}
