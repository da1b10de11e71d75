/** A range of a video that is sent in one call: bytes `start` to `end`, inclusive, out of `total`. */
export interface Piece {
  start: number
  end: number
  total: number
}

const MiB = 1024 * 1024
/** The maximum size of a range in bytes. Every range but the last must be a multiple of 256 KiB. */
const largest = 8 * MiB
/**
 * The maximum size of the last range, which creates the video. It is small, so that the time between sending it and
 * learning the outcome is short.
 */
const largestLast = MiB

/**
 * Returns the range of up to 8 MiB to send after the `start` bytes that YouTube has stored, of a file of `total` bytes.
 * It is safe to send this range again. Undefined if at most 1 MiB is left: that last range creates the video when it is
 * sent.
 */
export function pieceBeforeLast(start: number, total: number): Piece | undefined {
  const left = total - start
  if (left <= largestLast) return undefined
  const last = ((left - 1) % largestLast) + 1
  return { start, end: start + Math.min(largest, left - last) - 1, total }
}

/**
 * Returns the last range: from byte `start`, the number of bytes that YouTube has stored, to the end of a file of
 * `total` bytes. Sending it creates the video.
 */
export function lastPiece(start: number, total: number): Piece {
  return { start, end: total - 1, total }
}
