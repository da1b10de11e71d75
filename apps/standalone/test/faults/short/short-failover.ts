import { networksNamed } from '../networks.ts'

/** One failover while 24 posts are published, with a fixed seed. */
export const shortFailover = {
  ...{ seed: 3, failovers: 1, publishes: 24, gateways: 1, workers: 2, customers: 4 },
  ...{ networkFaultScale: 1, maxCalmMs: 300_000 },
  networks: networksNamed(['x', 'facebook']),
}
