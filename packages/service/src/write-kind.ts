import type { AccountRow, ExternalWriteRow, NewEvent, StoredCredential, Tx, WriteStatus } from '@carillon/database'
import type { Platform, WriteBudget } from '@carillon/domain'
import type { WritePort } from '@carillon/providers'

/**
 * A kind of external write, such as `publish`: all that differs between kinds, except the network calls, which are in
 * the write port (the adapter's functions that carry out such a write). `Context` is a type parameter because the
 * context of the process refers to the kinds itself.
 */
export interface WriteKindOf<Context, Payload extends object = object, Input = unknown, Result = unknown> {
  /** The name by which the kind is stored in the journal, such as `publish` or `message.send`. */
  name: string
  /** The noun and verb for messages and logs, such as `post` and `published`. */
  words: { thing: string; done: string }
  /**
   * The value of an error's `details.outcome` if the write had no effect, such as `not_posted`. While it is not known
   * whether it had an effect, the value is `unknown`. Without this field, errors have no such details.
   */
  absentOutcome?: string
  /**
   * The budget of the API key from which each such write consumes one unit; undefined if no budget limits these writes.
   */
  budget?: WriteBudget
  /** The action if the response of a commit was lost and no probe (a query for its effect) found the effect. */
  whenAbsent: 'resend' | 'fail'
  /**
   * The name of the kind that deletes the objects of this kind; undefined if no kind does. A write whose response was
   * lost is not sent again if such a deletion has since removed an object of unknown origin, which the write may have
   * created.
   */
  deletedBy?: string
  /**
   * Seconds after the write is due (usually when it was requested) within which the first commit has to begin. Later,
   * the write fails with `provider_error` and nothing is sent, because no client waits for it any more. Null if there
   * is no such limit.
   */
  unsentSeconds: number | null
  /** Returns the adapter's write port for this kind; undefined if the platform does not support the action. */
  port(context: Context, platform: Platform): Promise<WritePort<Input, object, Result> | undefined>
  /** Converts the stored payload to the input of the port. Called before every call of the port. */
  input(run: RunOf<Context>, payload: Payload): Promise<Input>
  /**
   * Returns whether the work before the first irreversible call is short and needs little memory. In the first attempt
   * of its job, such a write is claimed together with its first change, which saves a statement. If absent, each write
   * is claimed before any work.
   */
  isLight?(payload: Payload): boolean
  /** Whether `prepare` has to download something from a URL that the client sent. */
  hasToFetch?(payload: Payload): boolean
  /** Prepares the payload before the first step; null if there is nothing to prepare. It may run more than once. */
  prepare?(run: RunOf<Context>): Promise<Progress> | null
  /**
   * Deletes a write of which nothing was sent, if the kind decides that it is not to be sent now. Called before a
   * commit without `thrown`, and before a write fails with the error `thrown`, whose step had no effect. Returns
   * whether the write was deleted.
   */
  withdraw?(run: RunOf<Context>, thrown?: unknown): Promise<boolean>
  /**
   * Returns the network's ids of the objects that the write created. No other write of the kind for the same social
   * account, whatever its organization, takes them for its own.
   */
  providerIds(result: Result): string[]
  /**
   * Builds the result of a write of which only the network's id is known, as an operator or a client has found it.
   * `row.providerIds` has the ids that were known before and this one.
   */
  resolved(providerId: string, row: Pick<RowOfKind<Payload, Result>, 'createdAt' | 'payload' | 'providerIds'>): Result
  /** Adds Carillon's own knowledge about a rejected write to the network's error. Returns the error to report. */
  explain?(run: RunOf<Context>, thrown: unknown): Promise<unknown>
  /** Stores further rows in the transaction that stores the new write. */
  onBegin?(tx: Tx, begun: { context: Context; row: RowOfKind<Payload, Result> }): Promise<void>
  /** Builds the `details` of the error that a client receives while the outcome is unknown. */
  openDetails?(row: Pick<ExternalWriteRow, 'id'>): object
  /** Builds the events that report a change of the write's status; they are stored in the same transaction. */
  events?(change: StatusChange<Context, Payload, Result>): readonly NewEvent[]
  /** Changes further rows in the transaction in which the write ends, whatever its outcome. */
  onEnd?(tx: Tx, ended: { context: Context; row: RowOfKind<Payload, Result> }): Promise<void>
}

/**
 * A row of the journal whose payload and result have the types of its kind. The result is null until the write
 * succeeds.
 */
export type RowOfKind<Payload, Result> = ExternalWriteRow & { payload: Payload; result: Result | null }

/** A change of a write's status: `before` is the former status, `row` the row after the change. */
export interface StatusChange<Context, Payload = object, Result = unknown> {
  context: Context
  row: ExternalWriteRow
  before: WriteStatus
  payload: Payload
  /** Null unless the write has succeeded. */
  result: Result | null
}

/** A write that this process carries out. The claim on its row is stored, unless `claim` is set. */
export interface ClaimedWriteOf<Context> {
  context: Context
  row: ExternalWriteRow
  kind: WriteKindOf<Context>
  /** Undefined if the platform of the write does not support the action. */
  port?: WritePort<unknown, object, unknown>
  /**
   * The columns of a claim that has yet to be stored, with the first change of the row; undefined once it is stored.
   */
  claim?: Pick<ExternalWriteRow, 'runningSince' | 'runningBy'> | undefined
}

/** One execution of a write by this process, until the write ends, suspends or the process stops. */
export interface RunOf<Context> extends ClaimedWriteOf<Context> {
  account: AccountRow
  /** The credential as stored when the run began. It is read again when its token expires or is rejected. */
  credential: StoredCredential | undefined
  port: WritePort<unknown, object, unknown>
  /** Aborts when the process is shutting down or no client waits any more. Irreversible calls are not aborted. */
  signal: AbortSignal
  /**
   * The part of the write that this run carries out: only the media download (`fetch`), only the network calls
   * (`call`), or all of it (null).
   */
  part: WritePart | null
}

/**
 * The next action after a step of a write: `continue` at once, or `stop`, because the write has ended, waits for its
 * wake-up time or was deleted.
 */
export type Progress = 'continue' | 'stop'

/**
 * The two parts of a write with media to download. Each has its own job, so that slow servers of clients do not delay
 * calls to networks.
 */
export type WritePart = 'call' | 'fetch'
