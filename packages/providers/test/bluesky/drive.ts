import { blueskyPublish } from '../../src/bluesky/publish.ts'
import type { State } from '../../src/bluesky/publish-state.ts'
import type { BlueskyPublishCall } from '../../src/bluesky/session.ts'
import { randomly } from './account.ts'

export function begin(now = new Date('2026-11-20T10:00:00.000Z')): State {
  return blueskyPublish.begin({ writeId: 'publish-1', items: 1, now, random: randomly })
}

export interface Driven {
  postIds: string[]
  permalink: string | null
  /** The steps that could not be taken back, as they were named. */
  commits: string[]
  waits: number
}

/** A stored state: what JSON keeps of it. */
function stored(state: State): State {
  return JSON.parse(JSON.stringify(state))
}

/** Makes a step, and once more if the response of the first call is lost. */
async function advance(call: BlueskyPublishCall, state: State, isRepeated: boolean) {
  try {
    return await blueskyPublish.advance(call, stored(state))
  } catch (error) {
    if (!isRepeated || (error as { outcome?: unknown }).outcome !== 'indeterminate') throw error
    return blueskyPublish.advance(call, stored(state))
  }
}

/**
 * Drives a publish as the service does, without its pauses; a commit whose response is lost is reconciled. Other steps
 * whose response is lost are made again if `isRepeated` is set.
 */
export async function drive(
  call: BlueskyPublishCall,
  from = begin(),
  { isRepeated = false }: { isRepeated?: boolean } = {},
): Promise<Driven> {
  const commits: string[] = []
  let waits = 0
  let state = from
  for (let turn = 0; turn < 60; turn++) {
    const step = await advance(call, state, isRepeated)
    if (step.kind === 'done') return { ...step.result, commits, waits }
    if (step.kind === 'commit') {
      commits.push(step.step)
      state = await commitOnce(call, stored(state), step.step)
    } else {
      if (step.kind === 'wait') waits += 1
      state = step.state
    }
  }
  throw new Error('it does not end')
}

async function commitOnce(call: BlueskyPublishCall, state: State, step: string): Promise<State> {
  try {
    return await blueskyPublish.commit(call, state, step)
  } catch (error) {
    const { outcome } = error as { outcome?: unknown }
    const next = outcome === 'rejected' ? blueskyPublish.afterRejection?.(state, error) : undefined
    if (next) return next
    if (outcome !== 'indeterminate') throw error
  }
  const open = { step, startedAt: call.createdAt, claimed: new Set<string>(), linksFetched: null }
  const verdict = await blueskyPublish.reconcile(call, state, open)
  if (verdict.kind !== 'done' && verdict.kind !== 'again') throw new Error(`reconciled: ${verdict.kind}`)
  return verdict.state
}
