import pg from 'pg'
import { type ReadRow, rowReader } from './columns.ts'

/** A prepared statement with its values. */
export interface Prepared {
  name: string
  text: string
  values: readonly unknown[]
}

/** The row readers of the statements prepared on a connection, by name; undefined until their columns are described. */
export type Readers = Map<string, ReadRow | undefined>

/** The columns of a result, as pg passes them on. */
interface RowDescription {
  fields: readonly { name: string; dataTypeID: number }[]
}

/** A statement of a group, and its rows or the error with which this process could not send it or read its rows. */
interface Member {
  name: string
  /** Writes the statement to the connection. Returns an error, and writes nothing, if it is not valid. */
  submit(connection: pg.Connection): Error | null
  read: ReadRow | undefined
  rows: unknown[]
  error?: Error | undefined
}

function memberOf({ name, text, values }: Prepared, readers: Readers): Member {
  const query = new pg.Query({ name, text, values: [...values] }, (error: Error | undefined) => {
    if (error) member.error = error
  })
  // pg's types leave out the result.
  const submit = (connection: pg.Connection) => query.submit(connection) as unknown as Error | null
  const member: Member = { name, submit, read: readers.get(name), rows: [] }
  return member
}

type Ended = (error: Error | undefined, results: readonly (unknown[] | Error)[]) => void

/**
 * A query for `client.query` of pg that sends several statements in one message. The server runs them in one
 * transaction, which it commits at the end of the message: either all of them are stored or none, and a result is known
 * only after the last of them.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING (read 2026-11-27)
 */
export class GroupQuery implements pg.Submittable {
  readonly statements: readonly Prepared[]
  readonly #members: readonly Member[]
  readonly #readers: Readers
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
   * @param callback is called with an error if nothing was stored; otherwise with the rows of the statements in their
   *   order, or an `Error` in place of rows that this process could not read
   */
  constructor(statements: readonly Prepared[], readers: Readers, callback: Ended) {
    this.statements = statements
    this.#members = statements.map((statement) => memberOf(statement, readers))
    this.#readers = readers
    this.callback = callback
  }

  submit(connection: pg.Connection): void {
    const nothing = { value() {} }
    // pg ends each query with the message that commits. That of the group follows its last statement.
    const describing = Object.create(connection, { sync: nothing })
    // A prepared statement always has the same columns, and their description is most of the bytes of a small result.
    const undescribed = Object.create(connection, { sync: nothing, describe: nothing })
    connection.stream.cork()
    try {
      for (const member of this.#members)
        member.error = member.submit(member.read === undefined ? describing : undescribed) ?? member.error
      // Without one of its statements, the responses to the group could not be assigned: it must not be sent.
      const unsent = this.#members.find(({ error }) => error !== undefined)
      if (unsent) connection.stream.destroy(unsent.error)
      else connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription({ fields }: RowDescription): void {
    const member = this.#members[this.#current]
    if (member === undefined) return
    member.read = rowReader(fields)
    this.#readers.set(member.name, member.read)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const member = this.#members[this.#current]
    if (member === undefined) return
    try {
      if (member.read === undefined) throw new Error('the server sent a row without its columns')
      member.rows.push(member.read(fields))
    } catch (error) {
      member.error = error instanceof Error ? error : new Error('a row could not be read', { cause: error })
    }
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
