import type { ErrorCode } from '@carillon/errors'

/**
 * Requirements for one media item, checked before anything is sent. Bounds are inclusive; an omitted bound is not
 * checked. Sizes are bytes and pixels, durations seconds, ratios width divided by height (1.91 is wide, 0.8 is tall).
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
  maxFrames?: number
}

/**
 * The format to which an image is converted before it is sent: never cropped, longest side scaled down, quality lowered
 * until it fits.
 */
export interface ImageDelivery {
  /**
   * An image of one of these types that already fits is sent as it is, less its metadata; any other becomes the first.
   */
  contentTypes: readonly ('image/jpeg' | 'image/png' | 'image/webp')[]
  maxBytes: number
  maxSide?: number
  /** Of the shorter side, whichever that is. */
  maxShortSide?: number
  maxWidth?: number
}

/** How items of some content types under one field of a post are checked and delivered. */
export interface MediaRule {
  /** The field's name in the post body, at any depth. */
  field: string
  contentTypes: readonly string[]
  /** The error code for an item that breaks the rule. */
  code: ErrorCode
  requirement: MediaRequirement
  /** Only for images that have to be made into something. */
  delivery?: ImageDelivery
}
