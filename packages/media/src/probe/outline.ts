/** Facts about an image that were read from its file format without decoding it. */
export interface Outline {
  frames: number
  /** The width in pixels that the file declares; `width` and `height` are 0 if they were not read. */
  width: number
  height: number
}

export const singleFrame: Outline = { frames: 1, width: 0, height: 0 }
