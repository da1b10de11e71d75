import pg from 'pg'

/** A prepared statement with its values. */
export interface Prepared {
  name: string
  text: string
  values: readonly unknown[]
}

/** The methods of pg's queries that handle responses, which its types leave out. */
interface QueryEvents {
  /** Returns an error, and writes nothing, for a query that is not valid. */
  submit(connection: pg.Connection): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
}

/** A statement of a group: its result, or the error of this process that prevents it. */
interface Member {
  query: QueryEvents
  result?: pg.QueryArrayResult
  error?: Error | undefined
}

function memberOf({ name, text, values }: Prepared): Member {
  const config = { name, text, values: [...values], rowMode: 'array' as const }
  const query: unknown = new pg.Query(config, (error: Error | undefined, result: unknown) => {
    if (error) member.error = error
    else member.result = result as pg.QueryArrayResult
  })
  const member: Member = { query: query as QueryEvents }
  return member
}

type Ended = (error: Error | undefined, results: readonly (pg.QueryArrayResult | Error)[]) => void

/**
 * A query for `client.query` of pg that sends several statements in one message. The server runs them in one
 * transaction, which it commits at the end of the message: either all of them are stored or none, and a result is known
 * only after the last of them.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING (read 2026-11-27)
 */
export class GroupQuery implements pg.Submittable {
  readonly statements: readonly Prepared[]
  readonly #members: readonly Member[]
  /** The place of the statement to which the next response belongs. */
  #current = 0
  /** Called at the end. pg replaces it by one that also ends its timer. */
  callback: Ended

  /**
   * @param statements statements that are already prepared on the connection
   * @param callback receives the error after which nothing is stored, or the results in the order of the statements
   */
  constructor(statements: readonly Prepared[], callback: Ended) {
    this.statements = statements
    this.#members = statements.map(memberOf)
    this.callback = callback
  }

  submit(connection: pg.Connection): void {
    // pg ends each query with the message that commits. That of the group follows its last statement.
    const withoutEnd: pg.Connection = Object.create(connection, { sync: { value() {} } })
    connection.stream.cork()
    try {
      for (const member of this.#members) member.error = member.query.submit(withoutEnd) ?? member.error
      // Without one of its statements, the responses to the group could not be assigned: it must not be sent.
      const unsent = this.#members.find(({ error }) => error !== undefined)
      if (unsent) connection.stream.destroy(unsent.error)
      else connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription(message: unknown): void {
    this.#members[this.#current]?.query.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#members[this.#current]?.query.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#members[this.#current++]?.query.handleCommandComplete(message, connection)
  }

  handleReadyForQuery(connection: pg.Connection): void {
    for (const { query } of this.#members) query.handleReadyForQuery(connection)
    const missing = new Error('the server did not respond to a statement of a group')
    this.callback(
      undefined,
      this.#members.map(({ result, error }) => error ?? result ?? missing),
    )
  }

  handleError(error: Error): void {
    this.callback(error, [])
  }
}
