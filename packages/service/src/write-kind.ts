import type { AccountRow, CredentialRow, ExternalWriteRow, NewEvent, Tx, WriteStatus } from '@carillon/database'
import type { Platform, WriteBudget } from '@carillon/domain'
import type { WritePort } from '@carillon/providers'

/**
 * A kind of external write: what the journal needs to know beside its port. `Context` is the context of the process,
 * which itself refers to the kinds.
 */
export interface WriteKindOf<Context, Payload extends object = object, Input = unknown, Result = unknown> {
  /** Stored in the journal: `publish`, `message.send`. */
  name: string
  /** The noun and verb for messages and logs: the `post` was `published`. */
  words: { thing: string; done: string }
  /**
   * The value of an error's `details.outcome` when the write did not take effect; while the outcome is unknown it is
   * `unknown`. Without this field, errors have no such details.
   */
  absentOutcome?: string
  /** The budget of API keys that such a write takes a unit of; none is limited otherwise. */
  budget?: WriteBudget
  /** The action if the response of a commit was lost and the probes did not find its effect. */
  whenAbsent: 'resend' | 'fail'
  /**
   * Seconds after the request within which the first commit has to begin. Older writes fail unsent, because nobody
   * waits for them any more. Null for writes without such a limit.
   */
  unsentSeconds: number | null
  /** The port that performs the write; undefined when the network's adapter has none. */
  port(context: Context, platform: Platform): Promise<WritePort<Input, object, Result> | undefined>
  /** Converts the stored payload to the port's `input`, before every call. */
  input(run: RunOf<Context>, payload: Payload): Promise<Input>
  /** Whether `prepare` has to fetch something from a client's URL. */
  hasToFetch?(payload: Payload): boolean
  /** Prepares the payload before the first step; null when there is nothing to prepare. Repeatable. */
  prepare?(run: RunOf<Context>): Promise<Progress> | null
  /** Ids of what the write created at the network. No other write of the account claims them. */
  providerIds(result: Result): string[]
  /** The result when only the id at the network is known, as reported by an operator. */
  resolved(providerId: string): Result
  /** Adds to the error of a rejected write what this service knows about it. */
  explain?(run: RunOf<Context>, thrown: unknown): Promise<unknown>
  /** Stores further rows in the transaction that stores the write. */
  onBegin?(tx: Tx, begun: { context: Context; row: ExternalWriteRow }): Promise<void>
  /** The `details` of the error that a client receives while the outcome is unknown. */
  openDetails?(row: Pick<ExternalWriteRow, 'id'>): object
  /** The events that report a change of the status; they are stored with it. */
  events?(change: StatusChange<Context, Payload, Result>): readonly NewEvent[]
  /** Changes further rows in the transaction that ends the write, whatever the outcome. */
  onEnd?(tx: Tx, ended: { context: Context; row: ExternalWriteRow }): Promise<void>
}

/** A change of a write's status; `row` is the row after it. */
export interface StatusChange<Context, Payload = object, Result = unknown> {
  context: Context
  row: ExternalWriteRow
  before: WriteStatus
  payload: Payload
  /** Null unless the write has succeeded. */
  result: Result | null
}

/** A write that this process has claimed; `row` is the latest version returned by the database. */
export interface ClaimedWriteOf<Context> {
  context: Context
  row: ExternalWriteRow
  kind: WriteKindOf<Context>
  /** Undefined when the network of the write does not support the action. */
  port?: WritePort<unknown, object, unknown>
}

/** One process carrying out one write. */
export interface RunOf<Context> extends ClaimedWriteOf<Context> {
  account: AccountRow
  /** The credential as it was when the run began. It is read again when its token expires or is rejected. */
  credential: CredentialRow | undefined
  port: WritePort<unknown, object, unknown>
  /** Aborts when the process drains or nobody waits any more. Irreversible calls are not aborted. */
  signal: AbortSignal
  /** The part of the write that this run carries out; null for all of it. */
  part: WritePart | null
}

/** The next action after a step: continue at once, or leave the row until its wake-up time or permanently. */
export type Progress = 'continue' | 'stop'

/** Writes with media to fetch do so in a job of their own, so that slow servers do not delay network calls. */
export type WritePart = 'call' | 'fetch'
