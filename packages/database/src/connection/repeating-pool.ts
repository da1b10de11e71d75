import type pg from 'pg'
import { type Borrowed, borrow } from './borrowed.ts'
import { isDatabaseFailure } from './errors.ts'
import { Pool, type PoolOptions } from './pool.ts'
import { type Repeat, type RepeatedStatements, repeating } from './repeat-statements.ts'

type Query = readonly [statement: unknown, ...more: unknown[]]

function send(on: Borrowed, query: Query): Promise<unknown> {
  return on.watch<unknown>((client) => Reflect.apply(client.query, client, [...query]))
}

/** A borrowed connection as a client of pg. Its queries are watched and repeated; all else is the client's own. */
function watchedClient(on: Borrowed, repeat: Repeat): pg.PoolClient {
  const own: Readonly<Record<PropertyKey, unknown>> = {
    query: (...query: Query) => send(on, query).catch((error: unknown) => repeat(query, error)),
    release: (destroy?: Error | boolean) => on.release(destroy !== undefined && destroy !== false),
  }
  return new Proxy(on.client, { get: (client, key) => own[key] ?? Reflect.get(client, key, client) })
}

/** A pool for graphile-worker, which does not use the query builder. Some statements are repeated when the database fails. */
class RepeatingPool extends Pool {
  readonly #repeat: Repeat

  constructor({ repeated, ...options }: PoolOptions & { repeated: RepeatedStatements }) {
    super(options)
    this.#repeat = repeating((query) => this.#sendOnAny(query), repeated, isDatabaseFailure)
  }

  #borrow(): Promise<Borrowed> {
    return borrow({ connect: () => super.open() })
  }

  async #sendOnAny(query: Query): Promise<unknown> {
    const on = await this.#borrow()
    try {
      return await send(on, query)
    } finally {
      on.release()
    }
  }

  protected override async open(): Promise<pg.PoolClient> {
    return watchedClient(await this.#borrow(), this.#repeat)
  }
}

/**
 * Opens a connection pool for graphile-worker. Statements that match `repeated` are repeated while the database fails.
 * @throws DatabaseUrlError if the URL has an unknown parameter
 */
export function openRepeatingPool(options: PoolOptions & { repeated: RepeatedStatements }): Pool {
  return new RepeatingPool(options)
}
