import { createHash } from 'node:crypto'
import type { MediaStore, Reservation, Written } from '../store/media-store.ts'
import { chunksOf } from '../streams/chunks.ts'
import { createYield } from '../streams/yield.ts'

/** The limits and the checksum of a piece, the part of a resumable upload that one request sends. */
export interface PieceOptions {
  /** The maximum size in bytes. A larger piece has the outcome `overflow`. */
  maxBytes: number
  /**
   * The checksum that the client sent for the whole piece; null if it sent none. If the connection breaks off, the
   * piece cannot be checked and is removed.
   */
  checksum: { algorithm: 'sha1' | 'sha256'; digest: Buffer } | null
  /** Disk space reserved before for the piece; it is reduced as bytes arrive. */
  reservation?: Reservation | undefined
  /** Ends the piece like a connection that breaks off. */
  signal: AbortSignal
}

/** The outcome of writing a piece: whether it is in the media store, and if not, why. */
export type Piece =
  | { outcome: 'stored'; file: Written }
  /** The connection broke off. `file` is what arrived; null if nothing arrived, or if it cannot be kept. */
  | { outcome: 'broken'; file: Written | null; cause: unknown }
  | { outcome: 'overflow' | 'mismatch' }

/**
 * Writes a piece of a resumable upload to the media store as a file of its own. If the connection breaks off or
 * `signal` aborts, the result is `broken` rather than an error. What arrived before is then kept, unless there is a
 * checksum, because the client continues after it. Nothing is kept of a piece of more than `maxBytes` (`overflow`) or
 * with a wrong checksum (`mismatch`).
 * @throws ServiceError `database_error` if the media store fails; with a checksum, a failure before the end of the
 *   piece is the `cause` of `broken` instead
 */
export async function writePiece(
  store: MediaStore,
  source: AsyncIterable<Uint8Array>,
  { maxBytes, checksum, reservation, signal }: PieceOptions,
): Promise<Piece> {
  const writer = store.create({ reservation })
  const hash = checksum && createHash(checksum.algorithm)
  const endTurn = createYield()
  let bytes = 0
  try {
    for await (const chunk of chunksOf(source, signal)) {
      bytes += chunk.length
      if (bytes > maxBytes) return await dropped(writer.abort(), { outcome: 'overflow' })
      hash?.update(chunk)
      writer.write(chunk)
      await writer.drained()
      await endTurn(chunk.length)
    }
  } catch (cause) {
    if (bytes === 0 || checksum) return dropped(writer.abort(), { outcome: 'broken', file: null, cause })
    return { outcome: 'broken', file: await writer.finish(), cause }
  }
  if (checksum && !hash?.digest().equals(checksum.digest)) return dropped(writer.abort(), { outcome: 'mismatch' })
  return { outcome: 'stored', file: await writer.finish() }
}

async function dropped(aborted: Promise<void>, piece: Piece): Promise<Piece> {
  await aborted
  return piece
}
