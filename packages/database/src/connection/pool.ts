import type { Logger } from '@carillon/log'
import pg from 'pg'
import { connectTimeoutMs } from './database-url.ts'
import { compareEpoch, type EpochOptions } from './epoch.ts'
import { PoolExhausted } from './errors.ts'
import { clientOptions } from './server-client.ts'
import { type Servers, serversOf } from './servers.ts'
import { registerValueParsers } from './value-parsers.ts'

/** The servers of a connection pool, its size, its timeouts, and whether it prepares statements. */
export interface PoolOptions {
  url: string
  log: Logger
  /** The maximum number of connections. Default: 10. */
  max?: number
  /**
   * The maximum number of callers that wait for a connection; further callers are rejected at once with
   * `PoolExhausted`. Default: 1,000.
   */
  maxWaiting?: number
  /**
   * The time in ms that a caller waits for a connection, for each server of the URL that is tried. Default:
   * `connect_timeout` of the URL, or 5 s.
   */
  connectTimeoutMs?: number
  /**
   * The time in ms after which the server cancels a statement; 0 for no limit. Default: 15 s. If there is no response
   * after 125 % of it, the connection is closed: this is the only protection from a connection that neither responds
   * nor breaks.
   */
  statementTimeoutMs?: number
  /** Whether statements are prepared under a name. Default: true. */
  prepares?: boolean
  /**
   * True if the URL is that of a pooler in transaction mode. Such a pooler accepts no session settings, so that the
   * statement timeout has to be set in the server.
   */
  pooled?: boolean
  /**
   * `off`: commits do not wait for the disk, so that a crash of the server can lose the latest ones. A later commit is
   * never kept without the earlier ones. Not for a pooler. Default: the setting of the server, but never `off` without
   * a pooler.
   */
  synchronousCommit?: 'off'
  /**
   * Whether statements read a few rows in the order of an index. All statements of the pool are then planned once per
   * connection, without sequential scans, bitmap scans and sorts where possible. Not for a pooler. Default: false.
   */
  readsInOrder?: boolean
  /**
   * If present, the server of each new connection is compared with the stored epoch, the last known timeline of the
   * database server, before the first statement. Absent to compare nothing.
   */
  epoch?: EpochOptions
}

registerValueParsers()

/** The settings of a session that reads a few rows in the order of an index. Its statements are planned once. */
const planSettings = [
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_sort=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
]

/** Returns the option of pg with the settings of a session; empty without settings. */
function sessionOptions({ synchronousCommit, readsInOrder }: Omit<PoolOptions, 'url' | 'max'>): pg.PoolConfig {
  const settings = [
    ...(synchronousCommit ? [`synchronous_commit=${synchronousCommit}`] : []),
    ...(readsInOrder ? planSettings : []),
  ]
  return settings.length === 0 ? {} : { options: settings.map((setting) => `-c ${setting}`).join(' ') }
}

/**
 * Milliseconds after which an unused connection is closed: longer than the pauses between the recurring jobs of a
 * worker that is idle, which would otherwise open new ones every time.
 */
const idleMs = 120_000

function pgOptions({ url, max = 10, ...options }: PoolOptions, servers: Servers): pg.PoolConfig {
  const { statementTimeoutMs = 15_000, pooled = false } = options
  return {
    max,
    idleTimeoutMillis: idleMs,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutMs(url, 5_000),
    ...(!pooled && { statement_timeout: statementTimeoutMs }),
    ...sessionOptions(options),
    query_timeout: Math.ceil(statementTimeoutMs * 1.25),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'carillon',
    ...clientOptions(servers, { epoch: options.epoch, pooled }),
  }
}

/** The callback of `pg.Pool.connect`. */
export type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: pg.PoolClient['release'],
) => void

/**
 * A `pg.Pool` that logs lost connections instead of ending the process, limits the number of waiting callers, and, if
 * the URL lists several servers, tries them until one accepts writes.
 */
export class Pool extends pg.Pool {
  /** Whether statements are prepared under a name. */
  readonly prepares: boolean
  /** Whether the URL is that of a pooler in transaction mode. */
  readonly pooled: boolean
  readonly #epoch: EpochOptions | undefined
  readonly #maxWaiting: number
  readonly #servers: Servers

  constructor(options: PoolOptions) {
    const servers = serversOf(options.url)
    super(pgOptions(options, servers))
    this.prepares = options.prepares ?? true
    this.pooled = options.pooled ?? false
    this.#epoch = options.epoch
    this.#maxWaiting = options.maxWaiting ?? 1_000
    this.#servers = servers
    const report = (error: Error) => options.log.warn({ err: error }, 'database connection lost')
    this.on('error', report)
    this.on('connect', (client) => client.on('error', report))
  }

  override connect(callback?: Connected): Promise<pg.PoolClient> {
    const client = this.open()
    if (callback)
      client.then(
        (connected) => callback(undefined, connected, (destroy) => connected.release(destroy)),
        (error: Error) => callback(error, undefined, () => {}),
      )
    return client
  }

  /**
   * Takes a connection and compares its server with the stored epoch (the last known timeline of the database server),
   * even if the connection is not new. Does nothing without the option `epoch`.
   */
  async compareEpoch(): Promise<void> {
    if (!this.#epoch) return
    const client = await this.connect()
    try {
      await compareEpoch(client, this.#epoch)
    } finally {
      client.release()
    }
  }

  /**
   * Takes a connection, trying each server of the URL at most once.
   * @throws PoolExhausted if the maximum number of callers already waits; the error of the last server that was tried
   */
  protected async open(): Promise<pg.PoolClient> {
    if (this.waitingCount >= this.#maxWaiting) throw new PoolExhausted(this.waitingCount)
    for (let tried = 1; ; tried++) {
      const before = this.#servers.current()
      try {
        return await super.connect()
      } catch (error) {
        if (tried >= this.#servers.count || this.#servers.current() === before) throw error
      }
    }
  }
}

/**
 * Opens a connection pool; connections are made when they are needed. Every wait for a connection or a statement has a
 * timeout, except for statements if `statementTimeoutMs` is 0, and for connections if `connectTimeoutMs` is 0.
 * @throws DatabaseUrlError if the URL is invalid or has an unknown parameter
 */
export function openPool(options: PoolOptions): Pool {
  return new Pool(options)
}
