import type { Selectable } from 'kysely'

/**
 * Changes made through the API to comments that were in no stored copy of a post's comments at that time. A page that
 * was read from the network before the change may still bring the comment in its former state; the change is then
 * applied to the comment.
 */
export interface CommentChangeTable {
  accountId: string
  commentId: string
  /** Whether the comment was hidden (true) or shown again (false); null if neither. */
  isHidden: boolean | null
  /** Whether the comment was liked (true) or the like was removed (false); null if neither. */
  liked: boolean | null
  deleted: boolean
  changedAt: Date
}

export type CommentChangeRow = Selectable<CommentChangeTable>
