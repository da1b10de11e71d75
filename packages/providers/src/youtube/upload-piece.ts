/** A stretch of a video: bytes from `start` to `end` inclusive, of `total`. */
export interface Piece {
  start: number
  end: number
  total: number
}

const MiB = 1024 * 1024
/** What goes out with a call that may be repeated; a multiple of 256 KiB, as every piece but the last has to be. */
const largest = 8 * MiB
/** The last piece makes the video: small, so that little time passes between sending it and knowing. */
const largestLast = MiB

/** The piece that a repeatable call sends next, or undefined when what is left goes out at the end. */
export function pieceBeforeLast(start: number, total: number): Piece | undefined {
  const left = total - start
  if (left <= largestLast) return undefined
  const last = ((left - 1) % largestLast) + 1
  return { start, end: start + Math.min(largest, left - last) - 1, total }
}

export function lastPiece(start: number, total: number): Piece {
  return { start, end: total - 1, total }
}
