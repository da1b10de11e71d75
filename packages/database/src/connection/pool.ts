import type { Logger } from '@carillon/log'
import pg from 'pg'
import { connectTimeoutMs } from './connect-timeout.ts'
import { compareEpoch, type EpochOptions } from './epoch.ts'
import { PoolExhausted } from './errors.ts'
import { clientOptions } from './server-client.ts'
import { type Servers, serversOf } from './servers.ts'

export interface PoolOptions {
  url: string
  log: Logger
  /** Maximum number of connections; 10 when left out. */
  max?: number
  /** Callers that may wait for a connection; further ones are rejected at once. 1,000 when left out. */
  maxWaiting?: number
  /** Milliseconds that a caller waits for a connection; `connect_timeout` of the URL or 5 s when left out. */
  connectTimeoutMs?: number
  /**
   * Milliseconds a query may take in the server; 15 s when left out, 0 for no end. A quarter more, and the server
   * counts as gone: that is all there is against a connection that neither responds nor breaks.
   */
  statementTimeoutMs?: number
  /** Whether statements may be prepared under a name; true when left out. */
  prepares?: boolean
  /**
   * Whether the URL is that of a pooler that gives a connection for one transaction only. It takes no settings for a
   * session, so that the server's timeout has to be set there.
   */
  pooled?: boolean
  /**
   * `off`: commits do not wait for the disk. A server that crashes loses the last ones, in any case all that were made
   * after one that it loses. Not for a pooler; as the server has it when left out.
   */
  synchronousCommit?: 'off'
  /** Given, each connection is compared with the epoch of the database before its first statement. */
  epoch?: EpochOptions
}

// A bigint column holds sizes and prices, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

function pgOptions({ url, max = 10, ...options }: PoolOptions, servers: Servers): pg.PoolConfig {
  const { statementTimeoutMs = 15_000, pooled = false, synchronousCommit } = options
  return {
    max,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutMs(url, 5_000),
    ...(!pooled && { statement_timeout: statementTimeoutMs }),
    ...(synchronousCommit && { options: `-c synchronous_commit=${synchronousCommit}` }),
    query_timeout: Math.ceil(statementTimeoutMs * 1.25),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'carillon',
    ...connected(servers, options.epoch),
  }
}

/** Prepares a new connection: it goes to a server that takes writes, and its epoch is compared. */
function connected(servers: Servers, epoch: EpochOptions | undefined): pg.PoolConfig {
  const { onConnect, ...options } = clientOptions(servers)
  if (!epoch) return onConnect ? { ...options, onConnect } : options
  return {
    ...options,
    async onConnect(client: pg.ClientBase) {
      await onConnect?.(client)
      await compareEpoch(client, epoch)
    },
  }
}

export type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: pg.PoolClient['release'],
) => void

/**
 * A pool of pg. A lost connection is logged and does not end the process. A caller is rejected at once if too many wait
 * for a connection. If the URL lists several servers, they are tried until one takes writes.
 */
export class Pool extends pg.Pool {
  /** Whether statements may be prepared under a name. */
  readonly prepares: boolean
  readonly #epoch: EpochOptions | undefined
  readonly #maxWaiting: number
  readonly #servers: Servers

  constructor(options: PoolOptions) {
    const servers = serversOf(options.url)
    super(pgOptions(options, servers))
    this.prepares = options.prepares ?? true
    this.#epoch = options.epoch
    this.#maxWaiting = options.maxWaiting ?? 1_000
    this.#servers = servers
    const report = (error: Error) => options.log.warn({ err: error }, 'database connection lost')
    this.on('error', report)
    this.on('connect', (client) => client.on('error', report))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const client = this.open()
    if (!callback) return client
    client.then(
      (connected) => callback(undefined, connected, (destroy) => connected.release(destroy)),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  /** Compares a connection with the epoch of the database again, whether or not it is a new one. */
  async compareEpoch(): Promise<void> {
    if (!this.#epoch) return
    const client = await this.connect()
    try {
      await compareEpoch(client, this.#epoch)
    } finally {
      client.release()
    }
  }

  /** Takes a connection. */
  protected async open(): Promise<pg.PoolClient> {
    if (this.waitingCount >= this.#maxWaiting) throw new PoolExhausted(this.waitingCount)
    for (let tried = 1; ; tried++) {
      const before = this.#servers.current
      try {
        return await super.connect()
      } catch (error) {
        if (tried >= this.#servers.count || this.#servers.current === before) throw error
      }
    }
  }
}

/**
 * Opens a connection pool. Every wait for a connection or a statement has a timeout.
 * @throws DatabaseUrlError if the URL has an unknown parameter
 */
export function openPool(options: PoolOptions): Pool {
  return new Pool(options)
}
