import type { Generated, Selectable } from 'kysely'

/** The state of an account whose comments are copied, apart from its posts. */
export interface CommentAccountTable {
  accountId: string
  /** Grows with every change of the list of recent posts. */
  version: Generated<number>
  postsSyncedAt: Generated<Date | null>
  /** When a refresh of the list of posts was queued that has not ended. */
  postsRequestedAt: Generated<Date | null>
  /** When the newest comments of all posts were last requested. */
  newestRequestedAt: Generated<Date | null>
  /** The newest comment of that response. */
  newestId: Generated<string | null>
  /** Until when background calls wait, after the network's own throttling. */
  pausedUntil: Generated<Date | null>
  /** The `updated_at` of the account when the network said that its connection does not reach comments. */
  expiredAt: Generated<Date | null>
}

export type CommentAccountRow = Selectable<CommentAccountTable>
