import pg from 'pg'
import { type Borrowed, borrow } from './borrowed.ts'
import { isDatabaseFailure } from './errors.ts'
import { type Connected, Pool, type PoolOptions } from './pool.ts'
import { type RepeatedStatements, repeatWhilePassing, textOf } from './repeat-statements.ts'
import type { Named } from './row-query.ts'
import { shareTakes, type TakingStatements } from './shared-takes.ts'

type Query = readonly [statement: unknown, ...more: unknown[]]

/**
 * Sends a statement if it takes a job, and resolves with its result. For any other statement, returns undefined and
 * sends nothing.
 */
type Take = (statement: unknown) => Promise<pg.QueryResult> | undefined

/**
 * A client without a connection. The proxy that `repeatingClient` returns takes everything from it that it does not do
 * itself.
 */
const unconnected: pg.PoolClient = Object.assign(new pg.Client(), { release() {} })

/** The options of a queue's pool, which sends some statements again if the database fails for a while. */
export interface QueuePoolOptions extends PoolOptions {
  /** Which statements are sent again, and for how long. */
  repeated: RepeatedStatements
  /**
   * If present, simultaneous statements that each take a job share one statement (`shareTakes`). Absent to send each
   * alone.
   */
  taking?: TakingStatements
}

/** Returns a statement if it has text and values; undefined for any other form. */
function withValues(statement: unknown): Named | undefined {
  if (typeof statement !== 'object' || statement === null) return undefined
  if (!('values' in statement) || !Array.isArray(statement.values)) return undefined
  const name = 'name' in statement && typeof statement.name === 'string' ? statement.name : undefined
  return { text: textOf(statement), values: statement.values, name }
}

/**
 * Creates a client that takes a connection for its first statement and keeps it until it is released. A statement that
 * is sent again first returns the connection: otherwise statements that fail at the same time would keep all
 * connections while they wait for another one.
 */
function repeatingClient(
  connect: () => Promise<Borrowed>,
  { repeated: { matches, forMs }, take }: { repeated: RepeatedStatements; take: Take },
): pg.PoolClient {
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
      take(query[0]) ??
      (matches(textOf(query[0]))
        ? repeatWhilePassing(() => sendAlone(query), { forMs, isPassing: isDatabaseFailure })
        : send(query)),
    release: (destroy?: Error | boolean) => release(destroy !== undefined && destroy !== false),
  }
  return new Proxy(unconnected, { get: (client, key) => own[key] ?? Reflect.get(client, key, client) })
}

/**
 * A pool for graphile-worker, which does not use the query builder. Statements selected by `repeated` are sent again
 * when the database fails or no connection is available. A client that is passed to a callback, as graphile-worker uses
 * it to listen, repeats nothing.
 */
class RepeatingPool extends Pool {
  readonly #repeated: RepeatedStatements
  readonly #take: Take

  constructor({ repeated, taking, ...options }: QueuePoolOptions) {
    super(options)
    this.#repeated = repeated
    this.#take = taking ? this.#taker(taking) : () => undefined
  }

  #taker(taking: TakingStatements): Take {
    const take = shareTakes(async ({ text, values, name }) => {
      const on = await borrow({ connect: () => this.open() })
      try {
        return await on.watch((client) => client.query({ text, values: [...values], ...(name && { name }) }))
      } finally {
        on.release()
      }
    }, taking)
    return (statement) => {
      const query = withValues(statement)
      return query !== undefined && taking.matches(query.text) ? take(query) : undefined
    }
  }

  override connect(callback?: Connected): Promise<pg.PoolClient> {
    if (callback) return super.connect(callback)
    const on = { repeated: this.#repeated, take: this.#take }
    return Promise.resolve(repeatingClient(() => borrow({ connect: () => this.open() }), on))
  }
}

/**
 * Opens a connection pool for graphile-worker. A statement that matches `repeated` is sent again while the database or
 * the connection fails, for up to `repeated.forMs` ms. Its other errors, and all errors of other statements, reach the
 * caller at once.
 * @throws DatabaseUrlError if the URL is invalid or has an unknown parameter
 */
export function openRepeatingPool(options: QueuePoolOptions): Pool {
  return new RepeatingPool(options)
}
