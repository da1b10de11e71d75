/**
 * What a network takes of one kind of media. Bounds are inclusive; a bound left out is not checked.
 * Sizes are bytes, durations seconds, ratios width divided by height.
 */
export interface MediaRequirement {
  kind: 'image' | 'video'
  /** Types that may arrive from a caller; what the network itself takes may be fewer, see `send`. */
  contentTypes: readonly string[]
  maxBytes?: number
  minWidth?: number
  minHeight?: number
  maxWidth?: number
  maxHeight?: number
  maxPixels?: number
  minRatio?: number
  maxRatio?: number
  minSeconds?: number
  maxSeconds?: number
  maxFrames?: number
}

/** What an image is made into before it is sent. */
export interface ImageDelivery {
  formats: readonly ('image/jpeg' | 'image/png' | 'image/webp' | 'image/gif')[]
  maxBytes: number
  /** Longest side in pixels; larger pictures are scaled down, never cropped. */
  maxSide?: number
}
