import { Agent, buildConnector } from 'undici'

export interface AgentOptions {
  /** The maximum number of connections per origin. */
  connections?: number
  /** Milliseconds for name, TCP and TLS together. */
  connectTimeoutMs?: number
  /** Milliseconds that an unused connection is kept. */
  keepAliveMs?: number
}

const DEFAULTS = { connections: 128, connectTimeoutMs: 10_000, keepAliveMs: 10_000 } as const

/**
 * A pool of HTTP/1.1 connections per origin with one request at a time each, so that a request that was not started is
 * known not to have been sent. With HTTP/2, a lost session could be repeated without Carillon's knowledge.
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
