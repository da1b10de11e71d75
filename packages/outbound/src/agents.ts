import { Agent, buildConnector } from 'undici'

export interface AgentOptions {
  /** Connections per origin at most. */
  connections?: number
  /** Milliseconds for name, TCP and TLS together. */
  connectTimeoutMs?: number
  /** Milliseconds that an unused connection is kept. */
  keepAliveMs?: number
}

const DEFAULTS = { connections: 128, connectTimeoutMs: 10_000, keepAliveMs: 10_000 } as const

/**
 * Keeps a pool of connections per origin. HTTP/1.1 and one request at a time on each, so that a request which was never
 * started is known never to have been sent; with HTTP/2 a lost session may be replayed behind our back.
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
