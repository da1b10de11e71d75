import type { Generated, Selectable } from 'kysely'

/** What is known of an account whose comments are copied, beside its posts. */
export interface CommentAccountTable {
  account_id: string
  /** Grows with every change of the list of recent posts. */
  version: Generated<number>
  posts_synced_at: Generated<Date | null>
  /** When a refresh of the list of posts was queued that has not ended. */
  posts_requested_at: Generated<Date | null>
  /** When the newest comments of all posts were last asked for. */
  newest_requested_at: Generated<Date | null>
  /** The newest comment of that response. */
  newest_id: Generated<string | null>
  /** Until when background calls wait, after the network's own throttling. */
  paused_until: Generated<Date | null>
  /** The `updated_at` of the account when the network said that its connection does not reach comments. */
  expired_at: Generated<Date | null>
}

export type CommentAccountRow = Selectable<CommentAccountTable>
