const HEX_DIGITS = 4
const U = 0x75

/** Single-character escapes: the byte after the backslash and the character that it represents. */
const SHORT_ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
])

/** Returns the value of a hexadecimal digit; -1 for any other byte. */
function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** Reads one JSON escape byte by byte after its backslash, so that a chunk may end inside of it. */
export class EscapeReader {
  /** The number of remaining hexadecimal digits; -1 before the first byte. */
  #left = -1
  #code = 0
  /** Whether an escape has begun and is not complete. */
  active = false

  /** Begins an escape. Call it for the backslash, then `feed` for each byte after it. */
  begin(): void {
    this.active = true
    this.#left = -1
    this.#code = 0
  }

  /**
   * Adds a byte. Returns the UTF-16 code unit once the escape is complete, undefined before, and null for an invalid
   * escape.
   */
  feed(byte: number): number | null | undefined {
    const code = this.#left < 0 ? this.#first(byte) : this.#digit(byte)
    if (code !== undefined) this.active = false
    return code
  }

  #first(byte: number): number | null | undefined {
    if (byte !== U) return SHORT_ESCAPES.get(byte) ?? null
    this.#left = HEX_DIGITS
    return undefined
  }

  #digit(byte: number): number | null | undefined {
    const value = hexValue(byte)
    if (value < 0) return null
    this.#code = this.#code * 16 + value
    this.#left -= 1
    return this.#left === 0 ? this.#code : undefined
  }
}
