import type { MediaType } from './media-type.ts'

/**
 * The properties found in a media file. Pixels are as displayed, with the orientation applied; a property that the file
 * does not declare is null.
 */
export interface Probed {
  width: number | null
  height: number | null
  /** The number of frames of an image, 1 for a still one; null for videos. */
  frames: number | null
  durationSeconds: number | null
  /** The average number of frames per second. */
  frameRate: number | null
  /** The usual name of the codec, such as `h264` or `vp9`; for an unknown one, the code that the file has for it. */
  videoCodec: string | null
  audioCodec: string | null
}

/** A file of the media store that has been inspected. `sha256` is lower-case hexadecimal. */
export interface MediaFile extends Probed {
  id: string
  contentType: MediaType
  bytes: number
  sha256: string
}

export const nothingProbed: Probed = {
  width: null,
  height: null,
  frames: null,
  durationSeconds: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
}
