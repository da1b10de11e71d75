import { sql } from 'kysely'
import pg from 'pg'
import { type Db, transaction } from '../db.ts'
import { lockUntilEnd } from '../statements/advisory-lock.ts'
import { putSchemaFirst } from '../statements/schema-first.ts'
import { partitionsOf, rangeKeyOf } from './catalogue.ts'

const dayMs = 86_400_000

interface Day {
  /** The name of the partition, such as `event_20261123`. */
  name: string
  from: Date
  to: Date
}

function daysOf(table: string, { from, to }: { from: Date; to: Date }): Day[] {
  const days: Day[] = []
  for (let at = Math.floor(from.getTime() / dayMs) * dayMs; at < to.getTime(); at += dayMs) {
    const date = new Date(at)
    const name = `${table}_${date.toISOString().slice(0, 10).replaceAll('-', '')}`
    days.push({ name, from: date, to: new Date(at + dayMs) })
  }
  return days
}

/** Returns those of the days that have no partition of the table. */
async function missing(db: Db, table: string, days: readonly Day[]): Promise<Day[]> {
  const ofDays = sql<string>`any(${days.map(({ name }) => name)}::text[])`
  const rows = await partitionsOf(db, table).where('relname', '=', ofDays).execute()
  const existing = new Set(rows.map(({ name }) => name))
  return days.filter(({ name }) => !existing.has(name))
}

/**
 * Creates the missing daily partitions (UTC) of a table for the period from `from` until before `to`. The table must be
 * partitioned by the range of one uuidv7 or time. Reads and writes of the table are not blocked. Processes that do this
 * at the same time wait for each other. Returns the names of the new partitions.
 * @throws Error if the table is not partitioned so; DatabaseError of pg with code 55P03 if another session locks the
 *   table for two seconds
 */
export async function createPartitions(db: Db, table: string, period: { from: Date; to: Date }): Promise<string[]> {
  const days = daysOf(table, period)
  if ((await missing(db, table, days)).length === 0) return []
  const key = await rangeKeyOf(db, table)
  return transaction(db, async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx.kysely)
    await putSchemaFirst(tx.kysely, { table, until: 'transaction' })
    await lockUntilEnd(tx, 'partitions', table)
    const wanted = await missing(tx, table, days)
    for (const { name, from, to } of wanted) {
      const [first, end] = [key.firstOf(from), key.firstOf(to)]
      await sql`create table ${sql.id(name)} (like ${sql.id(table)} including all excluding identity)`.execute(
        tx.kysely,
      )
      await sql`
        alter table ${sql.id(table)} attach partition ${sql.id(name)}
        for values from (${sql.lit(first)}) to (${sql.lit(end)})`.execute(tx.kysely)
    }
    return wanted.map(({ name }) => name)
  })
}

/**
 * Creates the missing partitions of a table for the day of `now` and the next 7 days (UTC), as workers, which call
 * this, may be stopped for that long. Returns the names of the new partitions.
 * @throws Error if the table is not partitioned by the range of one uuidv7 or time; DatabaseError of pg with code 55P03
 *   if another session locks the table for two seconds
 */
export function createPartitionsAhead(db: Db, table: string, now: Date): Promise<string[]> {
  return createPartitions(db, table, { from: now, to: new Date(now.getTime() + 7 * dayMs) })
}

/**
 * Returns whether a row was rejected because its table has no partition for it, and not because the row violates a
 * constraint.
 */
function lacksPartition(thrown: unknown, table: string): boolean {
  const { DatabaseError } = pg
  return thrown instanceof DatabaseError && thrown.code === '23514' && !thrown.constraint && thrown.table === table
}

/**
 * Runs `insert`. If the table has no partition for the rows, creates that of the day that `at` returns and runs
 * `insert` again. So no row is rejected even if workers, which create partitions ahead, have been stopped for long.
 * Rejects with any other error of `insert`, and with any error of the creation or the second run.
 * @param insert sends one statement, or one transaction, of which nothing is stored if it fails
 */
export async function withPartition<Result>(
  db: Db,
  { table, at }: { table: string; at: () => Date | Promise<Date> },
  insert: () => Promise<Result>,
): Promise<Result> {
  try {
    return await insert()
  } catch (error) {
    if (!lacksPartition(error, table)) throw error
    const from = await at()
    await createPartitions(db, table, { from, to: new Date(from.getTime() + 1) })
    return insert()
  }
}
