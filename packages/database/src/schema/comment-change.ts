import type { Selectable } from 'kysely'

/**
 * A change made through the API to a comment that no copy contained: a page that was read before the change may still
 * bring the comment, as it was.
 */
export interface CommentChangeTable {
  accountId: string
  commentId: string
  /** Null where it was not changed, like `liked`. */
  isHidden: boolean | null
  liked: boolean | null
  deleted: boolean
  changedAt: Date
}

export type CommentChangeRow = Selectable<CommentChangeTable>
