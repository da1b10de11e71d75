import { parseExactJson } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { syntaxError, tooLarge } from './body-error.ts'
import { findSyntaxError } from './find-syntax-error.ts'

/** A JSON body without its base64 values: the remaining text, and where values were removed. */
export class Skeleton {
  readonly #limit: number
  readonly #reserve: (bytes: number) => void
  #bytes = Buffer.allocUnsafe(4096)
  #length = 0
  #cuts: { at: number; removed: number }[] = []

  /**
   * @param limit the maximum size of the remaining text in bytes
   * @param reserve called with the size in bytes of the memory for the text, before it grows to that size
   */
  constructor(limit: number, reserve: (bytes: number) => void = () => {}) {
    this.#limit = limit
    this.#reserve = reserve
  }

  /**
   * Appends the next bytes of the body.
   * @throws ServiceError `invalid_request` (413) if the remaining text becomes larger than the limit; the error of
   *   `reserve`
   */
  append(raw: Uint8Array): void {
    const length = this.#length + raw.length
    if (length > this.#limit) throw tooLarge('bytes beside the media', this.#limit)
    if (length > this.#bytes.length) {
      const size = Math.min(this.#limit, Math.max(length, this.#bytes.length * 2))
      this.#reserve(size)
      const grown = Buffer.allocUnsafe(size)
      this.#bytes.copy(grown, 0, 0, this.#length)
      this.#bytes = grown
    }
    this.#bytes.set(raw, this.#length)
    this.#length = length
  }

  /** Appends `text` in place of the next `original` bytes of the body. Throws like `append`. */
  replace(text: string, original: number): void {
    const raw = Buffer.from(text)
    this.append(raw)
    this.#cuts.push({ at: this.#length, removed: original - raw.length })
  }

  /**
   * Parses the remaining text as JSON.
   * @throws ServiceError `invalid_request` if it is not valid UTF-8 or JSON, with the position in the body, or if it
   *   has an integer that a JavaScript number cannot represent, with its path
   */
  parse(): unknown {
    const text = this.#text()
    try {
      return parseExactJson(text)
    } catch (error) {
      if (error instanceof ServiceError) throw error
      const { problem, offset } = findSyntaxError(text)
      throw syntaxError(problem, this.#positionInBody(Buffer.byteLength(text.slice(0, offset))))
    }
  }

  #text(): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.#bytes.subarray(0, this.#length))
    } catch {
      throw syntaxError('it is not UTF-8', null)
    }
  }

  #positionInBody(offset: number): number {
    return this.#cuts.reduce((position, cut) => (cut.at <= offset ? position + cut.removed : position), offset)
  }
}
