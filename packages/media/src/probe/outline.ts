/** Facts about an image that were read from its file format without decoding it. */
export interface Outline {
  frames: number
  /** The width in pixels that the file declares; `width` and `height` are 0 if they were not read. */
  width: number
  height: number
  /** Whether the end that the format requires was looked for and is missing, as in a file that is cut off. */
  lacksEnd: boolean
}

export const singleFrame: Outline = { frames: 1, width: 0, height: 0, lacksEnd: false }
