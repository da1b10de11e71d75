import type { BilledOperation, DailyQuotaName, Feature, RateName } from '@carillon/domain'
import type { Outbound } from '@carillon/outbound'
import type { Drift, FieldReport } from './reported-drift.ts'

/**
 * Any value that JSON can represent. Adapters keep such values between the steps of a write and in encrypted
 * credentials.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Returns whether a value that was parsed from JSON is an object, and neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The app that this deployment registered with a network, and the URLs under which the network and Carillon are
 * reached.
 */
export interface App {
  /**
   * The base URLs of the network, without a trailing slash and possibly with a path, keyed by the names in the
   * network's settings.
   */
  hosts: Readonly<Record<string, string>>
  /**
   * Client ids and secrets, keyed by the names in the network's settings. Those that the operator did not set are
   * absent.
   */
  secrets: Readonly<Record<string, string>>
  /** The features whose scopes are requested from users; all features if omitted. */
  features?: readonly Feature[]
  /** Carillon's public origin, under which callbacks, client documents and media URLs are served. */
  publicUrl: string
  /** The origin of media URLs; `publicUrl` if omitted. */
  mediaUrl?: string
}

/** The context of a call to a network that needs no connected account. Calls for an account use `CallContext`. */
export interface AppCall {
  app: App
  outbound: Outbound
  /**
   * Aborts the call when the caller's deadline has passed or the process shuts down; calls that can be made again also
   * when the client disconnects.
   */
  signal: AbortSignal
  now(): Date
  /** Waits for this number of milliseconds between two calls. If omitted, a timer of this process is used. */
  wait?(ms: number): Promise<void>
  /** Carillon's id of the API request or job that caused the call. */
  requestId: string
  /**
   * Counts and logs a response that differs from the network's documentation; omitted if differences are not counted.
   */
  noteDrift?(drift: Drift): void
  /**
   * Reports which of the expected fields a successful response contained, if `noteDrift` is set as well; omitted if
   * nothing uses the report.
   */
  noteFields?(report: FieldReport): void
}

/**
 * The account on whose behalf a call is made, with its decrypted credentials as its adapter parsed them. `accountId` is
 * Carillon's id, `providerId` the network's.
 */
export interface ConnectedAccount<Credentials = unknown> {
  accountId: string
  providerId: string
  /** The handle, username or phone number; null if it is not known. */
  displayIdentifier: string | null
  /** The login method, on networks with several; otherwise null. */
  authMethod: string | null
  /** The scopes that the user granted. */
  scopes: readonly string[]
  credentials: Credentials
}

/** The names by which a network shows an account now. Null values are not known. */
export interface Names {
  displayIdentifier: string | null
  displayName: string | null
}

/**
 * The context of a call on behalf of a connected account: the account with its credentials, and the quotas and rate
 * limits that the call consumes. `Credentials` is the type that the network's adapter parses; code that serves any
 * network leaves it unknown.
 */
export interface CallContext<Credentials = unknown> extends AppCall {
  account: ConnectedAccount<Credentials>
  /**
   * Consumes units of a daily quota; called before the call that costs them. Throws `quota_exhausted`, with the outcome
   * `not_sent`, if too few are left.
   */
  consumeQuota(quota: DailyQuotaName, units: number): Promise<void>
  /**
   * Records that the network reported the daily quota as exhausted. Nothing more is consumed until the quota is reset.
   */
  markQuotaExhausted(quota: DailyQuotaName): Promise<void>
  /**
   * Acquires one slot of the rate limit `rate`, counted separately for each `key`. If none is free, throws
   * `rate_limited` at once, with the outcome `not_sent` and the seconds to wait as `retryAfter`.
   */
  acquireRateSlot(rate: RateName, key: string): Promise<void>
  /**
   * Returns the first limit in `keys` that is paused, with the seconds until calls are allowed again; null if none is
   * paused. A limit has the key with which it was passed to `pauseLimit`.
   */
  pausedLimit(keys: readonly string[]): Promise<{ key: string; seconds: number } | null>
  /**
   * Pauses the limit `key` of the network for a number of seconds, because the network reported that it is nearly or
   * fully used. Calls are not stopped by this: callers check it with `pausedLimit`. If the pause cannot be stored, that
   * is only logged.
   */
  pauseLimit(key: string, seconds: number): Promise<void>
  /**
   * Records that the network bills an operation once for each reference. A reference that was recorded for the
   * account's organization before is not recorded again.
   */
  recordCharge(operation: BilledOperation, references: readonly string[]): Promise<void>
  /** Logs and counts a metric that the network no longer reports and that is therefore missing in a report. */
  noteDroppedMetric(metric: string): void
  /**
   * Stores the names of the account, which a response that was read for another purpose contains, if they have changed;
   * a null name stays as it is stored. Never rejects; omitted if nothing is stored.
   */
  noteNames?(names: Names): Promise<void>
}
