import type pg from 'pg'
import { type DataRow, type Named, type Readers, type RowDescription, RowQuery } from './row-query.ts'

/** A prepared statement with its values. */
export interface Prepared extends Named {
  name: string
}

type Ended = (error: Error | undefined, results: readonly (unknown[] | Error)[]) => void

const nothing = { value() {} }

/**
 * A query for `client.query` of pg that sends several statements in one message. The server runs them in one
 * transaction, which it commits at the end of the message: either all of them are stored or none, and a result is known
 * only after the last of them.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING (read 2026-11-27)
 */
export class GroupQuery implements pg.Submittable {
  readonly statements: readonly Prepared[]
  readonly #members: readonly RowQuery[]
  /** The index of the statement to which the next response belongs. */
  #current = 0
  /**
   * Called once, when the group has ended, with its error or its results. pg replaces it by a function that also ends
   * the timer of the query.
   */
  callback: Ended

  /**
   * Creates the query; `client.query` sends it.
   * @param statements statements that are already prepared on the connection
   * @param readers the row readers of the connection, to which those of statements that the server describes are added
   * @param callback is called with the error of the group: if the response was lost, all of it may be stored, otherwise
   *   nothing; or with the rows of each statement, or an `Error` in place of rows that could not be read
   */
  constructor(statements: readonly Prepared[], readers: Readers, callback: Ended) {
    this.statements = statements
    this.#members = statements.map((statement) => new RowQuery(statement, readers))
    this.callback = callback
  }

  submit(connection: pg.Connection): void {
    // pg ends each query with the message that commits. That of the group follows its last statement.
    const on = Object.create(connection, { sync: nothing })
    connection.stream.cork()
    try {
      for (const member of this.#members) member.error = member.submit(on) ?? member.error
      // Without one of its statements, the responses to the group could not be assigned: it must not be sent.
      const unsent = this.#members.find(({ error }) => error !== undefined)
      if (unsent) connection.stream.destroy(unsent.error)
      else connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription(description: RowDescription): void {
    this.#members[this.#current]?.handleRowDescription(description)
  }

  handleDataRow(row: DataRow): void {
    this.#members[this.#current]?.handleDataRow(row)
  }

  handleCommandComplete(): void {
    this.#current++
  }

  handleReadyForQuery(): void {
    const missing = new Error('the server did not respond to a statement of a group')
    this.callback(
      undefined,
      this.#members.map(({ rows, error }, place) => error ?? (place < this.#current ? rows : missing)),
    )
  }

  handleError(error: Error): void {
    this.callback(error, [])
  }
}
