import { inSpan } from '@carillon/log'
import {
  CompiledQuery,
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  type Transaction,
} from 'kysely'
import { borrowBeforeChange, maySend } from './connection/change-gate.ts'
import { columnOf } from './connection/columns.ts'
import { createGroups } from './connection/groups.ts'
import { GatheredHints, type Hints, hintText, sendHints } from './connection/hints.ts'
import type { Pool } from './connection/pool.ts'
import { type Send, sender, sendOnAny } from './connection/send.ts'
import { isOutdated, StatementNames } from './connection/statement-names.ts'
import { Turns } from './connection/turns.ts'
import type { Database } from './schema/database.ts'

/**
 * How a statement is grouped with those of simultaneous callers, in one transaction: `durable` if its commit waits for
 * the disk, `lazy` if it need not, as for reads. Statements of the two kinds never share a transaction, because a
 * commit waits, or does not wait, for all statements of its transaction.
 */
export type Grouping = 'durable' | 'lazy'

/**
 * A connection pool to the database, or a transaction on it. Every query function takes a `Db` as its first argument.
 */
export interface Db {
  /** The query builder. */
  readonly kysely: Kysely<Database>
  /**
   * Sends a handwritten statement, on any connection of the pool or on that of the transaction. Returns rows with
   * camelCase fields.
   * @param grouping how the statement may be grouped with those of other callers; absent to send it alone. Ignored
   *   within a transaction
   */
  query<Row>(text: string, values: readonly unknown[], grouping?: Grouping): Promise<Row[]>
  /** Notifies other processes of changes. Hints of a transaction are sent after it has been committed. */
  readonly hints: Hints
  /** The callers of this process that wait before a transaction, because they would lock the same row. */
  readonly turns: Turns
  /**
   * The maximum number of jobs in the queue for due writes to one network, and for those of one organization to one
   * network. Further due writes wait in the table `external_write`.
   */
  readonly maxQueued: number
}

/** A transaction. A function that takes a `Tx` must run inside of one, such as in the callback of `transaction`. */
export interface Tx extends Db {
  readonly kysely: Transaction<Database>
}

/** Writes the statements of the query builder, with the column names of its fields. */
class ColumnNames extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(field: string): string {
    return super.sanitizeIdentifier(columnOf(field))
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new ColumnNames()
  }
}

/** Adapts a pool to the interface that Kysely expects. */
function poolOf(pool: Pool, send: Send): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const on = await borrowBeforeChange(pool)
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

/**
 * Wraps a connection pool as a `Db`. Statements with values are prepared, unless the option `prepares` of the pool is
 * false, and rows have camelCase fields.
 * @param onEvents called when this process has stored events that have no position in the feed yet
 * @param maxQueued the maximum number of jobs in the queue for due writes to one network, and for those of one
 *   organization to one network; further ones wait in the table `external_write`; 32 by default, which is twice the
 *   default number of simultaneous jobs of a worker
 */
export function openDb(
  pool: Pool,
  { maxQueued = 32, onEvents }: Partial<Pick<Db, 'maxQueued'>> & { onEvents?: () => void } = {},
): Db {
  const names = pool.prepares ? new StatementNames() : undefined
  const send = sender(pool, names)
  const groups = names && {
    durable: createGroups({ pool, send, names, gathers: true }),
    // Reads are among them, for which a client waits.
    lazy: createGroups({ pool, send, names, gathers: false }),
  }
  async function query<Row>(text: string, values: readonly unknown[], grouping?: Grouping): Promise<Row[]> {
    if (groups === undefined || grouping === undefined) return sendOnAny(pool, send, { text, values })
    await maySend(text)
    return groups[grouping]<Row>(text, values)
  }
  return {
    kysely: new Kysely<Database>({ dialect: new Dialect({ pool: poolOf(pool, send) }) }),
    query,
    hints: sendHints((values) => query(hintText, values, 'lazy'), onEvents),
    turns: new Turns({ maxWaiting: 1_000, waitMs: 30_000 }),
    maxQueued,
  }
}

/** Returns a `Db` like `db` whose statements all belong to a transaction of the query builder. */
function inTransaction(kysely: Transaction<Database>, db: Db): Tx {
  return {
    ...db,
    kysely,
    async query<Row>(text: string, values: readonly unknown[]) {
      const { rows } = await kysely.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
      return rows
    },
  }
}

/**
 * The maximum number of times that a transaction is run, which has to run again for each of its outdated statements.
 */
const maxRuns = 20

/**
 * Runs a transaction, again from its beginning if a migration has outdated one of its prepared statements: the server
 * has rolled all of it back, and the statement is prepared again.
 */
async function untilPrepared<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await run()
    } catch (error) {
      if (!isOutdated(error) || runs === maxRuns) throw error
    }
  }
}

/**
 * Runs `work` in one transaction and returns its result: commits when `work` resolves, and rolls back and rejects with
 * its error if it throws. What `work` announces with `tx.hints` is sent to other processes after the commit. While the
 * tables are migrated, `work` can be run several times, and what it does besides the transaction then happens each
 * time. `db` must not itself be a transaction.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const run = async (): Promise<T> => {
    const hints = new GatheredHints()
    const result = await inSpan('transaction', () =>
      // The level is named, as behind a pooler it is that of the database or the role.
      db.kysely
        .transaction()
        .setIsolationLevel('read committed')
        .execute((kysely) => work(inTransaction(kysely, { ...db, hints }))),
    )
    hints.moveTo(db.hints)
    return result
  }
  return untilPrepared(run)
}

/**
 * The row that a transaction locks first, as its table and its id; or the row on whose behalf it takes an advisory lock
 * first. `apiKey` stands for the budgets of a key.
 */
export type LockedFirst = readonly [table: keyof Database, id: string]

/**
 * Runs `work` in one transaction, as `transaction` does. The transactions of this process that first lock the same row
 * run one after another, and those that wait for their turn hold no connection. Do not call it within the `work` of
 * another call, as two callers could then wait for each other.
 * @param locked the row that `work` locks first; undefined to run `work` at once
 * @throws PoolExhausted if 1,000 transactions wait for the row already, or this one has waited for 30 s
 */
export function transactionInTurn<T>(
  db: Db,
  locked: LockedFirst | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (locked === undefined) return transaction(db, work)
  const [table, id] = locked
  return db.turns.take(`${table} ${id}`, () => transaction(db, work))
}

/**
 * Runs `work` in a read-only transaction whose reads all see the same state of the database (`repeatable read`), and
 * returns its result. `db` must not itself be a transaction.
 */
export function snapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const reads = db.kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return untilPrepared(() => reads.execute((kysely) => work(inTransaction(kysely, db))))
}
