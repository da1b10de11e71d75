import type { CallContext } from '../call-context.ts'

/** A call for an external write: the account, and what is to be written. */
export interface WriteCall<Input, Credentials = unknown> extends CallContext<Credentials> {
  /** Our id of the write. Networks that accept an id of the client's get this one. */
  writeId: string
  input: Input
  /** When the write was requested; constant, so that a repeated call carries the same time. */
  createdAt: Date
}

export type WriteStep<State, Result> =
  /** A repeatable step was done; its result is stored before the next step. */
  | { kind: 'next'; state: State }
  /** Nothing to do but poll; `accepted` once the network has taken the write in without having finished it. */
  | { kind: 'wait'; state: State; seconds: number; accepted: boolean }
  /** Everything is ready for a call that cannot be taken back; `step` names it in the journal. */
  | { kind: 'commit'; step: string }
  /** The write has succeeded. */
  | { kind: 'done'; result: Result }

/** The result of a probe: the outcome of a commit whose response was lost. */
export type Verdict<State> =
  /** It took effect; `state` is what `commit` would have returned. */
  | { kind: 'done'; state: State }
  /**
   * It is not there. After enough probes the kind of the write decides: the call is repeated, or the write has failed.
   * Of a commit that makes several things, `state` names those that are there, so that only the others are made again.
   */
  | { kind: 'absent'; state?: State }
  /** Repeating the call at once is harmless, from this state. */
  | { kind: 'again'; state: State }
  /** The network cannot be read well enough: the write ends as `unknown` until something else decides it. */
  | { kind: 'undecidable'; reason: string }

/** A commit whose outcome is unknown. */
export interface OpenCommit {
  step: string
  /** When the call was about to be made, or up to a few seconds earlier. Anything older cannot be its effect. */
  startedAt: Date
  /** Ids at the network that other writes of the account are known to have made; never to be taken for this one. */
  claimed: ReadonlySet<string>
  /**
   * Whether the network can have fetched every public link of this attempt, those left are closed; null when it had
   * none.
   */
  linksFetched: boolean | null
}

/** How long after a lost response the network is read, how often, and how far apart. */
export interface Settling {
  /** Maximum time in seconds that a commit call itself may take; 60 by default. */
  callSeconds?: number
  /** Maximum time in seconds after which the network may still take in a call whose response was lost. */
  seconds: number
  /** Probes that must find nothing before the write counts as absent. */
  maxProbes: number
  /** Seconds between two probes. */
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
 * A change at a network that is made once: a post, a reply, a message, a campaign. `begin` chooses keys by which its
 * effect can be recognized; then the journal calls `advance` until it returns `done`, and `commit` when `advance`
 * requests it. Every state is stored before the next call, so that any process can continue from it.
 *
 * - `advance` may be repeated without harm. It does everything that is not visible to others.
 * - `commit` makes the one call that cannot be taken back, or several side by side. The intent is stored before it; it
 *   is never repeated before
 *   `reconcile` has found out what became of the first call.
 * - `reconcile` reads the network and says what became of a commit whose response was lost.
 *
 * Failures are `ProviderError`s with their outcome: `rejected` and `not_sent` changed nothing, `indeterminate` leads to
 * `reconcile`. Any other error that `commit` throws once a request has left counts as indeterminate. See
 * `single-call-write.ts` for a write that is one call.
 */
export interface WritePort<Input, State extends object, Result, Credentials = unknown> {
  settling: Settling
  begin(start: WriteStart): State
  advance(call: WriteCall<Input, Credentials>, state: State): Promise<WriteStep<State, Result>>
  commit(call: WriteCall<Input, Credentials>, state: State, step: string): Promise<State>
  reconcile(call: WriteCall<Input, Credentials>, state: State, open: OpenCommit): Promise<Verdict<State>>
  /**
   * As `reconcile`, for a write of which later states may be lost, its calls included: after a failover of the database,
   * or in a restored backup. It recognizes everything that the write has made by what the network shows of it, such as
   * text and time, and says `absent` or `again` only where that proves that nothing of what is missing was made. A state
   * that shows the last commit is `done`. Without it, such a write ends as `unknown`.
   */
  recover?(call: WriteCall<Input, Credentials>, state: State, open: OpenCommit): Promise<Verdict<State>>
  /**
   * The result after a commit that needs no further read: the result of `advance` with `done`, without a call to the
   * network. Undefined while something is left to do. The journal then stores the commit and the end of the write in
   * one change.
   */
  resultOf?(call: WriteCall<Input, Credentials>, state: State): Result | undefined
  /**
   * For a write of several commits: the state from which `advance` undoes what earlier commits made, after a later one
   * was rejected; null when there is nothing to undo. Once `advance` then says `done`, the write ends as failed with
   * the rejection. Omitted where nothing can be undone.
   */
  undo?(state: State): State | null
  /**
   * For a write that can be undone: what is still at the network in this state. It is named in `details.leftovers` of a
   * write that fails after something was made.
   */
  leftovers?(state: State): readonly Leftover[]
}

/** Something that a failed write has left at the network. */
export interface Leftover {
  kind: string
  id: string
}
