import type { Selectable } from 'kysely'

/**
 * Changes made through the API to comments that were in no stored copy of a post's comments at that time. A page that
 * was read from the network before the change may still bring the comment in its former state; the change is then
 * applied to the comment.
 */
export interface CommentChangeTable {
  accountId: string
  commentId: string
  /**
   * Whether the change hid the comment (true) or showed it again (false); null if it did neither. `liked` is null
   * likewise.
   */
  isHidden: boolean | null
  liked: boolean | null
  deleted: boolean
  changedAt: Date
}

/** One change of a comment that was in no stored copy. */
export type CommentChangeRow = Selectable<CommentChangeTable>
