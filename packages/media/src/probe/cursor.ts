import type { ByteReader } from '../store/byte-reader.ts'

const WINDOW = 64 * 1024

/** Goes through a file from its beginning to its end, waiting once a window and not once a byte. */
export class Cursor {
  readonly #reader: ByteReader
  #start = 0
  #window: Buffer = Buffer.alloc(0)

  constructor(reader: ByteReader) {
    this.#reader = reader
  }

  /** Whether `length` bytes from `at` on, or those up to the end, can be looked at; if not, `load` has to come first. */
  has(at: number, length: number): boolean {
    return at >= this.#start && Math.min(at + length, this.#reader.bytes) <= this.#start + this.#window.length
  }

  async load(at: number): Promise<void> {
    this.#window = await this.#reader.read(at, Math.min(WINDOW, this.#reader.bytes - at))
    this.#start = at
  }

  /** 0 behind the end of the file. */
  byte(at: number): number {
    return this.#window[at - this.#start] ?? 0
  }

  /** Four bytes, the highest one first. */
  uint32BE(at: number): number {
    return ((this.byte(at) << 24) | (this.byte(at + 1) << 16) | (this.byte(at + 2) << 8) | this.byte(at + 3)) >>> 0
  }

  latin1(at: number, length: number): string {
    return String.fromCharCode(...Array.from({ length }, (_, index) => this.byte(at + index)))
  }

  /** Four bytes, the lowest one first. */
  uint32(at: number): number {
    return (this.byte(at) | (this.byte(at + 1) << 8) | (this.byte(at + 2) << 16) | (this.byte(at + 3) << 24)) >>> 0
  }
}
