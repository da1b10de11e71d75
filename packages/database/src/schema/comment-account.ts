import type { Generated, Selectable } from 'kysely'

/**
 * The state of the comment copies of each account, apart from its posts. A copy is the stored set of a post's comments.
 */
export interface CommentAccountTable {
  accountId: string
  /** Grows with every change of the list of recent posts. */
  version: Generated<number>
  postsSyncedAt: Generated<Date | null>
  /** When a refresh of the list of posts was queued; null once it has ended. */
  postsRequestedAt: Generated<Date | null>
  /** When the newest comments over all posts were last requested from the network. */
  newestRequestedAt: Generated<Date | null>
  /** The network's id of the newest comment in that response. */
  newestId: Generated<string | null>
  /** Until when background calls wait because the network has throttled them. */
  pausedUntil: Generated<Date | null>
  /** The account's `updated_at` when the network reported that its connection has no access to comments. */
  expiredAt: Generated<Date | null>
}

/** The state of the comment copies of one account. */
export type CommentAccountRow = Selectable<CommentAccountTable>
