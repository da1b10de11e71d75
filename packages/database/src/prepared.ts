import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Statements that one connection keeps at the most; a text beyond them is planned every time it is sent. */
const most = 500

/** Names of statements by their text. The same text has the same name everywhere, as a name may not mean two texts. */
class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #replaced = new Map<string, number>()

  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= most) return known
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    const name = `${hash}.${this.#replaced.get(text) ?? 0}`
    this.#names.set(text, name)
    return name
  }

  /** The statement under the text's name is of no use any more. */
  replace(text: string): void {
    this.#replaced.set(text, (this.#replaced.get(text) ?? 0) + 1)
    this.#names.delete(text)
  }
}

/** The error of a prepared statement that is older than a change of its table's columns. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)
}

function preparingClient(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  async function query(text: string, values: unknown[]): Promise<unknown> {
    const name = values.length === 0 ? undefined : names.of(text)
    try {
      return await client.query({ text, values, ...(name !== undefined && { name }) })
    } catch (error) {
      if (!isOutdated(error)) throw error
      names.replace(text)
      // Within a transaction everything before it is lost as well.
      if (client.getTransactionStatus() !== 'I') throw error
      return query(text, values)
    }
  }
  // pg's own client is typed more loosely than Kysely's; the cursors of its other overload are not in use.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

/**
 * Makes every query with values a prepared statement. It is parsed and planned once per connection instead of once per
 * query, which is most of the cost of a small query.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new StatementNames()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparingClient(client, names)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
