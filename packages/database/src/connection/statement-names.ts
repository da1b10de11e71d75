import { createHash } from 'node:crypto'

/** Statements that one connection keeps; a text beyond them is planned every time it is sent. */
const maxStatements = 500

/** Names of statements by their text. The same text has the same name everywhere, as a name may not mean two texts. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #replaced = new Map<string, number>()

  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= maxStatements) return known
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    const name = `${hash}.${this.#replaced.get(text) ?? 0}`
    this.#names.set(text, name)
    return name
  }

  /** Gives the text another name, because the statement under its name can no longer be executed. */
  replace(text: string): void {
    this.#replaced.set(text, (this.#replaced.get(text) ?? 0) + 1)
    this.#names.delete(text)
  }
}

/** The error of a prepared statement that is older than a change of its table's columns. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)
}
