import { type SelectType, sql } from 'kysely'
import type { Database } from '../schema/database.ts'
import { columnsOf } from './statement.ts'

/**
 * Returns the SQL condition that columns, which it names without their table, have these values. Fields that are
 * undefined do not count: without any, it is always true.
 */
export function matching<Table extends keyof Database>(
  values: {
    [Name in keyof Database[Table]]?: NonNullable<SelectType<Database[Table][Name]>> | undefined
  },
) {
  const equal = columnsOf(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return equal.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(equal, sql` and `)})`
}
