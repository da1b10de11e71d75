import type { RawBuilder, SqlBool } from 'kysely'
import type { Db } from '../db.ts'

/** How long rows of one kind are kept, and why. */
export interface RetentionPolicy {
  table: string
  /** A description of the rows and of when their age begins, for the documentation. */
  rows: string
  keptHours: number
  /** The setting that replaces `keptHours`, in days; absent if the time is fixed. */
  setting?: 'AUDIT_KEPT_DAYS' | 'COMMENTS_KEPT_DAYS' | 'EVENTS_KEPT_DAYS' | 'REQUESTS_KEPT_DAYS'
  /** Returns the SQL condition for rows whose age began before a time. */
  where(before: Date): RawBuilder<SqlBool>
  /** The columns that are set to null; if absent, the row is deleted. */
  emptied?: readonly string[]
  /**
   * The maximum number of rows that one statement purges, for rows with which many of other tables are deleted; 1,000 if
   * absent.
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
