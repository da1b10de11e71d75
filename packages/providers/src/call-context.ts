import type { BilledOperation, DayBudgetName, RateName } from '@carillon/domain'
import type { Outbound } from '@carillon/outbound'

/** Anything that JSON can carry; what adapters keep between steps and inside sealed credentials. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** The app that this deployment registered with a network, and the hosts to reach it under. */
export interface App {
  /** Origins by the names of the network's settings row; no trailing slash. */
  hosts: Readonly<Record<string, string>>
  /** Client ids and secrets by the names of the settings row; absent where the operator set none. */
  secrets: Readonly<Record<string, string>>
  /** Our own public origin, under which callbacks, client documents and media links are served. */
  publicUrl: string
  /** The origin of media links where it is another one. */
  mediaUrl?: string
}

/** What every call to a network gets, with or without an account. */
export interface AppCall {
  app: App
  outbound: Outbound
  /** Ends the work when the caller's deadline has passed or the process drains. */
  signal: AbortSignal
  now(): Date
  /** Goes into log lines of every network call that a request caused. */
  requestId: string
}

/** The account on whose behalf a call is made, with its open credentials. */
export interface ConnectedAccount {
  accountId: string
  providerId: string
  displayIdentifier: string | null
  authMethod: string | null
  scopes: readonly string[]
  credentials: JsonObject
}

/** A call with an account: its tokens, and the budgets that the call draws on. */
export interface CallContext extends AppCall {
  account: ConnectedAccount
  /** Takes units of a day's budget before the call that costs them. Throws `quota_exhausted` when they are not left. */
  spend(budget: DayBudgetName, units: number): Promise<void>
  /** The network itself said that the day's budget is gone: nothing more is taken of it until it is reset. */
  exhausted(budget: DayBudgetName): Promise<void>
  /** Takes one place in a rate. Throws `rate_limited` with the seconds to wait. */
  pace(rate: RateName, key: string): Promise<void>
  /** Records that the network bills us for an operation for each reference. The same reference is recorded once. */
  bill(operation: BilledOperation, references: readonly string[]): Promise<void>
}
