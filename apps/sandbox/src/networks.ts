import { startBluesky } from './bluesky/index.ts'
import { facebook } from './facebook/index.ts'
import { instagram } from './instagram/index.ts'
import { type Settings, USUAL_SETTINGS } from './meta/graph/call.ts'
import { createState, type State } from './meta/state/state.ts'
import type { Frame, NetworkFactory } from './network.ts'
import { startTiktok } from './tiktok/index.ts'
import { whatsapp } from './whatsapp/index.ts'
import { x } from './x/index.ts'
import { youtube } from './youtube/index.ts'

/**
 * Returns the factories of Facebook and Instagram, which can be used for several sandboxes. Within a sandbox, both
 * networks have the same Pages, accounts and posts. `settings` replaces some of the default settings.
 */
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
      make: (context, frame) =>
        facebook(context, { state: stateOf(frame, context.now), settings: all, gatewayUrl: frame.gatewayUrl }),
    },
    {
      name: 'instagram',
      title: 'Instagram',
      make: (context, frame) =>
        instagram(context, { state: stateOf(frame, context.now), settings: all, gatewayUrl: frame.gatewayUrl }),
    },
  ]
}

/** The factories of all simulated networks, in the order of the start page. */
export const NETWORKS: NetworkFactory[] = [
  { name: 'bluesky', title: 'Bluesky', make: startBluesky },
  { name: 'tiktok', title: 'TikTok', make: startTiktok },
  { name: 'x', title: 'X', make: (context) => x(context) },
  { name: 'youtube', title: 'YouTube', make: (context) => youtube(context) },
  ...metaNetworks(),
  { name: 'whatsapp', title: 'WhatsApp', make: whatsapp },
]

/** The names of the simulated networks. */
export const networkNames: readonly string[] = NETWORKS.map(({ name }) => name)

/**
 * Returns the networks with these names, without duplicates, in the order of the start page.
 * @throws RangeError for an unknown name, and for an empty list
 */
export function networksNamed(names: readonly string[]): NetworkFactory[] {
  const unknown = names.filter((name) => !networkNames.includes(name))
  if (unknown.length > 0 || names.length === 0)
    throw new RangeError(`networks: one or more of ${networkNames.join(', ')}, not ${unknown.join(', ') || 'none'}`)
  return NETWORKS.filter(({ name }) => names.includes(name))
}
