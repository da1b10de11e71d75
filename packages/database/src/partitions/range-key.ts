import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { firstIdOf } from '../statements/first-id.ts'

/** The supported types of partition keys, each with a function that returns the smallest key of a time as SQL text. */
const firstValues = {
  uuid: firstIdOf,
  'timestamp with time zone': (at: Date) => at.toISOString(),
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
  const { rows } = await sql<{ type: string }>`
    select format_type(atttypid, null) as type
    from pg_partitioned_table
    join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
    where partrelid = to_regclass(${table}) and partstrat = 'r' and partnatts = 1`.execute(db.kysely)
  const type = rows[0]?.type
  if (!isRangeType(type)) throw new Error(`${table} is not partitioned by the range of one id or time`)
  return { type, firstOf: firstValues[type] }
}
