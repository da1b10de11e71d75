import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { firstIdOf } from '../statements/first-id.ts'

/** The columns of PostgreSQL's catalogue that describe partitions, without those that only fragments name. */
type Catalogue = {
  pgClass: { oid: number; relname: string; relnamespace: number; relkind: string; relispartition: boolean }
  pgInherits: { inhrelid: number; inhparent: number; inhdetachpending: boolean }
  pgPartitionedTable: { partrelid: number }
  pgAttribute: { attrelid: number; attnum: number }
}

/** Returns the query builder with the tables of PostgreSQL's catalogue that describe partitions. */
export const catalogueOf = ({ kysely }: Db) => kysely.$extendTables<Catalogue>()

/** Returns SQL for the catalogue's id of a table; null if it does not exist. */
export const idOf = (table: string) => sql<number>`to_regclass(${table})`

/**
 * Returns a query of the partitions of a table. Reads the catalogue, as functions such as `to_regclass` cache names.
 */
export function partitionsOf(db: Db, table: string) {
  const attached = catalogueOf(db).selectFrom('pgInherits').innerJoin('pgClass', 'oid', 'inhrelid')
  return attached.select('relname as name').where('inhparent', '=', idOf(table))
}

/** The supported types of partition keys, each with a function that returns the smallest key of a time as SQL text. */
const firstValues = {
  uuid: firstIdOf,
  timestamptz: (at: Date) => at.toISOString(),
} as const

type RangeType = keyof typeof firstValues

/** The key column by which a table is partitioned: a time, or ids that begin with their time (uuidv7). */
export interface RangeKey {
  type: RangeType
  /** Returns the smallest key of a time, as SQL text. */
  firstOf(at: Date): string
}

const isRangeType = (type: string | undefined): type is RangeType => type !== undefined && type in firstValues

/**
 * Reads by what kind of key, uuidv7 or time, a table is partitioned.
 * @throws Error if the table does not exist or is not partitioned by the range of one uuid or time
 */
export async function rangeKeyOf(db: Db, table: string): Promise<RangeKey> {
  const key = await catalogueOf(db)
    .selectFrom('pgPartitionedTable')
    .innerJoin('pgAttribute', (join) => join.onRef('attrelid', '=', 'partrelid').on('attnum', '=', sql`partattrs[0]`))
    // Functions that write types, such as `format_type`, depend on settings.
    .select(sql<string>`(select typname from pg_type where oid = atttypid)`.as('type'))
    .where('partrelid', '=', idOf(table))
    .where(sql<boolean>`partstrat = 'r' and partnatts = 1`)
    .executeTakeFirst()
  const type = key?.type
  if (!isRangeType(type)) throw new Error(`${table} is not partitioned by the range of one id or time`)
  return { type, firstOf: firstValues[type] }
}
