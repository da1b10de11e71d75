import type { BilledOperation, DailyQuotaName, Feature, RateName } from '@carillon/domain'
import type { Outbound } from '@carillon/outbound'
import type { Drift, FieldReport } from './reported-drift.ts'

/** Anything that JSON can carry; what adapters keep between steps and inside encrypted credentials. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Whether a value that was parsed from JSON is an object, and neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The app that this deployment registered with a network, and the hosts to reach it under. */
export interface App {
  /** Origins by the names of the network's settings row; no trailing slash. */
  hosts: Readonly<Record<string, string>>
  /** Client ids and secrets by the names of the settings row; absent where the operator set none. */
  secrets: Readonly<Record<string, string>>
  /** The features whose permissions are requested from users; all of them if omitted. */
  features?: readonly Feature[]
  /** Our own public origin, under which callbacks, client documents and media links are served. */
  publicUrl: string
  /** The origin of media links where it is another one. */
  mediaUrl?: string
}

/** The context of every call to a network, with or without an account. */
export interface AppCall {
  app: App
  outbound: Outbound
  /** Ends the work when the caller's deadline has passed or the process drains. */
  signal: AbortSignal
  now(): Date
  /** Waits for this number of milliseconds between two calls; omitted if the clock of this machine is used. */
  wait?(ms: number): Promise<void>
  /** Goes into log lines of every network call that a request caused. */
  requestId: string
  /** Counts and logs a response that differs from the network's documentation; omitted if nothing counts them. */
  noteDrift?(drift: Drift): void
  /** Reports which of the required fields a response had; omitted if nothing consumes the report. */
  noteFields?(report: FieldReport): void
}

/** The account on whose behalf a call is made, with its decrypted credentials as its adapter parsed them. */
export interface ConnectedAccount<Credentials = unknown> {
  accountId: string
  providerId: string
  displayIdentifier: string | null
  authMethod: string | null
  scopes: readonly string[]
  credentials: Credentials
}

/**
 * A call on behalf of an account: its credentials, and the quotas and rates that the call draws on. `Credentials` is
 * what the network's adapter parses; code that serves any network leaves it unknown.
 */
export interface CallContext<Credentials = unknown> extends AppCall {
  account: ConnectedAccount<Credentials>
  /**
   * True for work that no request waits for, such as refreshing a stored copy: such calls may use only a part of a
   * daily quota, and `acquireRateSlot` may wait instead of throwing.
   */
  background?: boolean
  /** Takes units of a daily quota before the call that costs them. Throws `quota_exhausted` when too few are left. */
  consumeQuota(quota: DailyQuotaName, units: number): Promise<void>
  /** The network itself reported that the daily quota is exhausted: nothing more is taken of it until it is reset. */
  markQuotaExhausted(quota: DailyQuotaName): Promise<void>
  /** Takes one slot of a rate. Throws `rate_limited` with the seconds to wait. */
  acquireRateSlot(rate: RateName, key: string): Promise<void>
  /**
   * The first of these limits of the network that is paused, with the seconds until calls may be made; null if none is
   * paused.
   */
  pausedLimit(keys: readonly string[]): Promise<{ key: string; seconds: number } | null>
  /**
   * The network reported that a limit is nearly or wholly reached: calls under it are paused for this number of
   * seconds.
   */
  pauseLimit(key: string, seconds: number): Promise<void>
  /** Records that the network bills an operation for each reference. The same reference is recorded once. */
  recordCharge(operation: BilledOperation, references: readonly string[]): Promise<void>
  /** Logs and counts a metric that the network no longer reports, so that a report lacks its figure. */
  noteDroppedMetric(metric: string): void
}
