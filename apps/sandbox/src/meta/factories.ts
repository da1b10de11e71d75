import { facebook } from '../facebook/index.ts'
import { instagram } from '../instagram/index.ts'
import type { Frame, NetworkFactory } from '../network.ts'
import { type Settings, USUAL_SETTINGS } from './graph/call.ts'
import { createState, type State } from './state.ts'

/** Facebook and Instagram for one or more sandboxes; within one sandbox both hold the same Pages, accounts and posts. */
export function metaNetworks(settings: Partial<Settings> = {}): NetworkFactory[] {
  const states = new WeakMap<Frame, State>()
  function stateOf(frame: Frame, now: () => number): State {
    const state = states.get(frame) ?? createState({ now })
    states.set(frame, state)
    return state
  }
  const all = { ...USUAL_SETTINGS, ...settings }
  return [
    {
      name: 'facebook',
      title: 'Facebook',
      make: (context, frame) => facebook(context, { state: stateOf(frame, context.now), settings: all }),
    },
    {
      name: 'instagram',
      title: 'Instagram',
      make: (context, frame) => instagram(context, { state: stateOf(frame, context.now), settings: all }),
    },
  ]
}
