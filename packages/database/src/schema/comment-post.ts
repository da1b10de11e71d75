import type { Generated, Selectable } from 'kysely'

/**
 * Posts with a copy of their comments, and posts in the list of recent posts: one row for each account and post. A pass
 * is one run through the comments of a post at the network, which updates the copy.
 */
export interface CommentPostTable {
  id: string
  accountId: string
  postId: string
  /** The post's position in the list of recent posts, from 0; null for an older post. */
  rank: number | null
  /** The post as responses contain it, as JSON text. */
  summary: string
  /** Grows with every visible change of the copy, and with every change through the API. */
  version: Generated<number>
  /**
   * Whether a pass has read every top-level comment. False also if the post has more comments than Carillon stores, or
   * if the network counts comments but lists none.
   */
  complete: Generated<boolean>
  /** The time up to which the copy is known to equal the network's state; null before the first read. */
  syncedAt: Generated<Date | null>
  /**
   * The network's cursor after the comments in the copy; null if the network lists no further comments, and before the
   * first read.
   */
  nextCursor: Generated<string | null>
  /** When a client last read the comments, to within an hour, or when the row was stored. */
  readAt: Date
  /**
   * When a refresh was queued; null once the refresh has ended. After a failed or postponed refresh: ten minutes before
   * the time from which clients can request the next one, so that the stored time can be in the future.
   */
  requestedAt: Generated<Date | null>
  leaseBy: Generated<string | null>
  leaseUntil: Generated<Date | null>
  /** The number of the latest pass over the post's comments. */
  pass: Generated<number>
  /** `full` reads every comment, `newest` stops at the first page whose comments are known; null if no pass is open. */
  passKind: Generated<'full' | 'newest' | null>
  /**
   * `pages` reads top-level comments, `threads` reads replies that did not come with their comment; null if no pass is
   * open.
   */
  passStage: Generated<'pages' | 'threads' | null>
  /**
   * The network's cursor of the next page of the pass; null for the first page. In the stage `threads`, the cursor
   * follows the id of the top-level comment and a space.
   */
  passCursor: Generated<string | null>
  /** The version of the copy when the pass began. */
  passVersion: Generated<number>
  passStartedAt: Generated<Date | null>
  passPages: Generated<number>
  /** The number of comments that the pass has seen. */
  passRows: Generated<number>
  /** How often the open pass has begun again without an end. */
  passRestarts: Generated<number>
  /** When the latest completed full pass began; null before it. `fullPages` is the number of its pages. */
  fullAt: Generated<Date | null>
  fullPages: Generated<number>
  /** When the first completed full pass began; null until it is completed, and in rows older than this column. */
  firstFullAt: Generated<Date | null>
}

export type CommentPostRow = Selectable<CommentPostTable>

/** The columns of a post that can be changed. */
export type CommentPostChanges = Partial<Omit<CommentPostRow, 'id' | 'accountId' | 'postId' | 'version'>>
