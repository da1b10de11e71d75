/** What a walk over the chunks of an image finds, without decoding anything. */
export interface Outline {
  frames: number
  /** The canvas, as the file declares it; 0 where the walk does not look at it. */
  width: number
  height: number
}

export const stillOutline: Outline = { frames: 1, width: 0, height: 0 }
