import type { OpenCommit, Settling, Verdict, WriteCall, WritePort } from './ports/write.ts'

/**
 * Null until the call has been made; the result is wrapped, since some calls return nothing.
 * @public Inferred types of other packages name it.
 */
export interface SingleCallState<Result> {
  sent: { result: Result } | null
  /** Whether the call was made before and its outcome is unknown. */
  again: boolean
}

/** The result of searching for the effect of a lost call. */
export type Finding<Result> =
  | { kind: 'done'; result: Result }
  /** It is not there; after `settling.lookups` probes the kind of the write decides what follows. */
  | { kind: 'absent' }
  /** The call has no second effect, so that it may be repeated at once. */
  | { kind: 'again' }
  | { kind: 'undecidable'; reason: string }

export interface SingleCall<Input, Result, Credentials> {
  settling: Settling
  /** The name of the call in the journal. */
  step: string
  /** Makes the call; `again` when an earlier one may have taken effect and `find` allowed to repeat it. */
  send(call: WriteCall<Input, Credentials>, options: { again: boolean }): Promise<Result>
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

/** A write that is one call without steps before it: a reply, a message, a deletion. */
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
    async reconcile(call, state, open) {
      return verdictOf(await find(call, open), state)
    },
    // What is searched for is in the request, so that nothing is missing in an older state.
    async recover(call, state, open) {
      return state.sent === null ? verdictOf(await find(call, open), state) : { kind: 'done', state }
    },
  }
}
