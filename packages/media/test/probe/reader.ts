import { type ByteReader, windowed } from '../../src/store/byte-reader.ts'

export { memoryReader as readerOf } from '../../src/store/byte-reader.ts'

/** A file of `bytes` length of which only the beginning exists: any read of media data would show. */
export function hugeReader(head: Buffer, bytes: number): ByteReader {
  return windowed(bytes, async (start, length) => {
    const window = Buffer.alloc(length)
    head.copy(window, 0, start)
    return window
  })
}
