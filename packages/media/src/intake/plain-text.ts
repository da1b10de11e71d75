import { syntaxError } from './body-error.ts'

/**
 * Checks a JSON string that arrives in pieces and is not kept: its bytes must be valid UTF-8 without control
 * characters. Call `check` for each piece, then `end` once.
 */
export class PlainText {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  /**
   * Checks the next bytes of the string, which may end within a character.
   * @throws ServiceError `invalid_request` for a control character or invalid UTF-8
   */
  check(raw: Uint8Array): void {
    if (raw.some((byte) => byte < 0x20)) throw syntaxError('a control character inside a string', null)
    this.#decode(raw, true)
  }

  /**
   * Checks that the string does not end within a character.
   * @throws ServiceError `invalid_request` if it does
   */
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
