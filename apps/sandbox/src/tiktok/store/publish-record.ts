import type { Post } from '../post.ts'
import type { Grant } from './grant.ts'

/** The reasons for a failed publish that the sandbox reports. TikTok may have more. */
export const failureReasons = [
  'file_format_check_failed',
  'duration_check_failed',
  'frame_rate_check_failed',
  'picture_size_check_failed',
  'video_pull_failed',
  'photo_pull_failed',
  'auth_removed',
  'spam_risk_too_many_posts',
  'spam_risk_user_banned_from_posting',
  'spam_risk_text',
  'spam_risk',
  'publish_cancelled',
  'internal',
] as const

export type FailureReason = (typeof failureReasons)[number]

/** A file that TikTok downloads for a post. A cover is not listed among the media of the post. */
export interface Pull {
  url: string
  kind: 'video' | 'photo' | 'cover'
}

/** An accepted publish that has not ended: its files, and the fields of the post that are known before. */
export interface PendingPublish {
  grant: Grant
  pulls: Pull[]
  post: Omit<
    Post,
    'id' | 'media' | 'duration' | 'createdAt' | 'listedFrom' | 'shareId' | 'coverUrl' | 'likes' | 'views'
  >
}

/** An accepted publish and its current status. */
export interface PublishRecord {
  shareId: string
  accountId: string
  status: 'PROCESSING_DOWNLOAD' | 'PUBLISH_COMPLETE' | 'FAILED' | 'SEND_TO_USER_INBOX'
  reason: FailureReason | null
  postId: string | null
  /** Milliseconds since the epoch. */
  acceptedAt: number
  /** The number of status responses that have reported `PUBLISH_COMPLETE`. */
  completePolls: number
  draft: boolean
  /** The URLs from which the media are downloaded. */
  sources: string[]
}
