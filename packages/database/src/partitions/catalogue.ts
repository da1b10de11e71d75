import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** The columns of PostgreSQL's catalogue that describe partitions, without those that only fragments name. */
type Catalogue = {
  pgClass: { oid: number; relname: string; relnamespace: number; relkind: string; relispartition: boolean }
  pgInherits: { inhrelid: number; inhparent: number; inhdetachpending: boolean }
  pgPartitionedTable: { partrelid: number; partstrat: string; partnatts: number }
  pgAttribute: { attrelid: number; attnum: number }
}

/** Returns the query builder with the tables of PostgreSQL's catalogue that describe partitions. */
export const catalogueOf = ({ kysely }: Db) => kysely.$extendTables<Catalogue>()

/** Returns SQL for the catalogue's id of a table; null if it does not exist. */
export const idOf = (table: string) => sql<number>`to_regclass(${table})`

/** Returns a query of the partitions of a table. Reads the catalogue, as functions such as `to_regclass` cache names. */
export function partitionsOf(db: Db, table: string) {
  const attached = catalogueOf(db).selectFrom('pgInherits').innerJoin('pgClass', 'oid', 'inhrelid')
  return attached.select('relname as name').where('inhparent', '=', idOf(table))
}
