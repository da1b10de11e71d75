import { syntaxError } from './body-error.ts'

/**
 * Checks the bytes of a JSON string that is not kept: they must be valid UTF-8 without control characters. Throws
 * `invalid_request` otherwise.
 */
export class PlainText {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  check(raw: Uint8Array): void {
    if (raw.some((byte) => byte < 0x20)) throw syntaxError('a control character inside a string', null)
    this.#decode(raw, true)
  }

  end(): void {
    this.#decode(new Uint8Array(), false)
  }

  #decode(raw: Uint8Array, stream: boolean): void {
    try {
      this.#decoder.decode(raw, { stream })
    } catch {
      throw syntaxError('it is not UTF-8', null)
    }
  }
}
