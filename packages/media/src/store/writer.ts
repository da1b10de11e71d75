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

/** What is found out about the bytes of a file as they arrive. */
class Content {
  readonly #hash = createHash('sha256')
  readonly #head = Buffer.alloc(SNIFF_BYTES)
  #headFilled = 0
  #bytes = 0

  note(chunk: Uint8Array): void {
    const taken = chunk.subarray(0, SNIFF_BYTES - this.#headFilled)
    this.#head.set(taken, this.#headFilled)
    this.#headFilled += taken.length
    this.#hash.update(chunk)
    this.#bytes += chunk.length
  }

  /** Call it once, after the last chunk. */
  facts(): Omit<Written, 'id'> {
    const sniffed = sniff(this.#head.subarray(0, this.#headFilled))
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex'), sniffed }
  }
}

class FileWriter implements MediaWriter {
  readonly id: string
  readonly #reservation: Reservation | undefined
  readonly #target: Promise<WriteTarget>
  readonly #content = new Content()
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #failure: { cause: unknown } | null = null
  #committed = false
  #discarded: Promise<void> | undefined
  #step: Promise<void> = Promise.resolve()
  #flushing = false
  #flushed: Promise<void> = Promise.resolve()

  constructor({ id, open, reservation }: WriterOptions) {
    this.id = id
    this.#reservation = reservation
    this.#target = open()
    this.#target.catch((cause: unknown) => this.#fail(cause))
  }

  write(chunk: Uint8Array): void {
    if (this.#failure || this.#committed) return
    this.#content.note(chunk)
    this.#reservation?.consume(chunk.length)
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    if (this.#flushing) return
    this.#flushing = true
    this.#flushed = this.#flush()
  }

  drained(): Promise<void> | undefined {
    return this.#failure || this.#waitingBytes > HIGH_WATER ? this.#untilWritten() : undefined
  }

  async finish(): Promise<Written> {
    try {
      while (this.#flushing) await this.#flushed
      if (this.#failure) throw this.#failure.cause
      await (await this.#target).commit()
      this.#committed = true
    } catch (cause) {
      await this.abort()
      throw cause
    }
    return { id: this.id, ...this.#content.facts() }
  }

  abort(): Promise<void> {
    this.#discarded ??= this.#discard()
    return this.#discarded
  }

  #fail(cause: unknown): void {
    this.#failure ??= { cause }
    this.#waiting = []
    this.#waitingBytes = 0
  }

  async #flush(): Promise<void> {
    try {
      const opened = await this.#target
      while (this.#waiting.length > 0) {
        const batch = this.#waiting
        this.#waiting = []
        this.#waitingBytes = 0
        this.#step = opened.append(batch)
        await this.#step
      }
    } catch (cause) {
      this.#fail(cause)
    } finally {
      this.#flushing = false
    }
  }

  async #untilWritten(): Promise<void> {
    while (this.#flushing && this.#waitingBytes > HIGH_WATER) {
      await this.#target
      await this.#step
    }
    if (this.#failure) throw this.#failure.cause
  }

  async #discard(): Promise<void> {
    if (this.#committed) return
    this.#fail(new Error('the upload was given up'))
    while (this.#flushing) await this.#flushed
    const opened = await this.#target.catch(() => null)
    await opened?.discard()
  }
}

/**
 * Creates a writer for one file of a media store. It hashes and counts the bytes, detects their media type, and writes
 * them to the target that `open` returns. Each chunk reduces `reservation`, the disk space that was reserved for the
 * file. If the caller awaits `drained`, at most about 512 KiB wait in memory.
 */
export function startWriter(options: WriterOptions): MediaWriter {
  return new FileWriter(options)
}
