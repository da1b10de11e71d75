import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { Database } from '../schema/database.ts'

/** Returns whether a query, which need not select a column, has a row. */
export async function hasRows<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, unknown>,
): Promise<boolean> {
  return (await query.select(sql`1`.as('one')).limit(1).executeTakeFirst()) !== undefined
}

/** Counts the rows of a query. */
export async function countRows({ kysely }: Db, query: Expression<unknown>): Promise<number> {
  const rows = kysely.selectFrom(sql`(${query})`.as('counted')).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await rows.executeTakeFirstOrThrow()).count
}
