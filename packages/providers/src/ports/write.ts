import type { CallContext } from '../call-context.ts'

/** The context of an external write: the account, its credentials, and what to write. */
export interface WriteCall<Input, Credentials = unknown> extends CallContext<Credentials> {
  /** Carillon's id of the write, passed to networks that accept an id from the client. */
  writeId: string
  input: Input
  /** When the write was requested or, if it was scheduled, due; the same for every repeated call. */
  createdAt: Date
}

/** The result of `advance`: what the journal, which runs the write, does next. */
export type WriteStep<State, Result> =
  /** A repeatable step was made. `state` is stored before the next step. */
  | { kind: 'next'; state: State }
  /**
   * Call `advance` again after `seconds`. `accepted` is true once the network has accepted the write without finishing
   * it.
   */
  | { kind: 'wait'; state: State; seconds: number; accepted: boolean }
  /** Everything is ready for the call that cannot be undone: call `commit`. `step` is its name in the journal. */
  | { kind: 'commit'; step: string }
  /** The write has succeeded. */
  | { kind: 'done'; result: Result }

/** The result of a probe: the outcome of a commit whose response was lost. */
export type Verdict<State> =
  /** The call took effect; `state` is what `commit` would have returned. */
  | { kind: 'done'; state: State }
  /**
   * No effect was found. After `maxProbes` such results the kind of the write decides whether the call is repeated or
   * the write has failed. If a commit creates several objects, `state` names those that exist, so that only the others
   * are created again.
   */
  | { kind: 'absent'; state?: State }
  /**
   * The call can be repeated at once, from `state`, without a second effect. `isAbsent` is true if the network also
   * shows that no call of the write has had an effect: only then can a write that is a day old fail; otherwise it ends
   * as `unknown`. `mayBeDeleted` is true if the effect may have existed and been deleted: the write ends as `unknown`
   * if the API has deleted an object that may have been it. A write of a restored backup always ends as `unknown`.
   */
  | { kind: 'again'; state: State; isAbsent?: boolean; mayBeDeleted?: boolean }
  /**
   * The network does not show enough to decide. The write ends as `unknown`; a later event or the operator decides.
   * `isSeen` is true if the network shows what may be the effect, such as two equal posts. Without it, a write that was
   * probably never sent (`OpenCommit.until`) is sent.
   */
  | { kind: 'undecidable'; reason: string; isSeen?: boolean }

/** A commit whose outcome is unknown because its response was lost. */
export interface OpenCommit {
  /** The name of the commit call, as in `WriteStep`. */
  step: string
  /**
   * A time before the first call of the step, usually a few seconds before it. It is earlier if that call is not
   * recorded in the database, as after a failover or in a restored backup. An object that was created before this time
   * cannot be the effect of the step. If the call was repeated because probes had not found its effect, the effect of
   * the first call may be visible by now.
   */
  startedAt: Date
  /** A time before the latest call of the step, as `startedAt`; the same as `startedAt` if omitted. */
  latestAt?: Date
  /**
   * For a write that was probably never sent, with `recover` only: a time after which no call of it can have had an
   * effect, usually minutes after `startedAt`. What was created later, such as an equal post of a user, is not the
   * effect of the write. Omitted for all other writes.
   */
  until?: Date
  /**
   * The network's ids of objects that other writes of the account created. They must not be taken for the effect of
   * this write.
   */
  claimed: ReadonlySet<string>
  /**
   * Whether another open write of the account may have created an object whose id is not known yet, so that what looks
   * like the effect of this write may be that object. False if omitted.
   */
  mayBeOthers?: boolean
  /**
   * Whether the network may have fetched all public media URLs of this attempt. URLs that it has not fetched were
   * closed before, so that it cannot fetch them later. Null if the attempt had no such URLs.
   */
  linksFetched: boolean | null
}

/** The timeout of commit calls, and the limits of the probes after a response was lost. */
export interface Settling {
  /** The timeout of a commit call in seconds; 60 if omitted. */
  callSeconds?: number
  /** The time in seconds after which a call whose response was lost can no longer take effect at the network. */
  seconds: number
  /** The number of probes without a finding after which the write counts as absent. */
  maxProbes: number
  /** The time between two probes, in seconds. */
  probeIntervalSeconds: number
}

interface WriteStart {
  writeId: string
  /** The number of objects that the write creates, such as the posts of a thread; usually 1. */
  items: number
  now: Date
  random(bytes: number): Uint8Array
}

/**
 * The functions that make one change at a network exactly once: a post, a reply, a message or a campaign. `begin`
 * returns the first state, with keys by which the effect can be recognized. The journal, the part of the service that
 * runs all external writes and stores their states, then calls `advance` until it returns `done`, and `commit` whenever
 * `advance` requests it. Every state is stored before the next call, so that any process can continue from it.
 *
 * - `advance` may be repeated and does everything that is not visible to others.
 * - `commit` makes the one call (or several at the same time) that cannot be undone. The intent is stored before. A
 *   call whose outcome is not known is repeated only after `reconcile` has determined it.
 * - `reconcile` reads the network and returns the outcome of a commit whose response was lost.
 *
 * Failures are `ProviderError`s with an outcome: `rejected` and `not_sent` changed nothing, `indeterminate` leads to
 * `reconcile`. Any other error that `commit` throws after a request was sent counts as indeterminate. Two kinds of
 * rejection do not end the write, so an adapter must not undo anything before it throws them: for them, `endsCall` of
 * `error-rules.ts` returns false. After a rejected token, the same function is called once more with a new token. After
 * a rate limit, a scheduled write continues from the stored state, up to four times in a row, if the error names at
 * most 15 minutes or no time; a write without a schedule usually fails. See `single-call-write.ts` for a write that is
 * one call.
 */
export interface WritePort<Input, State extends object, Result, Credentials = unknown> {
  /** The timeout of `commit`, and when and how often `reconcile` is called. */
  settling: Settling
  begin(start: WriteStart): State
  advance(call: WriteCall<Input, Credentials>, state: State): Promise<WriteStep<State, Result>>
  commit(call: WriteCall<Input, Credentials>, state: State, step: string): Promise<State>
  reconcile(call: WriteCall<Input, Credentials>, state: State, open: OpenCommit): Promise<Verdict<State>>
  /**
   * Like `reconcile`, for a write whose later states and calls may be missing in the database: after a failover, or in
   * a restored backup. Recognizes everything that the write created by what the network shows, such as text and time.
   * Returns `absent` or `again` only if the network shows that nothing of the missing part was created. If `state`
   * already contains the result of the last commit, such as the id of the post, returns `done` with it. Without
   * `recover`, such a write ends as `unknown` after a failover; in a restored backup, `reconcile` is called instead.
   */
  recover?(call: WriteCall<Input, Credentials>, state: State, open: OpenCommit): Promise<Verdict<State>>
  /**
   * Returns what `advance` would return with `done`, without a call to the network, if a commit needs no further read;
   * undefined while something is left to do. The journal then stores the commit and the end of the write atomically.
   */
  resultOf?(call: WriteCall<Input, Credentials>, state: State): Result | undefined
  /**
   * For a commit that the network rejected without any effect: returns the state from which the write continues, for
   * example to upload again what the network has deleted; null if the rejection ends the write. Makes no call. Omitted
   * if every rejection ends the write.
   */
  afterRejection?(state: State, thrown: unknown): State | null
  /**
   * Returns whether an earlier call of the step may have taken effect, which `reconcile` left open when it returned
   * `again`. A later call that is rejected or not sent then counts as indeterminate, whatever the reason. Makes no
   * call. Omitted if `again` is returned only for calls without effect.
   */
  mayHaveLanded?(state: State): boolean
  /**
   * For a write with several commits, of which a later one failed: returns the state from which `advance` undoes the
   * earlier ones; null if there is nothing to undo. Once `advance` returns `done`, the write fails with the error of
   * that commit. Omitted if nothing can be undone.
   */
  undo?(state: State): State | null
  /**
   * For a write that cannot be undone and is not finished by its first commit: returns the network's ids of the objects
   * that the commits have created up to this state. While the write is open, no other write takes these objects for its
   * own effect. If the write ends as `unknown`, their ids are reported.
   */
  createdIds?(state: State): readonly string[]
  /**
   * For a write that can be undone: returns the objects that it has created and that exist at the network in this
   * state, except objects that the undo deletes together with another one of the list. If the write fails or ends as
   * `unknown`, they are listed in `details.leftovers` of its error.
   */
  leftovers?(state: State): readonly Leftover[]
}

/**
 * An object at the network that a write created and has not deleted again. `kind` is its type, such as `campaign`; `id`
 * is the network's.
 */
export interface Leftover {
  kind: string
  id: string
}
