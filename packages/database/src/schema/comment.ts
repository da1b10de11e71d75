import type { Generated, Selectable } from 'kysely'

/**
 * Stored comments and replies. A copy (`copyId`) is the stored set of a post's comments; a pass is one run through
 * these comments at the network. Versions are those of the copy: they order reads and changes without a clock.
 */
export interface CommentTable {
  accountId: string
  id: string
  copyId: string
  parentId: string | null
  createdAt: Date
  /** The comment as responses contain it, as JSON text. */
  content: string
  /** The latest pass that has seen the comment. */
  seenPass: Generated<number>
  /** For a top-level comment: the latest pass that has read all its replies. */
  threadPass: Generated<number>
  /** For a top-level comment: whether the current pass still has to read its replies. */
  threadOpen: Generated<boolean>
  /** Whether the account itself wrote the comment. */
  own: Generated<boolean>
  /** For a comment of another author: whether the account has replied below it. Updated by `noteAnswers`. */
  answered: Generated<boolean>
  /** The version of the copy when the comment was stored in it. */
  createdVersion: number
  /** The version of the copy when the read from the network began that returned `content`. */
  fetchVersion: Generated<number>
  /** The version of the copy at the last hiding or showing through the API, which an earlier read must not undo. */
  hiddenVersion: Generated<number>
  /** The version of the copy at the last like or unlike through the API, which an earlier read must not undo. */
  likedVersion: Generated<number>
  /** For a top-level comment: the version at which a reply was last added or deleted through the API. */
  repliesVersion: Generated<number>
  /** When the comment was marked as deleted; null if it is not. */
  deletedAt: Generated<Date | null>
  deletedVersion: Generated<number | null>
  /**
   * Whether the comment was deleted through the API, or as a webhook event reports. It is never shown again, even if a
   * later read from the network contains it.
   */
  deletedHere: Generated<boolean>
}

/** A stored comment without the column `answered`, which only `noteAnswers` sets. */
export type CommentRow = Omit<Selectable<CommentTable>, 'answered'>
