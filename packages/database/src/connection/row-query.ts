import pg from 'pg'
import { type ReadRow, rowReader } from './columns.ts'

/** A statement with its values. It is prepared under its name, and not prepared if it has none. */
export interface Named {
  name?: string | undefined
  text: string
  values: readonly unknown[]
}

/** The row readers of the statements prepared on a connection, keyed by statement name. */
export type Readers = Map<string, ReadRow | undefined>

/** The columns of a result, as pg passes them on. */
export interface RowDescription {
  fields: readonly { name: string; dataTypeID: number }[]
}

/** The values of a row, as pg passes them on. */
export interface DataRow {
  fields: readonly (string | null)[]
}

const nothing = { value() {} }

/**
 * A query for `client.query` of pg that reads rows as objects with camelCase fields. A prepared statement always has
 * the same columns, so that the server describes them only once on each connection: their description is most of the
 * bytes of a small result.
 */
export class RowQuery implements pg.Submittable {
  // As in pg's own queries, for pg and for what watches the statements of a connection.
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  readonly #query: pg.Query
  readonly #readers: Readers
  #read: ReadRow | undefined
  /** The command that the server reports, such as `UPDATE`; empty before the statement has ended. */
  command = ''
  /** The number of rows that were read or changed; null if the statement has none, such as `begin`. */
  rowCount: number | null = null
  readonly rows: unknown[] = []
  /** The error with which the statement failed, or with which this process could not send it or read its rows. */
  error: Error | undefined
  /**
   * Called when the statement has ended, with its error if it failed. pg replaces it by a function that also ends the
   * timer of the query.
   */
  callback: (error: Error | undefined) => void

  /**
   * Creates the query; `client.query` sends it.
   * @param readers the row readers of the connection, to which that of the statement is added when the server has
   *   described its columns
   * @param callback is called when the statement has ended, with its error if it failed
   */
  constructor({ name, text, values }: Named, readers: Readers, callback: RowQuery['callback'] = () => {}) {
    this.name = name
    this.text = text
    this.values = values
    this.#query = new pg.Query({ text, values: [...values], ...(name !== undefined && { name }) }, (error) => {
      if (error) this.handleError(error)
    })
    this.#readers = readers
    this.#read = name === undefined ? undefined : readers.get(name)
    this.callback = callback
  }

  /** Writes the statement to the connection. Returns an error, and writes nothing, if it is not valid. */
  submit(connection: pg.Connection): Error | null {
    const on = this.#read === undefined ? connection : Object.create(connection, { describe: nothing })
    // pg's types leave out the result.
    return this.#query.submit(on) as unknown as Error | null
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#read = rowReader(fields)
    if (this.name !== undefined) this.#readers.set(this.name, this.#read)
  }

  handleDataRow({ fields }: DataRow): void {
    try {
      if (this.#read === undefined) throw new Error('the server sent a row without its columns')
      this.rows.push(this.#read(fields))
    } catch (error) {
      this.error = error instanceof Error ? error : new Error('a row could not be read', { cause: error })
    }
  }

  /** Reads the command's tag, such as `UPDATE 3`. */
  handleCommandComplete({ text }: { text: string }): void {
    const [command = '', ...counts] = text.split(' ')
    const count = counts.at(-1)
    this.command = command
    this.rowCount = count === undefined ? null : Number(count)
  }

  handleReadyForQuery(): void {
    this.callback(this.error)
  }

  handleError(error: Error): void {
    this.error = error
    this.callback(error)
  }
}
