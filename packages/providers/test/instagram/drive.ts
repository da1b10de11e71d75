import { outcomeOfFailure, type Step } from '../../src/index.ts'
import type { InstagramPublishCall } from '../../src/instagram/credentials.ts'
import { instagramPublish } from '../../src/instagram/publish.ts'
import { initialState, type State } from '../../src/instagram/publish-state.ts'

export const begun: State = initialState()

export interface Driven {
  postIds: string[]
  permalink: string | null
  commits: number
  /** Seconds of every pause; negative where the network had taken the post in. */
  pauses: number[]
}

/** What storage keeps of a state. */
export function stored(state: State): State {
  return JSON.parse(JSON.stringify(state))
}

export function advance(call: InstagramPublishCall, state: Partial<State> = {}): Promise<Step<State>> {
  return instagramPublish.advance(call, stored({ ...begun, ...state } as State))
}

/** Drives a publish as the service does, without its pauses; a commit whose response is lost is reconciled. */
export async function drive(call: InstagramPublishCall, from: State = begun): Promise<Driven> {
  const pauses: number[] = []
  let commits = 0
  let state = from
  for (let turn = 0; turn < 100; turn++) {
    const step = await instagramPublish.advance(call, stored(state))
    if (step.kind === 'done') return { ...step.result, commits, pauses }
    if (step.kind === 'commit') {
      commits += 1
      state = await commitOnce(call, stored(state), step.step)
      continue
    }
    if (step.kind === 'wait') pauses.push(step.accepted ? -step.seconds : step.seconds)
    state = step.state
  }
  throw new Error('it does not end')
}

/** Returns the state in which the service continues after a rejected commit; throws a rejection that ends the write. */
export function afterRejection(state: State, error: unknown): State {
  const next = outcomeOfFailure(error) === 'rejected' ? instagramPublish.afterRejection?.(state, error) : null
  if (!next) throw error
  return next
}

async function commitOnce(call: InstagramPublishCall, state: State, step: string): Promise<State> {
  const startedAt = call.now()
  try {
    return await instagramPublish.commit(call, state, step)
  } catch (error) {
    if (outcomeOfFailure(error) !== 'indeterminate') return afterRejection(state, error)
  }
  const open = { step, startedAt, claimed: new Set<string>(), linksFetched: true }
  const verdict = await instagramPublish.reconcile(call, state, open)
  if (verdict.kind === 'undecidable') throw new Error(verdict.reason)
  return verdict.kind === 'absent' ? state : verdict.state
}
