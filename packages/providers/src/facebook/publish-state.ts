/**
 * The stored progress of a video. Its `phase` is `upload` while bytes are sent, `ready` once all are sent, `accepted`
 * once Facebook has accepted the call `finish`, and `processing` while its status is polled. `polls` counts the reads
 * of the status.
 */
export type VideoState = {
  videoId: string
  /** The upload URL of a reel; null for a video that is not a reel. */
  uploadUrl: string | null
  /** The upload session of a video that is not a reel; null for a reel. */
  sessionId: string | null
  /** The offset of the first byte still to be sent; `end` (exclusive) ends the range that Facebook accepts next. */
  start: number
  end: number
  phase: 'upload' | 'ready' | 'accepted' | 'processing'
  /** Consecutive upload calls without progress. */
  stalls: number
  polls: number
}

export type PublishState = {
  /**
   * The ids of the photos uploaded so far, in the order of the post. They are unpublished until the post is created.
   */
  photoIds: string[]
  /** Facebook's id of the post that shows the photos; null until it is created, and for a video. */
  postId: string | null
  video: VideoState | null
  /**
   * Set if a commit had no response and no effect was found: the time of the first such call, ISO 8601. It may still
   * take effect.
   */
  lostAt?: string
}
