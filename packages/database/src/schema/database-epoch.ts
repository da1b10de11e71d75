import type { Generated } from 'kysely'

/**
 * The single row that stores the last known timeline of the database server, by which the promotion of another server
 * is recognized.
 */
export interface DatabaseEpochTable {
  /** Always true: the primary key that keeps the table at one row. */
  onlyRow: Generated<true>
  /**
   * The timeline of the server, which grows when a standby is promoted and after point-in-time recovery; null if the
   * server does not report it.
   * @see https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES (read 2026-11-23)
   */
  timeline: number | null
  /** `synchronous_standby_names` of the server that accepts writes, as the latest connection read it. */
  standbys: Generated<string>
  /** When a promotion was last noticed; null if none was. */
  raisedAt: Date | null
  /**
   * The time of the last commit that the promoted server had received or, if unknown, when its newest external write
   * was created; null if it has no external write.
   */
  completeUntil: Date | null
  /**
   * `completeUntil` of the last promotion or, if another one was noticed within a day before it, of the earlier one, at
   * most two days before the last; null if it is not known. A trigger sets it.
   */
  lostFrom: Generated<Date | null>
  /** When the backup was begun from which the database was last restored (`restore note`); null if it never was. */
  restoredFrom: Generated<Date | null>
  /** When that restore was noted, after the installation from which the backup is had ended; null without one. */
  restoredAt: Generated<Date | null>
}
