import type { AccountRow, CredentialRow, ExternalWriteRow, Tx } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import type { WritePort } from '@carillon/providers'
import type { Context } from '../context.ts'

/** A kind of external write: what the journal has to know of it beside its port. One row of the table in `kinds.ts`. */
export interface WriteKind<Payload extends object = object, Input = unknown, Result = unknown> {
  /** What is written and what happens to it, for messages and logs: the `post` was `published`. */
  words: { thing: string; done: string }
  /**
   * What `details.outcome` of an error says of a write that did not take effect. The errors of such a kind say `unknown`
   * there while nobody can tell; without it they carry no details.
   */
  absentOutcome?: string
  /** What follows when the response of a commit was lost and probing did not find its effect. */
  whenAbsent: 'resend' | 'fail'
  /**
   * Seconds after the request in which the first commit has to begin. A write that is older then fails, as nobody waits for
   * it any more: nothing was sent. Null for writes that are carried out however late.
   */
  unsentSeconds: number | null
  /** The network's way to do it; undefined where its adapter has none. */
  port(context: Context, platform: Platform): Promise<WritePort<Input, object, Result> | undefined>
  /** What the port gets as `input`, made of the stored payload before every call. */
  input(run: Run, payload: Payload): Promise<Input>
  /** Whether something outside, at a caller's URL, has to be fetched by `prepare`. */
  hasToFetch?(payload: Payload): boolean
  /** Work on the payload before the first step; null when there is none. It may be repeated. */
  prepare?(run: Run): Promise<Progress> | null
  /** Ids at the network of what was made: no other write of the account takes them for its own. */
  providerIds(result: Result): string[]
  /** What stands for the result where nothing but the id at the network is known, from an operator who found it there. */
  resolved(providerId: string): Result
  /** Rows of ours that are stored together with the write, in the same transaction. */
  onBegin?(tx: Tx, begun: { context: Context; row: ExternalWriteRow }): Promise<void>
  /** The `details` of the error that a caller gets while the outcome of the write is not known. */
  openDetails?(row: Pick<ExternalWriteRow, 'id'>): object
  /** Rows of ours that change together with the end of the write, whatever it ends in: in the same transaction. */
  onEnd?(tx: Tx, ended: { context: Context; row: ExternalWriteRow }): Promise<void>
}

/** A write that this process has claimed; `row` is always what the database last returned. */
export interface ClaimedWrite {
  context: Context
  row: ExternalWriteRow
  kind: WriteKind
  /** Undefined where the network of the write has no such action. */
  port?: WritePort<unknown, object, unknown>
}

/** One process carrying out one write. */
export interface Run extends ClaimedWrite {
  account: AccountRow
  /** As it was when the run began: a token that has ended since, or is rejected, is read again. */
  credential: CredentialRow | undefined
  port: WritePort<unknown, object, unknown>
  /** Aborts when the process drains or nobody waits any more; a call that cannot be taken back is not ended by it. */
  signal: AbortSignal
  /** Which part of the write this run carries out; all of it when null. */
  part: WritePart | null
}

/** What a step leaves to do: go on at once, or leave the row to its next wake-up or to its end. */
export type Progress = 'continue' | 'stop'

/** Writes that have something to fetch first do that in a job of its own, so that slow servers hold up no calls. */
export type WritePart = 'call' | 'fetch'
