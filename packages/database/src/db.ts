import { inSpan } from '@carillon/log'
import {
  CamelCasePlugin,
  CompiledQuery,
  Kysely,
  type PluginTransformResultArgs,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresQueryResult,
  type QueryResult,
  type Transaction,
  type UnknownRow,
} from 'kysely'
import { borrow } from './connection/borrowed.ts'
import { columnOf } from './connection/columns.ts'
import { gatherHints, type Hints, hintText, sendHints } from './connection/hints.ts'
import type { Pool } from './connection/pool.ts'
import { type Send, sender, sendOnAny } from './connection/send.ts'
import type { Database } from './schema/database.ts'

/** The database, or a transaction on it: what every query function takes first. */
export interface Db {
  /** Builds statements. */
  readonly kysely: Kysely<Database>
  /** Sends a statement that is written by hand: on any connection, or on that of the transaction. */
  query<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  /** Wakes up other processes. Those of a transaction are sent when it has been committed. */
  readonly hints: Hints
  /** How many due writes of one network, and of one organization on it, may be in the queue; others wait in their table. */
  readonly maxQueued: number
}

/** A transaction. */
export interface Tx extends Db {
  readonly kysely: Transaction<Database>
}

/** Converts the names of fields to those of columns. Rows come with the names of fields already. */
class ColumnNames extends CamelCasePlugin {
  protected override snakeCase(field: string): string {
    return columnOf(field)
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

/** The pool as the query builder takes it. */
function poolOf(pool: Pool, send: Send): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const on = await borrow(pool)
      // Kysely's second form takes a cursor, for streams; nothing streams.
      function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
      function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
      function query(text: unknown, values: readonly unknown[] = []): unknown {
        return send(on, String(text), values)
      }
      return { query, release: () => on.release() }
    },
    end: () => pool.end(),
  }
}

/** Twice the simultaneous jobs of a worker, by default. */
const usualMaxQueued = 32

/** Opens the database on a pool. Statements with values are prepared; rows have the names of fields. */
export function openDb(
  pool: Pool,
  { maxQueued = usualMaxQueued, onEvents }: Partial<Pick<Db, 'maxQueued'>> & { onEvents?: () => void } = {},
): Db {
  const send = sender(pool.prepares)
  return {
    kysely: new Kysely<Database>({
      dialect: new PostgresDialect({ pool: poolOf(pool, send) }),
      plugins: [new ColumnNames()],
    }),
    query: (text, values) => sendOnAny(pool, send, { text, values }),
    hints: sendHints((values) => sendOnAny(pool, send, { text: hintText, values }), onEvents),
    maxQueued,
  }
}

/** All statements on the connection of a query builder that has one. */
function onConnectionOf<Builder extends Kysely<Database>>(
  kysely: Builder,
  { hints, maxQueued }: Pick<Db, 'hints' | 'maxQueued'>,
): Db & { kysely: Builder } {
  return {
    kysely,
    hints,
    maxQueued,
    async query<Row>(text: string, values: readonly unknown[]) {
      const { rows } = await kysely.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
      return rows
    },
  }
}

/** Runs `work` on one connection. An error before `work` is called means that no statement was sent. */
export function onConnection<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.kysely.connection().execute((kysely) => work(onConnectionOf(kysely, db)))
}

/** Runs `work` in one transaction, which is rolled back if `work` throws. */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const hints = gatherHints()
  const inside = { hints, maxQueued: db.maxQueued }
  const result = await inSpan('transaction', () =>
    db.kysely.transaction().execute((kysely) => work(onConnectionOf(kysely, inside))),
  )
  hints.moveTo(db.hints)
  return result
}

/** Runs reads that all see the database as of the first read. */
export function snapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const reads = db.kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reads.execute((kysely) => work(onConnectionOf(kysely, db)))
}
