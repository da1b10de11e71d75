import type { Generated, Selectable } from 'kysely'

/** The copy of a comment or reply. Versions are those of its post's copy: they order reads and writes without a clock. */
export interface CommentTable {
  account_id: string
  id: string
  copy_id: string
  parent_id: string | null
  created_at: Date
  /** The comment as responses show it: JSON text. */
  content: string
  /** The latest pass that has seen it. */
  seen_pass: Generated<number>
  /** Of a top-level comment: the latest pass that has read its whole thread. */
  thread_pass: Generated<number>
  /** Of a top-level comment: whether the pass that is going on still has to read its replies. */
  thread_open: Generated<boolean>
  created_version: number
  /** The version at which the read began that `content` comes from. */
  fetch_version: Generated<number>
  /** The versions of our own latest changes: a read that began before one must not undo it. */
  hidden_version: Generated<number>
  liked_version: Generated<number>
  /** Of a top-level comment: the version at which a reply was last added or deleted through this API. */
  replies_version: Generated<number>
  deleted_at: Generated<Date | null>
  deleted_version: Generated<number | null>
  /** Whether it was deleted through this API; such a comment never comes back. */
  deleted_here: Generated<boolean>
}

export type CommentRow = Selectable<CommentTable>
