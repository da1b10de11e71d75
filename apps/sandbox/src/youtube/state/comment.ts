import type { HeldComment } from '../../comments/store.ts'

export type ModerationStatus = 'published' | 'heldForReview' | 'likelySpam' | 'rejected'

export interface Comment extends HeldComment {
  moderationStatus: ModerationStatus
  /** Milliseconds since the epoch. */
  updatedAt: number
}

/** Somebody as a comment names them; `authorId` is a channel's id, empty for somebody whose account is gone. */
export type Author = Pick<Comment, 'accountId' | 'authorId' | 'authorHandle'>
