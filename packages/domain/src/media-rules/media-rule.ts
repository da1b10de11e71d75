import type { ErrorCode } from '@carillon/errors'

/**
 * The requirements for one media item, which are checked before anything is sent. Bounds are inclusive; an absent bound
 * is not checked. Sizes are in bytes and pixels, durations in seconds, ratios are width divided by height. Frame rates
 * are in frames per second; the average rate of a file is compared as a whole number.
 */
export interface MediaRequirement {
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
  minFrameRate?: number
  maxFrameRate?: number
  maxFrames?: number
  /** The maximum number of pixels of all frames together. */
  maxAnimatedPixels?: number
}

/**
 * The format to which an image is converted before it is sent. Images are never cropped: they are scaled down, and
 * their quality is lowered until they fit.
 */
export interface ImageDelivery {
  /**
   * The accepted types. An image of one of these types that fits is sent without its metadata but otherwise unchanged.
   * An image that does not fit keeps its type, but an opaque PNG that is still too large for `maxBytes` becomes the
   * first lossy type of the list. An image of any other type is converted to the first type.
   */
  contentTypes: readonly ('image/jpeg' | 'image/png' | 'image/webp')[]
  maxBytes: number
  /** The maximum of each side, in pixels. */
  maxSide?: number
  /** The maximum of the shorter side, in pixels. */
  maxShortSide?: number
  maxWidth?: number
}

/** How items of some content types in one field of a post are checked and delivered. */
export interface MediaRule {
  /** The name of the field in the post body, at any depth. */
  field: string
  contentTypes: readonly string[]
  /** The error code for an item that breaks the rule. */
  code: ErrorCode
  requirement: MediaRequirement
  /** The format for sending; only for images that are converted. */
  delivery?: ImageDelivery
}
