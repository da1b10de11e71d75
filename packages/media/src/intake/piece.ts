import { createHash } from 'node:crypto'
import type { MediaStore, Reservation, Written } from '../store/media-store.ts'
import { chunksOf } from '../streams/chunks.ts'
import { createYield } from '../streams/yield.ts'

export interface PieceOptions {
  /** Maximum number of bytes; one more ends the piece with `overflow`. */
  maxBytes: number
  /** The checksum of the whole piece. A piece that breaks off cannot be checked and is dropped then. */
  checksum: { algorithm: 'sha1' | 'sha256'; digest: Buffer } | null
  reservation?: Reservation | undefined
  signal: AbortSignal
}

/** What of a piece is in the store, and why the rest is not. */
export type Piece =
  | { outcome: 'stored'; file: Written }
  /** `file` is null if nothing arrived, or nothing that can be kept. */
  | { outcome: 'broken'; file: Written | null; cause: unknown }
  | { outcome: 'overflow' | 'mismatch' }

/**
 * Writes a piece of an upload into the store as a file of its own. What arrived before the connection broke off is kept,
 * because the client continues behind it.
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
