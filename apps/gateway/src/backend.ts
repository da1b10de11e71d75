import type { ProcessLogger } from '@carillon/log'
import type { Memory } from './connection/body-memory.ts'
import type { IsTrusted } from './connection/caller-address.ts'
import type { UnreadResponses } from './connection/unread-responses.ts'
import type { Metrics } from './metrics.ts'
import type { Context, Service } from './service.ts'

/** Dependencies shared by all request handlers of the gateway. */
export interface Backend {
  context: Context
  service: Service
  log: ProcessLogger
  metrics: Metrics
  /** The origin under which browsers and networks reach the gateway, without a trailing slash. */
  publicUrl: string
  /**
   * The maximum size in bytes of a body that can contain media, such as that of a publish, if lower than its schema
   * allows; null if only the schema limits it.
   */
  maxBodyBytes: number | null
  /** Milliseconds after which work on a request is aborted. Receiving its body does not count. */
  deadlineMs: number
  /** Aborts if requests are still in flight when the grace period of a closing gateway has passed. */
  closing: AbortSignal
  /**
   * Returns whether the gateway is closing. Call it only for readiness checks: it also records that a proxy checks
   * readiness.
   */
  isStopping: () => boolean
  /** The minimum rate at which a body has to arrive: `bytes` bytes in each period of `everyMs` milliseconds. */
  pace: MinRate
  /** The memory for bodies of the API; organizations are their owners. */
  keyedMemory: Memory
  /** The memory for bodies that are sent without an API key; all have the same owner. */
  publicMemory: Memory
  /** The large responses that wait to be read; organizations are their owners. */
  unread: UnreadResponses
  /** Whether an IP address is that of a trusted proxy, whose `X-Forwarded-For` is used. */
  isTrusted: IsTrusted
}

export interface MinRate {
  bytes: number
  everyMs: number
}
