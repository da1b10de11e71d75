import type { FaultName } from '@carillon/sandbox'

/** How a kind of fault is played in a run: at which network, and with which fields of its rule. */
export interface FaultPlan {
  network: 'bluesky' | 'facebook' | 'x' | 'tiktok' | 'youtube'
  rule?: Readonly<Record<string, unknown>>
}

/** Later than the ten seconds from which calls are slow, and earlier than the deadline of a call. */
const slowMs = 11_000

/**
 * Where each kind is played. Bluesky has no limit of publishes a day; the faults that reject publishes are played where
 * the network ends a publish with them.
 */
export const planOfFault: Readonly<Record<FaultName, FaultPlan>> = {
  'drop-before': { network: 'bluesky' },
  hang: { network: 'bluesky', rule: { delayMs: 5_000 } },
  'accept-then-drop': { network: 'bluesky' },
  'accept-then-hang': { network: 'bluesky', rule: { delayMs: 5_000 } },
  'accept-then-slow': { network: 'bluesky', rule: { delayMs: slowMs } },
  'accept-then-500': { network: 'bluesky' },
  unavailable: { network: 'bluesky' },
  throttle: { network: 'bluesky' },
  slow: { network: 'bluesky', rule: { delayMs: slowMs } },
  truncate: { network: 'bluesky' },
  deviate: { network: 'facebook', rule: { operation: 'posts.create', field: 'id' } },
  'quota-exhausted': { network: 'tiktok', rule: { operation: 'posts.create' } },
  'upload-limit-exceeded': { network: 'youtube' },
  // It ends the connections, so it is the last one.
  'revoke-token': { network: 'x' },
}
