import type { RawBuilder, SqlBool } from 'kysely'
import type { Db } from '../db.ts'

/** How long the rows of one kind are kept, and why. */
export interface RetentionPolicy {
  table: string
  /** Which rows, and from which event on their age counts; text for the documentation. */
  rows: string
  keptHours: number
  /** The setting that replaces `keptHours`, in days. */
  setting?: 'AUDIT_KEPT_DAYS' | 'COMMENTS_KEPT_DAYS' | 'EVENTS_KEPT_DAYS' | 'REQUESTS_KEPT_DAYS'
  /** The condition for rows whose age began before `before`. */
  where(before: Date): RawBuilder<SqlBool>
  /** Columns that are set to null; without them the row is deleted. */
  emptied?: readonly string[]
  /** The table is partitioned by day: a day's rows are dropped together when the period of the last one has ended. */
  isPartitioned?: true
  /** Called before the rows of days before `before` are dropped. */
  prepare?(db: Db, before: Date): Promise<void>
  why: string
}
