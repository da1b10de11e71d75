import { createHash } from 'node:crypto'
import { SNIFF_BYTES, sniff } from '../media-type.ts'
import type { MediaWriter, Reservation, Written } from './media-store.ts'

const HIGH_WATER = 256 * 1024

/**
 * Receives the bytes of one file for a media store. `commit` makes the file durable and visible, `discard` removes it.
 */
export interface WriteTarget {
  append(chunks: Uint8Array[]): Promise<void>
  commit(): Promise<void>
  discard(): Promise<void>
}

interface WriterOptions {
  id: string
  open: () => Promise<WriteTarget>
  /** The disk space that was reserved for the file; it is reduced by the bytes that arrive. */
  reservation?: Reservation | undefined
}

function firstBytes(head: Buffer, filled: number, chunk: Uint8Array): number {
  const taken = chunk.subarray(0, SNIFF_BYTES - filled)
  head.set(taken, filled)
  return filled + taken.length
}

/**
 * Creates a writer for one file of a media store. It hashes and counts the bytes, detects their media type, and writes
 * them to the target that `open` returns. Each chunk reduces `reservation`, the disk space that was reserved for the
 * file. If the caller awaits `drained`, at most about 512 KiB wait in memory.
 */
export function startWriter({ id, open, reservation }: WriterOptions): MediaWriter {
  const hash = createHash('sha256')
  const head = Buffer.alloc(SNIFF_BYTES)
  let headFilled = 0
  let bytes = 0
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let failure: { cause: unknown } | null = null
  let committed = false
  let discarded: Promise<void> | undefined
  let step: Promise<void> = Promise.resolve()
  let flushing = false
  let flushed: Promise<void> = Promise.resolve()
  const target = open()
  target.catch((cause: unknown) => fail(cause))

  function fail(cause: unknown): void {
    failure ??= { cause }
    waiting = []
    waitingBytes = 0
  }

  async function flush(): Promise<void> {
    try {
      const opened = await target
      while (waiting.length > 0) {
        const batch = waiting
        waiting = []
        waitingBytes = 0
        step = opened.append(batch)
        await step
      }
    } catch (cause) {
      fail(cause)
    } finally {
      flushing = false
    }
  }

  function write(chunk: Uint8Array): void {
    if (failure || committed) return
    if (headFilled < SNIFF_BYTES) headFilled = firstBytes(head, headFilled, chunk)
    hash.update(chunk)
    bytes += chunk.length
    reservation?.consume(chunk.length)
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (flushing) return
    flushing = true
    flushed = flush()
  }

  async function untilWritten(): Promise<void> {
    while (flushing && waitingBytes > HIGH_WATER) {
      await target
      await step
    }
    if (failure) throw failure.cause
  }

  function drained(): Promise<void> | undefined {
    return failure || waitingBytes > HIGH_WATER ? untilWritten() : undefined
  }

  async function finish(): Promise<Written> {
    try {
      while (flushing) await flushed
      if (failure) throw failure.cause
      await (await target).commit()
      committed = true
    } catch (cause) {
      await abort()
      throw cause
    }
    return { id, bytes, sha256: hash.digest('hex'), sniffed: sniff(head.subarray(0, headFilled)) }
  }

  async function discard(): Promise<void> {
    if (committed) return
    fail(new Error('the upload was given up'))
    while (flushing) await flushed
    const opened = await target.catch(() => null)
    await opened?.discard()
  }

  function abort(): Promise<void> {
    discarded ??= discard()
    return discarded
  }

  return { id, write, drained, finish, abort }
}
