/** A range of a video: bytes `start` to `end`, inclusive, out of `total`. */
export interface Piece {
  start: number
  end: number
  total: number
}

const MiB = 1024 * 1024
/** Bytes per repeatable call. Every piece but the last must be a multiple of 256 KiB. */
const largest = 8 * MiB
/**
 * The last piece creates the video. It is small, so that the time between sending it and learning the outcome is short.
 */
const largestLast = MiB

/** The next piece of a repeatable call; undefined when the remainder is the last piece. */
export function pieceBeforeLast(start: number, total: number): Piece | undefined {
  const left = total - start
  if (left <= largestLast) return undefined
  const last = ((left - 1) % largestLast) + 1
  return { start, end: start + Math.min(largest, left - last) - 1, total }
}

/** The piece from `start` to the end of a file of `total` bytes. */
export function lastPiece(start: number, total: number): Piece {
  return { start, end: total - 1, total }
}
