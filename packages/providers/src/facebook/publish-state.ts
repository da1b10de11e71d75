/** The progress of a video: uploaded, accepted by `finish`, processed, published. */
export type VideoState = {
  videoId: string
  /** The upload URL of a reel; null for a video. */
  uploadUrl: string | null
  /** The upload session of a video; null for a reel. */
  sessionId: string | null
  /** The first byte still to be sent, and the end (exclusive) of the range that the network accepts next. */
  start: number
  end: number
  phase: 'upload' | 'ready' | 'accepted' | 'processing'
  /** Consecutive upload calls without progress. */
  stalls: number
  polls: number
}

export type PublishState = {
  /** The ids of uploaded, unpublished photos, in the order of the post. */
  photoIds: string[]
  postId: string | null
  video: VideoState | null
}
