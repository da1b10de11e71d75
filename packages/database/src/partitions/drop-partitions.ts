import { sql } from 'kysely'
import pg from 'pg'
import { type Db, transaction } from '../db.ts'
import { catalogueOf, idOf, partitionsOf, rangeKeyOf } from './catalogue.ts'

/** The codes of PostgreSQL errors after which a partition is left for the next run. */
const leftForLater = new Set([
  // Another process detaches it (object not in prerequisite state), or has dropped it (undefined table).
  '55000',
  '42P01',
  // A transaction that may still read it takes long (lock not available, query cancelled by its timeout).
  '55P03',
  '57014',
  // Another process drops it as well, and each waits for a lock of the other (deadlock detected).
  '40P01',
])

/**
 * Runs one step of dropping a partition. Returns false if it failed with an error after which the partition is left for
 * the next run; otherwise true. Rejects with any other error.
 */
async function completed(step: () => Promise<unknown>): Promise<boolean> {
  try {
    await step()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && leftForLater.has(error.code ?? '')) return false
    throw error
  }
}

const markOf = (table: string): string => `ended partition of ${table}`

/**
 * Returns the partitions whose whole range is before a time. `isDetaching`: an earlier call of `detach` was
 * interrupted.
 */
async function endedPartitions(db: Db, table: string, before: Date): Promise<{ name: string; isDetaching: boolean }[]> {
  const key = await rangeKeyOf(db, table)
  const type = sql.raw(key.type)
  const first = sql`${key.firstOf(before)}::text::${type}`
  const bound = sql<string>`pg_get_expr(relpartbound, oid)`.as('bound')
  const partitions = partitionsOf(db, table).select(['inhdetachpending as isDetaching', bound])
  // Materialized: the bounds of other tables' partitions are of other types, and must not be read as this one's.
  return db.kysely
    .with((cte) => cte('partition').materialized(), partitions)
    .selectFrom('partition')
    .select(['name', 'isDetaching'])
    .where(sql`substring(bound from 'TO \\(''([^'']+)''\\)')::${type}`, '<=', first)
    .orderBy('name')
    .execute()
}

/**
 * Returns the names of the former partitions of a table that `detach` has detached and that have not been dropped yet.
 * Partitions that an operator has detached are left out.
 */
async function detachedPartitions(db: Db, table: string): Promise<string[]> {
  const classes = catalogueOf(db).selectFrom('pgClass')
  const schema = classes.select('relnamespace').where('oid', '=', idOf(table))
  const detached = classes.where('relkind', '=', sql.lit('r')).where('relispartition', '=', sql.lit(false))
  const ours = detached
    .where('relnamespace', '=', schema)
    .where(sql`obj_description(oid, 'pg_class')`, '=', markOf(table))
  const rows = await ours.select('relname as name').orderBy('relname').execute()
  return rows.map(({ name }) => name)
}

/**
 * Runs a change of tables in a transaction that waits at most two seconds for each lock. Returns false, without a
 * change, if it failed with an error after which the partition is left for the next run.
 */
function changeSoon(db: Db, change: ReturnType<typeof sql>): Promise<boolean> {
  return completed(() =>
    transaction(db, async (tx) => {
      await sql`set local lock_timeout = '2s'`.execute(tx.kysely)
      await change.execute(tx.kysely)
    }),
  )
}

/**
 * Detaches a partition without blocking reads or writes of the table, after waiting for transactions that may still
 * read the partition. If this is interrupted, the next call completes it.
 */
async function detach(db: Db, table: string, { name, isDetaching }: { name: string; isDetaching: boolean }) {
  const of = sql`alter table ${sql.id(table)} detach partition ${sql.id(name)}`
  if (isDetaching) return changeSoon(db, sql`${of} finalize`)
  const isMarked = await changeSoon(db, sql`comment on table ${sql.id(name)} is ${sql.lit(markOf(table))}`)
  return isMarked && completed(() => sql`${of} concurrently`.execute(db.kysely))
}

/**
 * Drops the partitions of a table whose whole range is before a time, without blocking reads or writes of the table. A
 * partition that another transaction still reads is dropped by a later call. Returns the names of the dropped
 * partitions. Call it outside of a transaction.
 * @throws Error if the table is not partitioned by the range of one uuidv7 or time
 */
export async function dropPartitionsBefore(db: Db, table: string, before: Date): Promise<string[]> {
  for (const partition of await endedPartitions(db, table, before)) await detach(db, table, partition)
  const dropped: string[] = []
  for (const name of await detachedPartitions(db, table)) {
    if (await changeSoon(db, sql`drop table ${sql.id(name)}`)) dropped.push(name)
  }
  return dropped
}
