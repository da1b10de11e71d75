import { Base64Decoder } from './base64-decoder.ts'
import { syntaxError, textTooLong, tooLarge } from './body-error.ts'
import { EscapeReader } from './escape-reader.ts'
import { PlainText } from './plain-text.ts'
import type { Skeleton } from './skeleton.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
/** The length of the key `"base64"` if every character is written as `\uXXXX`. */
const MAX_KEY_LENGTH = 38

/** The result of decoding one value: whether it was base64, and its length before decoding. */
export interface Base64Result {
  valid: boolean
  encodedLength: number
}

/** Receives one base64 value as it arrives. */
export interface BlobOutput {
  bytes(decoded: Buffer): void
  end(result: Base64Result): void
}

/** The limits of a JSON body, the receiver of its base64 values, and the `skeleton` to which all else is appended. */
interface ScannerOptions {
  skeleton: Skeleton
  maxDepth: number
  /** The maximum length of one base64 text in characters. With 0, `base64` is an ordinary key. */
  maxEncodedLength: number
  /** The maximum number of keys of all objects together. */
  maxKeys: number
  /** The maximum number of items of all arrays together. */
  maxItems: number
  /**
   * Called at the beginning of each base64 value. Returns what receives the decoded bytes, and as `token` the JSON text
   * that replaces the value.
   */
  begin(): { output: BlobOutput; token: string }
}

interface Frame {
  isObject: boolean
  /** In an object, what comes next: a key, a colon, a value, or (`after`) what follows a value. */
  place: 'key' | 'colon' | 'value' | 'after'
  isBlobKey: boolean
  /** The position of the next value: its key, as far as it is kept, or its index in an array. */
  at: string | number
}

interface Blob {
  decoder: Base64Decoder
  output: BlobOutput
  text: PlainText
  token: string
  startedAt: number
}

/**
 * Returns the key that a JSON string represents. Of a string that was cut off, because it is too long, the result is
 * the beginning. A string with escapes is returned as written if it is invalid or was cut off.
 */
function readKey(raw: Buffer): string {
  const text = raw.toString('latin1')
  if (!text.includes('\\')) return text.slice(1, -1)
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

/**
 * Scans a JSON body in one pass, in the chunks in which it arrives. Strings under the key `base64` are decoded as they
 * arrive. Everything else is appended unchanged to the `Skeleton`, including most syntax errors, which parsing then
 * reports. `push` and `end` throw `invalid_request` for a body over a limit, for brackets that do not match, and for a
 * base64 value with an invalid escape or without an end.
 */
export class JsonScanner {
  readonly #options: ScannerOptions
  readonly #frames: Frame[] = []
  readonly #escape = new EscapeReader()
  #position = 0
  #keys = 0
  #items = 0
  #blob: Blob | null = null
  #inString = false
  #skipNext = false
  #key: number[] | null = null
  #quoteAt = -1
  #backslashAt = -1

  constructor(options: ScannerOptions) {
    this.#options = options
  }

  /** Scans the next chunk of the body. */
  push(chunk: Buffer): void {
    this.#quoteAt = -1
    this.#backslashAt = -1
    let at = 0
    while (at < chunk.length) {
      const start = at
      if (this.#blob) at = this.#blobPart(this.#blob, chunk, at)
      else {
        at = this.#skeletonPart(chunk, at)
        this.#options.skeleton.append(chunk.subarray(start, this.#blob ? at - 1 : at))
      }
    }
    this.#position += chunk.length
  }

  /** Ends the body. Call it after the last chunk. */
  end(): void {
    if (this.#blob) throw syntaxError('it ends inside a string', this.#position)
  }

  /** Continues to the end of the chunk, or to the quote that begins a base64 value. Returns the position after it. */
  #skeletonPart(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (this.#inString && !this.#key && !this.#skipNext) at = this.#skipText(chunk, at)
      else if (this.#inString) this.#stringByte(byte)
      else if (byte === QUOTE) {
        if (this.#beginString(at)) return at + 1
      } else this.#structure(byte, at)
    }
    return chunk.length
  }

  /**
   * Continues to the possible end of a string that is not examined. Returns the last position that needs no further
   * check.
   */
  #skipText(chunk: Buffer, from: number): number {
    const stop = Math.min(this.#nextQuote(chunk, from), this.#nextBackslash(chunk, from))
    if (stop < chunk.length) this.#stringByte(chunk[stop] ?? 0)
    return stop
  }

  #stringByte(byte: number): void {
    if (this.#key && this.#key.length <= MAX_KEY_LENGTH) this.#key.push(byte)
    if (this.#skipNext) this.#skipNext = false
    else if (byte === BACKSLASH) this.#skipNext = true
    else if (byte === QUOTE) this.#endString()
  }

  #beginString(at: number): boolean {
    const frame = this.#frames.at(-1)
    if (frame?.place === 'value' && frame.isBlobKey && this.#options.maxEncodedLength > 0) {
      frame.place = 'after'
      this.#beginBlob(this.#position + at)
      return true
    }
    this.#inString = true
    this.#key = frame?.place === 'key' ? [QUOTE] : null
    if (frame?.place === 'value') frame.place = 'after'
    return false
  }

  #endString(): void {
    this.#inString = false
    const frame = this.#frames.at(-1)
    if (!this.#key || !frame) return
    frame.at = readKey(Buffer.from(this.#key))
    frame.isBlobKey = frame.at === 'base64'
    frame.place = 'colon'
    this.#key = null
    this.#keys += 1
    if (this.#keys > this.#options.maxKeys) throw tooLarge('keys', this.#options.maxKeys)
  }

  #structure(byte: number, at: number): void {
    const frame = this.#frames.at(-1)
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#open(byte === OPEN_OBJECT, at)
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#close(byte === CLOSE_OBJECT, at)
    else if (typeof frame?.at === 'number') {
      if (byte === COMMA) frame.at = this.#nextItem(frame.at)
    } else if (!frame) return
    else if (byte === COMMA) frame.place = 'key'
    else if (byte === COLON) frame.place = frame.place === 'colon' ? 'value' : 'after'
    else if (byte > 0x20) frame.place = 'after'
  }

  /**
   * Counts an item of an array, at its opening bracket or at a comma. Returns the index of the next item, given that of
   * the last one.
   */
  #nextItem(at: number): number {
    this.#items += 1
    if (this.#items > this.#options.maxItems) throw tooLarge('list items', this.#options.maxItems)
    return at + 1
  }

  #open(isObject: boolean, at: number): void {
    const outer = this.#frames.at(-1)
    if (outer?.isObject) outer.place = 'after'
    if (this.#frames.length >= this.#options.maxDepth) {
      throw syntaxError(`nested deeper than ${this.#options.maxDepth} levels`, this.#position + at)
    }
    if (!isObject) this.#nextItem(0)
    this.#frames.push({ isObject, place: isObject ? 'key' : 'after', isBlobKey: false, at: isObject ? '' : 0 })
  }

  #close(isObject: boolean, at: number): void {
    if (this.#frames.pop()?.isObject !== isObject) throw syntaxError('an unexpected character', this.#position + at)
  }

  #beginBlob(startedAt: number): void {
    const { output, token } = this.#options.begin()
    const text = new PlainText()
    const decoder = new Base64Decoder({
      bytes: (decoded) => output.bytes(decoded),
      notBase64: (raw) => text.check(raw),
    })
    this.#blob = { decoder, output, text, token, startedAt }
  }

  #blobPart(blob: Blob, chunk: Buffer, from: number): number {
    if (this.#escape.active) return this.#escapeByte(blob, chunk[from] ?? 0, from)
    const quote = this.#nextQuote(chunk, from)
    const backslash = this.#nextBackslash(chunk, from)
    const stop = Math.min(quote, backslash)
    if (stop > from) blob.decoder.push(chunk.subarray(from, stop))
    this.#checkLength(blob)
    if (stop === chunk.length) return stop
    if (stop === backslash) this.#escape.begin()
    else this.#endBlob(blob, stop)
    return stop + 1
  }

  #escapeByte(blob: Blob, byte: number, at: number): number {
    const code = this.#escape.feed(byte)
    if (code === null) throw syntaxError('an invalid escape', this.#position + at)
    if (code !== undefined) blob.decoder.pushEscaped(code)
    this.#checkLength(blob)
    return at + 1
  }

  #checkLength({ decoder }: Blob): void {
    const limit = this.#options.maxEncodedLength
    if (decoder.encodedLength <= limit) return
    const path = this.#frames.map(({ at }) => String(at))
    throw textTooLong(path, limit)
  }

  #endBlob(blob: Blob, at: number): void {
    const valid = blob.decoder.finish()
    if (!valid) blob.text.end()
    this.#options.skeleton.replace(blob.token, this.#position + at + 1 - blob.startedAt)
    blob.output.end({ valid, encodedLength: blob.decoder.encodedLength })
    this.#blob = null
  }

  // The last index is kept until it is passed: searching again from every escape would take quadratic time.
  #nextQuote(chunk: Buffer, from: number): number {
    if (this.#quoteAt < from) this.#quoteAt = indexOrEnd(chunk, QUOTE, from)
    return this.#quoteAt
  }

  #nextBackslash(chunk: Buffer, from: number): number {
    if (this.#backslashAt < from) this.#backslashAt = indexOrEnd(chunk, BACKSLASH, from)
    return this.#backslashAt
  }
}

/** Returns the index of a byte in a chunk, searched from `from` on; the length of the chunk if it is not found. */
function indexOrEnd(chunk: Buffer, byte: number, from: number): number {
  const found = chunk.indexOf(byte, from)
  return found === -1 ? chunk.length : found
}
