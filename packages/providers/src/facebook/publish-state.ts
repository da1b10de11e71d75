/** A video on its way: uploaded, taken in with `finish`, processed, published. */
export type VideoState = {
  videoId: string
  /** Where a reel's bytes go; null for a video. */
  uploadUrl: string | null
  /** A video's upload session; null for a reel. */
  sessionId: string | null
  /** First byte still to be sent, and the one after the last that the network takes next. */
  start: number
  end: number
  phase: 'upload' | 'ready' | 'accepted' | 'processing'
  /** Uploads in a row that brought the video no further. */
  stalls: number
  polls: number
}

export type PublishState = {
  /** Uploaded, unpublished photos in the post's order. */
  photoIds: string[]
  postId: string | null
  video: VideoState | null
}
