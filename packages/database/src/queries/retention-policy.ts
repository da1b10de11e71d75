import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db.ts'
import { createPartitionsAhead } from '../partitions/create-partitions.ts'
import { dropPartitionsBefore } from '../partitions/drop-partitions.ts'

/** How long rows of one kind are kept, and why. */
export interface RetentionPolicy {
  table: string
  /** A description of the rows and of when their age begins, for the documentation. */
  rows: string
  keptHours: number
  /** The setting that replaces `keptHours`, in days; absent if the time is fixed. */
  setting?: 'AUDIT_KEPT_DAYS' | 'COMMENTS_KEPT_DAYS' | 'EVENTS_KEPT_DAYS' | 'REQUESTS_KEPT_DAYS'
  /**
   * The hours for which rows are kept beyond the days of `setting`; they are kept for `keptHours` at least. Absent if
   * the setting replaces `keptHours`.
   */
  beyondSettingHours?: number
  /** Returns the SQL condition for rows whose age began before a time. */
  where(before: Date): RawBuilder<SqlBool>
  /** The columns that are set to null; if absent, the row is deleted. */
  emptied?: readonly string[]
  /**
   * The maximum number of rows that one statement purges; 1,000 if absent. Lower for rows with each of which many rows
   * of other tables are deleted.
   */
  atOnce?: number
  /**
   * True if the table is partitioned by day: the rows of a day are dropped together when all have reached their age.
   * Absent for other tables.
   */
  isPartitioned?: true
  /** Called before the rows of the days before `before` are dropped; absent if nothing is to be done. */
  prepare?(db: Db, before: Date): Promise<void>
  why: string
}

/**
 * Purges the rows whose retention period has ended at `now`, 1,000 or `atOnce` of the policy at a time, so that no
 * statement runs into its timeout, until none is left or the signal aborts. Rows that another transaction has locked
 * are left for the next run. For a partitioned table, drops whole partitions instead, and creates those of the next
 * days. Returns the number of purged rows or dropped partitions.
 */
export async function purgeRows(db: Db, policy: RetentionPolicy, now: Date, signal: AbortSignal): Promise<number> {
  const { table, emptied, atOnce = 1_000 } = policy
  const before = new Date(now.getTime() - policy.keptHours * 3_600_000)
  if (policy.isPartitioned) {
    await createPartitionsAhead(db, table, now)
    await policy.prepare?.(db, before)
    return (await dropPartitionsBefore(db, table, before)).length
  }
  const kysely = db.kysely.$extendTables<Record<string, Record<string, unknown>>>()
  const isOver = policy.where(before)
  const over = kysely.selectFrom(table).select('ctid').where(isOver).limit(atOnce).forUpdate().skipLocked()
  // The condition again, as a place (ctid) is unique within a partition only.
  const chosen = sql<boolean>`ctid = any(array${over}) and ${isOver}`
  const nulls = Object.fromEntries((emptied ?? []).map((column) => [column, sql`null`]))
  const change = emptied ? kysely.updateTable(table).set(nulls).where(chosen) : kysely.deleteFrom(table).where(chosen)
  let count = 0
  while (!signal.aborted) {
    const { numAffectedRows } = await kysely.executeQuery(change)
    count += Number(numAffectedRows ?? 0)
    if (numAffectedRows !== BigInt(atOnce)) break
  }
  return count
}
