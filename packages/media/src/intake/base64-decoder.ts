/** Chunks shorter than this number of bytes are collected rather than decoded separately. */
const SMALL = 4096
const HELD = 16 * 1024
const PAD = 0x3d
const DASH = 0x2d
const UNDERSCORE = 0x5f
const ONE_CHARACTER = Buffer.from('a')

/** Returns whether a byte is one of the 64 characters of RFC 4648, section 4, or padding. */
function isBase64Byte(code: number): boolean {
  const letter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return letter || (code >= 0x2f && code <= 0x39) || code === 0x2b || code === PAD
}

/** Receives the decoded bytes, and the bytes of a text that turned out not to be base64. */
interface Base64Output {
  bytes(decoded: Buffer): void
  notBase64(raw: Uint8Array): void
}

function paddingOf(raw: Buffer): number {
  if (raw[raw.length - 1] !== PAD) return 0
  return raw[raw.length - 2] === PAD ? 2 : 1
}

/**
 * Decodes base64 in the chunks in which it arrives. Strict according to RFC 4648: standard alphabet, padding, no line
 * breaks. For invalid base64, `valid` becomes false and stays so; the chunks from the invalid one on are passed to
 * `notBase64` as they are.
 */
export class Base64Decoder {
  valid = true
  /** The length of the text so far: in characters for base64, in bytes for anything else. */
  encodedLength = 0
  readonly #output: Base64Output
  readonly #held = Buffer.allocUnsafe(HELD)
  #heldLength = 0
  #padded = false
  #escapeTold = false

  constructor(output: Base64Output) {
    this.#output = output
  }

  /** Adds the next bytes of the text, which contain no escapes. */
  push(raw: Buffer): void {
    this.encodedLength += raw.length
    this.#escapeTold = false
    if (!this.valid) this.#output.notBase64(raw)
    else if (raw.length < SMALL) this.#hold(raw)
    else this.#decodeLarge(raw)
  }

  /** Adds one character, by its UTF-16 code unit, that the JSON text contained as an escape. */
  pushEscaped(code: number): void {
    this.encodedLength += 1
    if (this.valid && !isBase64Byte(code)) this.#fail(this.#takeHeld())
    if (this.valid && this.#heldLength === HELD) this.#decodeHeld()
    if (this.valid) {
      this.#held[this.#heldLength] = code
      this.#heldLength += 1
    } else this.#failEscaped()
  }

  /**
   * Passes one ASCII character to `notBase64` in place of any number of consecutive escapes. It only has to end the
   * UTF-8 text before them.
   */
  #failEscaped(): void {
    if (this.#escapeTold) return
    this.#escapeTold = true
    this.#output.notBase64(ONE_CHARACTER)
  }

  /** Decodes the remaining characters. Returns whether the whole text was base64. */
  finish(): boolean {
    if (this.valid && this.#heldLength > 0) this.#decode(this.#takeHeld())
    return this.valid
  }

  #takeHeld(): Buffer {
    const held = Buffer.from(this.#held.subarray(0, this.#heldLength))
    this.#heldLength = 0
    return held
  }

  #hold(raw: Buffer): void {
    if (this.#heldLength + raw.length > HELD) this.#decodeHeld()
    if (this.valid) {
      raw.copy(this.#held, this.#heldLength)
      this.#heldLength += raw.length
    } else this.#output.notBase64(raw)
  }

  #decodeHeld(): void {
    const held = this.#takeHeld()
    const whole = held.length - (held.length % 4)
    this.#decode(held.subarray(0, whole))
    this.#hold(held.subarray(whole))
  }

  #decodeLarge(raw: Buffer): void {
    const missing = (4 - (this.#heldLength % 4)) % 4
    const whole = missing + ((raw.length - missing) & ~3)
    this.#hold(raw.subarray(0, missing))
    if (this.valid) this.#decode(this.#takeHeld())
    if (this.valid) this.#decode(raw.subarray(missing, whole))
    else this.#output.notBase64(raw.subarray(missing, whole))
    this.#hold(raw.subarray(whole))
  }

  /**
   * Decodes text whose length must be a multiple of four. Node.js ignores invalid characters, so a result that is too
   * short reveals them. It also accepts `-` and `_`, which are checked separately.
   */
  #decode(raw: Buffer): void {
    if (raw.length === 0) return
    const expected = (raw.length / 4) * 3 - paddingOf(raw)
    const foreign = this.#padded || raw.length % 4 !== 0 || raw.includes(DASH) || raw.includes(UNDERSCORE)
    const decoded = Buffer.allocUnsafeSlow(foreign ? 0 : expected)
    if (foreign || decoded.write(raw.toString('latin1'), 'base64') !== expected) this.#fail(raw)
    else {
      this.#padded = raw.at(-1) === PAD
      this.#output.bytes(decoded)
    }
  }

  #fail(raw: Buffer): void {
    this.valid = false
    this.#output.notBase64(raw)
  }
}
