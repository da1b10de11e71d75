import type { Generated, Selectable } from 'kysely'

/**
 * The state of reading comments for each account; `comment_post` has that of each post. A copy is the stored set of a
 * post's comments.
 */
export interface CommentAccountTable {
  accountId: string
  /** Grows with every change of the list of recent posts. */
  version: Generated<number>
  postsSyncedAt: Generated<Date | null>
  /**
   * When a refresh of the list of posts was queued; null once the refresh has ended. After a failed refresh: ten
   * minutes before the time from which clients can request the next one.
   */
  postsRequestedAt: Generated<Date | null>
  /** When a read of the newest comments over all posts was last queued; null if none was. */
  newestRequestedAt: Generated<Date | null>
  /** The time until which background calls wait because the network has throttled them; null if it never has. */
  pausedUntil: Generated<Date | null>
  /**
   * The account's `updated_at` when the network reported that the connection has no access to comments; null without
   * such a report, or if the list of posts was read since.
   */
  expiredAt: Generated<Date | null>
}

export type CommentAccountRow = Selectable<CommentAccountTable>
