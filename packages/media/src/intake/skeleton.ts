import { syntaxError, tooLarge } from './body-error.ts'
import { findSyntaxError } from './find-syntax-error.ts'

/** A JSON body without its base64 values: the remaining text, and where values were removed. */
export class Skeleton {
  readonly #limit: number
  #bytes = Buffer.allocUnsafe(4096)
  #length = 0
  #cuts: { at: number; removed: number }[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  append(raw: Uint8Array): void {
    const length = this.#length + raw.length
    if (length > this.#limit) throw tooLarge('bytes beside the media', this.#limit)
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.min(this.#limit, Math.max(length, this.#bytes.length * 2)))
      this.#bytes.copy(grown, 0, 0, this.#length)
      this.#bytes = grown
    }
    this.#bytes.set(raw, this.#length)
    this.#length = length
  }

  /** Appends `text` in place of the next `original` bytes of the body. */
  replace(text: string, original: number): void {
    const raw = Buffer.from(text)
    this.append(raw)
    this.#cuts.push({ at: this.#length, removed: original - raw.length })
  }

  parse(): unknown {
    const text = this.#text()
    try {
      return JSON.parse(text)
    } catch {
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
