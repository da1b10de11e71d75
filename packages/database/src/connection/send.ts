import type pg from 'pg'
import type { Borrowed } from './borrowed.ts'
import { borrowBeforeChange, maySend } from './change-gate.ts'
import type { Pool } from './pool.ts'
import { type Named, type Readers, RowQuery } from './row-query.ts'
import { isOutdated, type StatementNames } from './statement-names.ts'

interface SentResult<Row> {
  command: string
  rowCount: number | null
  rows: Row[]
}

/**
 * Sends a statement on a borrowed connection. A statement with values is prepared, that is, parsed and planned once per
 * connection instead of once per query, which is most of the cost of a small query.
 */
export type Send = <Row>(on: Borrowed, text: string, values: readonly unknown[]) => Promise<SentResult<Row>>

const readers = new WeakMap<pg.PoolClient, Readers>()

/** Returns the row readers of a connection, by the names of the statements that are prepared on it. */
export function readersOf(client: pg.PoolClient): Readers {
  const known = readers.get(client) ?? new Map()
  readers.set(client, known)
  return known
}

/** Sends a statement, and resolves with the query when it has ended; rejects with its error. */
async function sendOne(client: pg.PoolClient, statement: Named, known: Readers): Promise<RowQuery> {
  try {
    return await new Promise((resolve, reject) => {
      const query = new RowQuery(statement, known, (error) => (error ? reject(error) : resolve(query)))
      client.query(query)
    })
  } catch (error) {
    // The stack is that of the message of the server, without the code that has sent the statement.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/**
 * Creates the function that sends all statements of a pool. A prepared statement that a migration has outdated is
 * prepared again and repeated; within a transaction, it fails instead, and the whole transaction has to be repeated.
 * @param names the names under which statements are prepared; undefined to prepare none
 */
export function sender({ pooled }: Pick<Pool, 'pooled'>, names: StatementNames | undefined): Send {
  function attempt(on: Borrowed, text: string, values: readonly unknown[]): Promise<RowQuery> {
    const name = names?.of(text, values)
    // A pooler prepares statements on its own, and again after their columns have changed.
    return on.watch((client) => sendOne(client, { name, text, values }, pooled ? new Map() : readersOf(client)))
  }

  return async <Row>(on: Borrowed, text: string, values: readonly unknown[]) => {
    await maySend(text, on.client)
    const send = async (): Promise<RowQuery> => {
      try {
        return await attempt(on, text, values)
      } catch (error) {
        if (names === undefined || !isOutdated(error)) throw error
        names.replace(text)
        // Within a transaction everything before it is lost as well.
        if (on.client.getTransactionStatus() !== 'I') throw error
        return send()
      }
    }
    const { command, rowCount, rows } = await send()
    return { command, rowCount, rows: rows as Row[] }
  }
}

/**
 * Sends a statement on any connection of the pool and gives the connection back. Returns the rows with camelCase
 * fields. Rejects with the error of the statement, or with that of the pool if it has no connection.
 */
export async function sendOnAny<Row>(
  pool: Pool,
  send: Send,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<Row[]> {
  const on = await borrowBeforeChange(pool)
  try {
    const { rows } = await send<Row>(on, text, values)
    return rows
  } finally {
    on.release()
  }
}
