import { createYield } from '../streams/yield.ts'
import type { MediaStore, Written } from './media-store.ts'

/**
 * Writes the bytes of several files of the media store, one after the other in the order of `ids`, as one new file. The
 * files remain. If reading or writing fails or the signal aborts, no new file remains, and the error or the reason of
 * the signal is thrown.
 */
export async function joinFiles(store: MediaStore, ids: readonly string[], signal?: AbortSignal): Promise<Written> {
  const writer = store.create()
  const endTurn = createYield()
  try {
    for (const id of ids) {
      for await (const chunk of store.open(id)) {
        signal?.throwIfAborted()
        writer.write(chunk)
        await writer.drained()
        await endTurn(chunk.length)
      }
    }
    return await writer.finish()
  } catch (error) {
    await writer.abort()
    throw error
  }
}
