import type pg from 'pg'
import type { Borrowed } from './borrowed.ts'
import { borrowBeforeChange, maySend } from './change-gate.ts'
import { rowsOf } from './columns.ts'
import type { Pool } from './pool.ts'
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

/**
 * Creates the function that sends all statements of a pool. A prepared statement that a migration has outdated is
 * prepared again and repeated, unless it is in a transaction, which then fails.
 * @param names the names under which statements are prepared; undefined if they may not be
 */
export function sender(names: StatementNames | undefined): Send {
  function attempt(on: Borrowed, text: string, values: readonly unknown[]): Promise<pg.QueryArrayResult> {
    const name = values.length > 0 ? names?.of(text) : undefined
    const statement = { text, values: [...values], rowMode: 'array' as const, ...(name !== undefined && { name }) }
    return on.watch((client) => client.query(statement))
  }

  return async <Row>(on: Borrowed, text: string, values: readonly unknown[]) => {
    await maySend(text, on.client)
    const send = async (): Promise<pg.QueryArrayResult> => {
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
    const { command, rowCount, rows, fields } = await send()
    return { command, rowCount, rows: rowsOf<Row>(fields, rows) }
  }
}

/**
 * Sends a statement on any connection of the pool and gives the connection back. Returns the rows with camelCase
 * fields. Rejects with the error of the statement, or with that of the pool (`wasNeverSent`) if it has no connection.
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
