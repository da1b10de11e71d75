import { fieldError, ServiceError } from '@carillon/errors'
import { readPartHeader } from './part-header.ts'

const CRLF = Buffer.from('\r\n')
const HEADER_END = Buffer.from('\r\n\r\n')
const maxHeaderBytes = 16 * 1024
const boundaryParameter = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i

/** Returns the boundary in a `Content-Type` header; null if none exists. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, token] = boundaryParameter.exec(contentType) ?? []
  return quoted ?? token ?? null
}

type Place = 'preamble' | 'boundary' | 'header' | 'content' | 'epilogue'

function utf8(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
}

/**
 * A check of a multipart form while its parser reads it, because the parser ignores parts that it does not understand:
 * a part that cannot be read exactly as sent rejects the whole form. Call `push` with every chunk; it throws a
 * `ServiceError` (400) that names the part, and another (413) if all text fields together are too large.
 */
export class PartWatch {
  readonly #delimiter: Buffer
  readonly #maxTextBytes: number
  /** Bytes that cannot be interpreted yet. Starts with a line break, as if a line had ended before the body. */
  #rest: Buffer = CRLF
  #place: Place = 'preamble'
  #parts = 0
  #name = ''
  #text: TextDecoder | null = null
  #textBytes = 0

  /** @param maxTextBytes the maximum size in bytes of all text fields together */
  constructor(boundary: string, maxTextBytes: number) {
    this.#maxTextBytes = maxTextBytes
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  }

  push(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    while (this.#step());
  }

  /** Advances by one step; false if more bytes are needed. */
  #step(): boolean {
    switch (this.#place) {
      case 'preamble':
        return this.#preamble()
      case 'boundary':
        return this.#boundary()
      case 'header':
        return this.#header()
      case 'content':
        return this.#content()
      case 'epilogue':
        if (this.#rest.some((byte) => byte > 0x20)) throw this.#fault('there is something behind the last boundary')
        this.#rest = Buffer.alloc(0)
        return false
    }
  }

  #preamble(): boolean {
    const start = this.#rest.subarray(0, 4).equals(Buffer.from('\r\n\r\n')) ? 2 : 0
    if (this.#rest.length < start + this.#delimiter.length) return false
    if (!this.#rest.subarray(start, start + this.#delimiter.length).equals(this.#delimiter)) {
      throw this.#fault('the form does not begin with its boundary')
    }
    return this.#go('boundary', start + this.#delimiter.length)
  }

  #boundary(): boolean {
    if (this.#rest.length < 2) return false
    const end = this.#rest.toString('latin1', 0, 2)
    if (end === '--') return this.#go('epilogue', 2)
    this.#parts += 1
    this.#name = `part ${this.#parts}`
    if (end !== '\r\n') throw this.#fault('something follows its boundary in the same line')
    return this.#go('header', 2)
  }

  #header(): boolean {
    if (this.#rest.length >= 2 && this.#rest.subarray(0, 2).equals(CRLF)) throw this.#fault('it has no header')
    const end = this.#rest.indexOf(HEADER_END)
    if (end > maxHeaderBytes || (end < 0 && this.#rest.length > maxHeaderBytes))
      throw this.#fault('its header is too long')
    if (end < 0) return false
    const header = readPartHeader(this.#decoded(utf8(), this.#rest.subarray(0, end)))
    if (header.name !== undefined) this.#name = header.name.slice(0, 64).toWellFormed()
    if ('fault' in header) throw this.#fault(header.fault)
    this.#text = header.isFile ? null : utf8()
    // An empty part ends with the line break of its header.
    return this.#go('content', end + CRLF.length)
  }

  #content(): boolean {
    const found = this.#rest.indexOf(this.#delimiter)
    const end = found < 0 ? Math.max(0, this.#rest.length - this.#delimiter.length + 1) : found
    if (this.#text) this.#readText(this.#text, this.#rest.subarray(0, end), found < 0)
    if (found >= 0) return this.#go('boundary', found + this.#delimiter.length)
    this.#rest = this.#rest.subarray(end)
    return false
  }

  #readText(decoder: TextDecoder, bytes: Buffer, isPart: boolean): void {
    this.#textBytes += bytes.length
    if (this.#textBytes > this.#maxTextBytes) {
      const message = `The form is too large: its text fields have more than ${this.#maxTextBytes} bytes.`
      throw new ServiceError('invalid_request', message, { status: 413, details: [{ path: [], message }] })
    }
    this.#decoded(decoder, bytes, isPart)
  }

  #go(place: Place, bytes: number): true {
    this.#place = place
    this.#rest = this.#rest.subarray(bytes)
    return true
  }

  #decoded(decoder: TextDecoder, bytes: Buffer, stream = false): string {
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      throw this.#fault('it is not UTF-8')
    }
  }

  #fault(message: string): ServiceError {
    const path = this.#name === '' ? [] : [this.#name]
    return fieldError({ path, message, whole: 'form', code: 'invalid_request' })
  }
}
