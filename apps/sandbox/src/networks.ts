import { startBluesky } from './bluesky/index.ts'
import { metaNetworks } from './meta/makers.ts'
import type { NetworkMaker } from './network.ts'
import { tiktok } from './tiktok/index.ts'
import { whatsapp } from './whatsapp/index.ts'
import { x } from './x/index.ts'
import { youtube } from './youtube/index.ts'

/** Every network of the sandbox, in the order in which the start page shows them. */
export const NETWORKS: NetworkMaker[] = [
  { name: 'bluesky', make: startBluesky },
  { name: 'tiktok', make: (surroundings) => tiktok(surroundings) },
  { name: 'x', make: (surroundings) => x(surroundings) },
  { name: 'youtube', make: (surroundings) => youtube(surroundings) },
  ...metaNetworks(),
  { name: 'whatsapp', make: whatsapp },
]

/** The platforms that the sandbox stands for. */
export const networkNames: readonly string[] = NETWORKS.map(({ name }) => name)
