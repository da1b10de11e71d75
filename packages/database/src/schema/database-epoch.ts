import type { Generated } from 'kysely'

/** The one row that says on which timeline of the server the database is known to be. */
export interface DatabaseEpochTable {
  /** Always true: it keeps the table at one row. */
  onlyRow: Generated<true>
  /**
   * The timeline of the server, which grows when a standby is promoted or a backup recovered to a time; null where the
   * server has none or does not show it.
   * @see https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES (read 2026-11-23)
   */
  timeline: number | null
  /** `synchronous_standby_names` of the server that took writes, as the latest connection found it. */
  standbys: Generated<string>
  /** When a promotion was last noticed; null if none ever was. */
  raisedAt: Date | null
  /** The time of the last commit that the promoted server had received. */
  completeUntil: Date | null
}
