import type { Selectable } from 'kysely'

/**
 * Changes of comments that were made through the API or reported by webhook events while no stored copy of a post's
 * comments contained the comment. A change is kept for an hour and applied to the comment if the comment is stored
 * within that hour, because the network may have been read before the change.
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
