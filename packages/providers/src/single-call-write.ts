import type { OpenCommit, Settling, Verdict, WriteCall, WritePort } from './ports/write.ts'

/**
 * The stored state of a write that consists of one call. `sent` is null until the call was made; the result is wrapped,
 * since some calls return nothing.
 * @public Inferred types of other packages name it.
 */
export interface SingleCallState<Result> {
  sent: { result: Result } | null
  /** Whether an earlier call may have taken effect and `find` has returned `again`, so that the call is repeated. */
  again: boolean
}

/** The result of searching the network for the effect of a call whose response was lost. */
export type Finding<Result> =
  | { kind: 'done'; result: Result }
  /** No effect was found. After `settling.maxProbes` such results the kind of the write decides what follows. */
  | { kind: 'absent' }
  /** The call can be repeated at once, since a repeated call has no second effect. */
  | { kind: 'again' }
  | { kind: 'undecidable'; reason: string }

/** The calls of a network that make up a write consisting of one call. */
interface SingleCall<Input, Result, Credentials> {
  settling: Settling
  /** The name of the call in the journal, the stored record of all external writes. */
  step: string
  /** Makes the call. `again` is true if an earlier call may have taken effect and `find` returned `again`. */
  send(call: WriteCall<Input, Credentials>, options: { again: boolean }): Promise<Result>
  /** Searches the network for the effect of a call whose response was lost. */
  find(call: WriteCall<Input, Credentials>, open: OpenCommit): Promise<Finding<Result>>
}

function verdictOf<Result>(found: Finding<Result>, state: SingleCallState<Result>): Verdict<SingleCallState<Result>> {
  switch (found.kind) {
    case 'done':
      return { kind: 'done', state: { ...state, sent: { result: found.result } } }
    case 'again':
      return { kind: 'again', state: { ...state, again: true } }
    default:
      return found
  }
}

/**
 * Builds the write port of a change at a network that consists of one call without preparing steps: a reply, a message
 * or a deletion. `send` makes the call, which is stored under the name `step`. If its response is lost, `find` searches
 * the network for its effect, up to `settling.maxProbes` times every `settling.probeIntervalSeconds` seconds. If it
 * finds none, the kind of the write decides whether the call is repeated or the write has failed.
 */
export function singleCallWrite<Input, Result, Credentials = unknown>({
  settling,
  step,
  send,
  find,
}: SingleCall<Input, Result, Credentials>): WritePort<Input, SingleCallState<Result>, Result, Credentials> {
  return {
    settling,
    begin: () => ({ sent: null, again: false }),
    async advance(_call, { sent }) {
      return sent === null ? { kind: 'commit', step } : { kind: 'done', result: sent.result }
    },
    async commit(call, state) {
      return { ...state, sent: { result: await send(call, state) } }
    },
    resultOf: (_call, { sent }) => sent?.result,
    mayHaveLanded: ({ again }) => again,
    async reconcile(call, state, open) {
      return verdictOf(await find(call, open), state)
    },
    // The search needs only the request, so nothing is missing in an older state.
    async recover(call, state, open) {
      return state.sent === null ? verdictOf(await find(call, open), state) : { kind: 'done', state }
    },
  }
}
