import type { OpenCommit, Settling, Verdict, WriteCall, WritePort } from './ports/write.ts'

/** Null until the call has been made; the result is wrapped, since some calls return nothing. */
export interface SingleCallState<Result> {
  sent: { result: Result } | null
}

/** What a search for the effect of a lost call found. */
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
  send(call: WriteCall<Input, Credentials>): Promise<Result>
  find(call: WriteCall<Input, Credentials>, open: OpenCommit): Promise<Finding<Result>>
}

function verdictOf<Result>(found: Finding<Result>, state: SingleCallState<Result>): Verdict<SingleCallState<Result>> {
  switch (found.kind) {
    case 'done':
      return { kind: 'done', state: { sent: { result: found.result } } }
    case 'again':
      return { kind: 'again', state }
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
    begin: () => ({ sent: null }),
    async advance(_call, { sent }) {
      return sent === null ? { kind: 'commit', step } : { kind: 'done', result: sent.result }
    },
    async commit(call) {
      return { sent: { result: await send(call) } }
    },
    async reconcile(call, state, open) {
      return verdictOf(await find(call, open), state)
    },
  }
}
