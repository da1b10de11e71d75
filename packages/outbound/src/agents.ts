import { Agent, buildConnector } from 'undici'

export interface AgentOptions {
  /** The maximum number of connections per origin; 128 if omitted. */
  connections?: number
  /**
   * The timeout in ms for DNS, TCP and TLS together; in guarded calls, for DNS alone and again for TCP and TLS. 10,000
   * if omitted.
   */
  connectTimeoutMs?: number
  /** The time in ms for which an unused connection is kept if the host announces no other; 10,000 if omitted. */
  keepAliveMs?: number
}

const DEFAULTS = { connections: 128, connectTimeoutMs: 10_000, keepAliveMs: 10_000 } as const

/**
 * Creates a pool of HTTP/1.1 connections for each origin, with one request at a time on each connection. A request that
 * was not started is then known not to have been sent; over HTTP/2, undici could repeat requests of a lost session
 * unnoticed. `connect` opens the connections; undici's own connector if omitted.
 */
export function createAgent(options: AgentOptions, connect?: buildConnector.connector): Agent {
  const { connections, connectTimeoutMs, keepAliveMs } = { ...DEFAULTS, ...options }
  return new Agent({
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: keepAliveMs,
    connect: connect ?? buildConnector({ allowH2: false, timeout: connectTimeoutMs }),
  })
}
