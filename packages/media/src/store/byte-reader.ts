import { type FileHandle, open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { guarded, storeUnavailable } from './failure.ts'
import type { MediaStore } from './media-store.ts'

const WINDOW = 64 * 1024

/** Reads a stored file at any offset. */
export interface ByteReader {
  /** The size of the file in bytes. */
  readonly bytes: number
  /** Returns the number of bytes fetched from the media store so far. */
  fetched(): number
  /**
   * Reads exactly `length` bytes from the byte `offset` on.
   * @throws RangeError if the range is not within the file
   */
  read(offset: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

type Fetch = (start: number, length: number) => Promise<Buffer>

async function readHandle(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const reading = handle.read(Buffer.allocUnsafe(length), 0, length, start)
  const { buffer: bytes, bytesRead } = await guarded(reading, storeUnavailable)
  return bytes.subarray(0, bytesRead)
}

/**
 * Creates a reader of a file of `bytes` bytes that keeps one window of 64 KiB in memory, so that reading neighbouring
 * headers costs one `fetch`, which reads `length` bytes from `start` on. `close` is called by the reader's own `close`.
 */
export function windowed(bytes: number, fetch: Fetch, close: () => Promise<void> = async () => {}): ByteReader {
  let window: { start: number; data: Buffer } = { start: 0, data: Buffer.alloc(0) }
  let fetched = 0
  return {
    bytes,
    fetched: () => fetched,
    async read(offset, length) {
      // A service responds to a range that begins after the last byte as to a request that it cannot serve.
      if (offset + length > bytes) throw new RangeError('read beyond the end of a stored file')
      if (length === 0) return Buffer.alloc(0)
      const inside = offset >= window.start && offset + length <= window.start + window.data.length
      if (!inside) {
        const data = await fetch(offset, Math.min(Math.max(length, WINDOW), bytes - offset))
        fetched += data.length
        window = { start: offset, data }
      }
      const from = offset - window.start
      const found = window.data.subarray(from, from + length)
      if (found.length < length) throw new RangeError('read beyond the end of a stored file')
      return found
    },
    close,
  }
}

/** Creates a reader of bytes in memory. */
export function memoryReader(bytes: Buffer): ByteReader {
  return windowed(bytes.length, async (start, length) => bytes.subarray(start, start + length))
}

/**
 * Opens a stored file for reads at any offset. Call `close` afterwards. If the file cannot be read, this call rejects
 * with `database_error` for a media store on a disk; otherwise the first read rejects with the error of the store.
 */
export async function openReader(store: MediaStore, file: { id: string; bytes: number }): Promise<ByteReader> {
  const path = store.localPath(file.id)
  if (path === null) {
    return windowed(file.bytes, (start, length) => buffer(store.open(file.id, { start, end: start + length - 1 })))
  }
  const handle = await guarded(open(path, 'r'), storeUnavailable)
  return windowed(
    file.bytes,
    (start, length) => readHandle(handle, start, length),
    () => handle.close(),
  )
}
