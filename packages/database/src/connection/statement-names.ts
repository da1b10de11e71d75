import { createHash } from 'node:crypto'
import pg from 'pg'

/** The maximum number of prepared statements per connection; further texts are planned each time they are sent. */
const maxStatements = 500

/**
 * The maximum number of values of a prepared statement. One with more has a part for each of several rows, so that each
 * number of rows is a text of its own, of which the server would keep up to 2 MB on each connection.
 */
const maxPreparedValues = 64

/**
 * Matches a statement that returns the first rows of a list, as the query builder writes it. It is planned each time it
 * is sent, with its values: the plan of a prepared one is that of an average owner, who has so few rows that they are
 * all read and sorted. A large profile would wait a thousand times as long. Not of partitioned tables, which take long
 * to plan and have only the organization in their indexes.
 */
const firstRows = /^(?!.* from "(?:api_request|audit_entry|event)").* order by [^()]+ limit \$\d+$/s

/**
 * The names under which statements are prepared, keyed by SQL text. A text has the same name on all connections, and no
 * two texts ever have the same name.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #replaced = new Map<string, number>()

  /**
   * Returns the name for a text; undefined if the text is not to be prepared: it has no values or too many, returns the
   * first rows of a list, or the maximum number of statements has names.
   */
  of(text: string, { length }: readonly unknown[]): string | undefined {
    if (length === 0 || length > maxPreparedValues) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= maxStatements || firstRows.test(text)) return known
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    const name = `${hash}.${this.#replaced.get(text) ?? 0}`
    this.#names.set(text, name)
    return name
  }

  /** Gives the text another name, because the statement prepared under its name can no longer be executed. */
  replace(text: string): void {
    this.#replaced.set(text, (this.#replaced.get(text) ?? 0) + 1)
    this.#names.delete(text)
  }
}

/** Returns whether a prepared statement failed because the columns of its table have changed since. */
export function isOutdated(error: unknown): boolean {
  // Messages of the server may be in any language; the name of its function is not translated.
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
