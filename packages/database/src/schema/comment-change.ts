import type { Selectable } from 'kysely'

/**
 * Changes of comments that were made through the API or reported by webhook events while no stored copy of a post's
 * comments contained the comment. They are kept for an hour. If the comment is stored within it, the change is applied
 * to it, because the page that contained it may have been read before the change.
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
