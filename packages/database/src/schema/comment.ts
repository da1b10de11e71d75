import type { Generated, Selectable } from 'kysely'

/** The copy of a comment or reply. Versions are those of its post's copy: they order reads and writes without a clock. */
export interface CommentTable {
  accountId: string
  id: string
  copyId: string
  parentId: string | null
  createdAt: Date
  /** The comment as responses show it: JSON text. */
  content: string
  /** The latest pass that has seen it. */
  seenPass: Generated<number>
  /** Of a top-level comment: the latest pass that has read its whole thread. */
  threadPass: Generated<number>
  /** Of a top-level comment: whether the pass that is going on still has to read its replies. */
  threadOpen: Generated<boolean>
  /** Whether the account itself has written it. */
  own: Generated<boolean>
  /** Of another author's comment: whether the account has replied below it. Kept by `noteAnswers`. */
  answered: Generated<boolean>
  createdVersion: number
  /** The version at which the read began that `content` comes from. */
  fetchVersion: Generated<number>
  /** The versions of our own latest changes: a read that began before one must not undo it. */
  hiddenVersion: Generated<number>
  likedVersion: Generated<number>
  /** Of a top-level comment: the version at which a reply was last added or deleted through this API. */
  repliesVersion: Generated<number>
  deletedAt: Generated<Date | null>
  deletedVersion: Generated<number | null>
  /** Whether it was deleted through this API; such a comment never comes back. */
  deletedHere: Generated<boolean>
}

/** A comment without the columns that the database keeps up to date. */
export type CommentRow = Omit<Selectable<CommentTable>, 'answered'>
