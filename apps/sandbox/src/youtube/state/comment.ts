import type { HeldComment } from '../../comments/store.ts'

export type ModerationStatus = 'published' | 'heldForReview' | 'likelySpam' | 'rejected'

export interface Comment extends HeldComment {
  moderationStatus: ModerationStatus
  /** Milliseconds since the epoch. */
  updatedAt: number
}

/** The author fields of a comment. `authorId` is a channel id; empty if the author's account was deleted. */
export type Author = Pick<Comment, 'accountId' | 'authorId' | 'authorHandle'>
