import type { HeldComment } from '../../comments/store.ts'

export interface Comment extends HeldComment {
  /** Whether the account that owns the post wrote it. */
  owner: boolean
  authorName: string
}

/** The author fields of a comment. */
export type Author = Pick<Comment, 'accountId' | 'authorId' | 'authorHandle' | 'authorName'>
