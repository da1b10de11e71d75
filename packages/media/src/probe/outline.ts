/** Facts about an image that its chunks contain, read without decoding it. */
export interface Outline {
  frames: number
  /** The canvas declared by the file; 0 if it was not read. */
  width: number
  height: number
}

export const singleFrame: Outline = { frames: 1, width: 0, height: 0 }
