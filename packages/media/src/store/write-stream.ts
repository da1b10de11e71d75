import { chunksOf } from '../streams/chunks.ts'
import { createYield } from '../streams/yield.ts'
import type { MediaStore, Reservation, Written } from './media-store.ts'

interface WriteStreamOptions {
  /** Disk space reserved before for these bytes; it is reduced as they arrive. */
  reservation?: Reservation | undefined
  /** Called with the number of bytes so far, before each chunk is written; throws to stop the upload. */
  allow?: (bytes: number) => void
  signal?: AbortSignal | undefined
}

/**
 * Streams all of `source` into a new file of the media store. If reading or writing fails or the signal aborts, no file
 * remains, and the error or the reason of the signal is thrown.
 */
export async function writeStream(
  store: MediaStore,
  source: AsyncIterable<Uint8Array>,
  { reservation, allow, signal }: WriteStreamOptions = {},
): Promise<Written> {
  const writer = store.create({ reservation })
  const endTurn = createYield()
  let bytes = 0
  try {
    for await (const chunk of chunksOf(source, signal)) {
      bytes += chunk.length
      allow?.(bytes)
      writer.write(chunk)
      await writer.drained()
      await endTurn(chunk.length)
    }
    return await writer.finish()
  } catch (error) {
    await writer.abort()
    throw error
  }
}
