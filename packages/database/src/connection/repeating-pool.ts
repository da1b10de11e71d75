import pg from 'pg'
import { type Borrowed, borrow } from './borrowed.ts'
import { isDatabaseFailure } from './errors.ts'
import { type Connected, Pool, type PoolOptions } from './pool.ts'
import { type RepeatedStatements, repeatWhilePassing, textOf } from './repeat-statements.ts'

type Query = readonly [statement: unknown, ...more: unknown[]]

/** A client without a connection, from which the proxy takes everything that it does not do itself. */
const unconnected: pg.PoolClient = Object.assign(new pg.Client(), { release() {} })

/**
 * Creates a client that takes a connection for its first statement and keeps it until it is released. A statement that
 * is sent again first returns the connection: otherwise statements that fail at the same time would keep all
 * connections while they wait for another one.
 */
function repeatingClient(connect: () => Promise<Borrowed>, { matches, forMs }: RepeatedStatements): pg.PoolClient {
  let on: Borrowed | undefined
  function release(destroy = false): void {
    on?.release(destroy)
    on = undefined
  }
  async function send(query: Query): Promise<unknown> {
    on ??= await connect()
    return on.watch<unknown>((client) => Reflect.apply(client.query, client, [...query]))
  }
  async function sendAlone(query: Query): Promise<unknown> {
    try {
      return await send(query)
    } catch (error) {
      release()
      throw error
    }
  }
  const own: Readonly<Record<PropertyKey, unknown>> = {
    query: (...query: Query) =>
      matches(textOf(query[0]))
        ? repeatWhilePassing(() => sendAlone(query), { forMs, isPassing: isDatabaseFailure })
        : send(query),
    release: (destroy?: Error | boolean) => release(destroy !== undefined && destroy !== false),
  }
  return new Proxy(unconnected, { get: (client, key) => own[key] ?? Reflect.get(client, key, client) })
}

/**
 * A pool for graphile-worker, which does not use the query builder. Statements selected by `repeated` are sent again
 * when the database fails or no connection is available, except on a client that is passed to a callback, which
 * listens.
 */
class RepeatingPool extends Pool {
  readonly #repeated: RepeatedStatements

  constructor({ repeated, ...options }: PoolOptions & { repeated: RepeatedStatements }) {
    super(options)
    this.#repeated = repeated
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return Promise.resolve(repeatingClient(() => borrow({ connect: () => this.open() }), this.#repeated))
    super.connect(callback)
    return undefined
  }
}

/**
 * Opens a connection pool for graphile-worker. A statement that matches `repeated` is sent again while the database or
 * the connection fails, until `repeated.forMs` after its first failure; other statements, and those that PostgreSQL
 * rejects for another reason, are rejected at once.
 * @throws DatabaseUrlError if the URL is invalid or has an unknown parameter
 */
export function openRepeatingPool(options: PoolOptions & { repeated: RepeatedStatements }): Pool {
  return new RepeatingPool(options)
}
