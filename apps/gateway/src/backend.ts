import type { ProcessLogger } from '@carillon/log'
import type { IsTrusted } from './connection/caller-address.ts'
import type { Metrics } from './metrics.ts'
import type { Context, Service } from './service.ts'

/** Dependencies shared by all request handlers of the gateway. */
export interface Backend {
  context: Context
  service: Service
  log: ProcessLogger
  metrics: Metrics
  /** Origin under which browsers and networks reach the gateway; no trailing slash. */
  publicUrl: string
  /**
   * The maximum size of a publish body in bytes, if lower than its schema allows; null if only the schema limits it.
   */
  maxBodyBytes: number | null
  /** Milliseconds after which the work of a request is given up; reading its body does not count. */
  deadlineMs: number
  /** Aborts when requests in flight have had their time after the gateway began to close. */
  closing: AbortSignal
  /** Whether the gateway is closing. A client that calls it relies on the readiness of the gateway. */
  isStopping: () => boolean
  /** The slowest a body may arrive. */
  pace: MinRate
  /** Whether an IP address is that of a proxy, whose word for its clients' addresses is taken. */
  isTrusted: IsTrusted
}

export interface MinRate {
  bytes: number
  everyMs: number
}
