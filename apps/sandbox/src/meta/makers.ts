import { facebook } from '../facebook/index.ts'
import { instagram } from '../instagram/index.ts'
import type { Frame, NetworkMaker } from '../network.ts'
import { type Settings, USUAL_SETTINGS } from './graph/call.ts'
import { createWorld, type World } from './world.ts'

/** Facebook and Instagram for one or more sandboxes; within one sandbox both hold the same Pages, accounts and posts. */
export function metaNetworks(settings: Partial<Settings> = {}): NetworkMaker[] {
  const worlds = new WeakMap<Frame, World>()
  function worldOf(frame: Frame, now: () => number): World {
    const world = worlds.get(frame) ?? createWorld({ now })
    worlds.set(frame, world)
    return world
  }
  const all = { ...USUAL_SETTINGS, ...settings }
  return [
    {
      name: 'facebook',
      make: (surroundings, frame) => facebook(surroundings, { world: worldOf(frame, surroundings.now), settings: all }),
    },
    {
      name: 'instagram',
      make: (surroundings, frame) =>
        instagram(surroundings, { world: worldOf(frame, surroundings.now), settings: all }),
    },
  ]
}
