import type { MediaStore, Written } from './media-store.ts'
import { writeStream } from './write-stream.ts'

/**
 * Writes the bytes of several files of the media store, one after the other in the order of `ids`, as one new file. The
 * files remain. If reading or writing fails or the signal aborts, no new file remains, and the error or the reason of
 * the signal is thrown.
 */
export function joinFiles(store: MediaStore, ids: readonly string[], signal?: AbortSignal): Promise<Written> {
  async function* bytes() {
    for (const id of ids) yield* store.open(id)
  }
  return writeStream(store, bytes(), { signal })
}
