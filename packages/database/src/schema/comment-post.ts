import type { Generated, Selectable, Updateable } from 'kysely'

/** A post whose comments are copied, or which the list of recent posts has; one row for each account and post. */
export interface CommentPostTable {
  id: string
  accountId: string
  postId: string
  /** The post's position in the list of recent posts, from 0; null for an older post. */
  rank: number | null
  /** The post as responses show it: JSON text. */
  summary: string
  /** Grows with every change of what responses show of the copy, and with every local write. */
  version: Generated<number>
  /** Whether a pass has read every top-level comment. */
  complete: Generated<boolean>
  /** As of when the copy is known to be what the network has; null before the first read. */
  syncedAt: Generated<Date | null>
  /** The network's cursor after what the copy holds; null once it is complete. */
  nextCursor: Generated<string | null>
  readAt: Date
  /** When a refresh was queued that has not ended; in the future where the next one has to wait. */
  requestedAt: Generated<Date | null>
  leaseBy: Generated<string | null>
  leaseUntil: Generated<Date | null>
  /** The number of the latest pass over the post's comments. */
  pass: Generated<number>
  /** `full` looks at every comment, `newest` stops at the first page that is known; null while no pass is open. */
  passKind: Generated<'full' | 'newest' | null>
  /** `pages`: top-level comments. `threads`: replies beyond those that came with them. */
  passStage: Generated<'pages' | 'threads' | null>
  passCursor: Generated<string | null>
  /** The version of the copy when the pass began. */
  passVersion: Generated<number>
  passStartedAt: Generated<Date | null>
  passPages: Generated<number>
  /** Comments that the pass has seen. */
  passRows: Generated<number>
  passRestarts: Generated<number>
  /** When the latest full pass began that has ended, and its pages. */
  fullAt: Generated<Date | null>
  fullPages: Generated<number>
  /** When the first full pass that has ended had begun; null before, and in rows that are older than the column. */
  firstFullAt: Generated<Date | null>
}

export type CommentPostRow = Selectable<CommentPostTable>

export type CommentPostChanges = Omit<Updateable<CommentPostTable>, 'id' | 'accountId' | 'postId' | 'version'>
