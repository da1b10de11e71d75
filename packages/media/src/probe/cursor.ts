import type { ByteReader } from '../store/byte-reader.ts'

const WINDOW = 64 * 1024

/** Reads a file from beginning to end, waiting once for each window of bytes rather than for each byte. */
export class Cursor {
  readonly #reader: ByteReader
  #start = 0
  #window: Buffer = Buffer.alloc(0)

  constructor(reader: ByteReader) {
    this.#reader = reader
  }

  /**
   * Returns whether `length` bytes from `at` on, or those up to the end of the file, are loaded. If not, call `load`
   * first.
   */
  has(at: number, length: number): boolean {
    return at >= this.#start && Math.min(at + length, this.#reader.bytes) <= this.#start + this.#window.length
  }

  /** Loads the window of up to 64 KiB that begins at the offset `at`, in place of the one before. */
  async load(at: number): Promise<void> {
    this.#window = await this.#reader.read(at, Math.min(WINDOW, this.#reader.bytes - at))
    this.#start = at
  }

  /** Returns the byte at an offset, which must be loaded; 0 after the end of the file. */
  byte(at: number): number {
    return this.#window[at - this.#start] ?? 0
  }

  /** Returns the 32-bit big-endian number at an offset, which must be loaded. */
  uint32BE(at: number): number {
    return ((this.byte(at) << 24) | (this.byte(at + 1) << 16) | (this.byte(at + 2) << 8) | this.byte(at + 3)) >>> 0
  }

  /** Returns `length` bytes at an offset as Latin-1 text. They must be loaded. */
  latin1(at: number, length: number): string {
    return String.fromCharCode(...Array.from({ length }, (_, index) => this.byte(at + index)))
  }

  /** Returns the 32-bit little-endian number at an offset, which must be loaded. */
  uint32(at: number): number {
    return (this.byte(at) | (this.byte(at + 1) << 8) | (this.byte(at + 2) << 16) | (this.byte(at + 3) << 24)) >>> 0
  }
}
