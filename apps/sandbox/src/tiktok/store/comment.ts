import type { HeldComment } from '../../comments/store.ts'

export interface Comment extends HeldComment {
  /** Whether the comment was written by the owner of the post. */
  owner: boolean
  authorName: string
}

/** The author of a comment: `accountId` is null for a visitor without an account. */
export type Author = Pick<Comment, 'accountId' | 'authorId' | 'authorHandle' | 'authorName'>
