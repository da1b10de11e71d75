import type { Generated, Selectable, Updateable } from 'kysely'

/** A post whose comments are copied, or which the list of recent posts has; one row for each account and post. */
export interface CommentPostTable {
  id: string
  account_id: string
  post_id: string
  /** The post's place in the list of recent posts, from 0; null for an older post. */
  rank: number | null
  /** The post as responses show it: JSON text. */
  summary: string
  /** Grows with every change of what responses show of the copy, and with every local write. */
  version: Generated<number>
  /** Whether a pass has read every top-level comment. */
  complete: Generated<boolean>
  /** As of when the copy is known to be what the network has; null before the first read. */
  synced_at: Generated<Date | null>
  /** The network's cursor after what the copy holds; null once it is complete. */
  next_cursor: Generated<string | null>
  read_at: Date
  /** When a refresh was queued that has not ended; in the future where the next one has to wait. */
  requested_at: Generated<Date | null>
  lease_by: Generated<string | null>
  lease_until: Generated<Date | null>
  /** The number of the latest pass over the post's comments. */
  pass: Generated<number>
  /** `full` looks at every comment, `newest` stops at the first page that is known; null while no pass is open. */
  pass_kind: Generated<'full' | 'newest' | null>
  /** `pages`: top-level comments. `threads`: replies beyond those that came with them. */
  pass_stage: Generated<'pages' | 'threads' | null>
  pass_cursor: Generated<string | null>
  /** The version of the copy when the pass began. */
  pass_version: Generated<number>
  pass_started_at: Generated<Date | null>
  pass_pages: Generated<number>
  /** Comments that the pass has seen. */
  pass_rows: Generated<number>
  pass_restarts: Generated<number>
  /** When the latest full pass began that has ended, and its pages. */
  full_at: Generated<Date | null>
  full_pages: Generated<number>
}

export type CommentPostRow = Selectable<CommentPostTable>

export type CommentPostChanges = Omit<Updateable<CommentPostTable>, 'id' | 'account_id' | 'post_id' | 'version'>
