import { startBluesky } from './bluesky/index.ts'
import { metaNetworks } from './meta/factories.ts'
import type { NetworkFactory } from './network.ts'
import { startTiktok } from './tiktok/index.ts'
import { whatsapp } from './whatsapp/index.ts'
import { x } from './x/index.ts'
import { youtube } from './youtube/index.ts'

/** Every network of the sandbox, in the order in which the start page shows them. */
export const NETWORKS: NetworkFactory[] = [
  { name: 'bluesky', title: 'Bluesky', make: startBluesky },
  { name: 'tiktok', title: 'TikTok', make: startTiktok },
  { name: 'x', title: 'X', make: (context) => x(context) },
  { name: 'youtube', title: 'YouTube', make: (context) => youtube(context) },
  ...metaNetworks(),
  { name: 'whatsapp', title: 'WhatsApp', make: whatsapp },
]

/** The platforms that the sandbox stands for. */
export const networkNames: readonly string[] = NETWORKS.map(({ name }) => name)

/**
 * The networks with these names, without duplicates.
 * @throws RangeError for an unknown name, and for an empty list
 */
export function networksNamed(names: readonly string[]): NetworkFactory[] {
  const unknown = names.filter((name) => !networkNames.includes(name))
  if (unknown.length > 0 || names.length === 0)
    throw new RangeError(`networks: one or more of ${networkNames.join(', ')}, not ${unknown.join(', ') || 'none'}`)
  return NETWORKS.filter(({ name }) => names.includes(name))
}
