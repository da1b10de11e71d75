import type { FaultName } from '@carillon/sandbox'

export const faultyNetworks = ['instagram', 'youtube', 'tiktok', 'x'] as const

/** How a kind of fault is played in a run. */
export interface FaultPlan {
  network: (typeof faultyNetworks)[number]
  /** What a client does meanwhile, again and again: it lists posts, refreshes tokens, or publishes. */
  request: 'read' | 'refresh' | 'publish'
  /** Further fields of the fault's rule. */
  rule?: Readonly<Record<string, unknown>>
}

/** Later than the ten seconds from which calls are slow, and earlier than the deadline of a call. */
const slowMs = 11_000

/** Where each kind is played, in the order of a run. Lists of posts are read live, as often as a client likes. */
export const planOfFault: Readonly<Record<FaultName, FaultPlan>> = {
  'drop-before': { network: 'instagram', request: 'read' },
  hang: { network: 'instagram', request: 'read', rule: { delayMs: 5_000 } },
  'accept-then-drop': { network: 'instagram', request: 'read' },
  'accept-then-hang': { network: 'instagram', request: 'read', rule: { delayMs: 5_000 } },
  'accept-then-500': { network: 'instagram', request: 'read' },
  unavailable: { network: 'instagram', request: 'read' },
  truncate: { network: 'instagram', request: 'read' },
  'accept-then-slow': { network: 'instagram', request: 'read', rule: { delayMs: slowMs } },
  slow: { network: 'instagram', request: 'read', rule: { delayMs: slowMs } },
  deviate: {
    ...{ network: 'instagram', request: 'read' },
    rule: { operation: 'posts.list', field: 'data[].media_type', value: 'HOLOGRAM' },
  },
  throttle: { network: 'youtube', request: 'refresh' },
  'quota-exhausted': { network: 'tiktok', request: 'publish', rule: { operation: 'posts.create' } },
  'upload-limit-exceeded': { network: 'youtube', request: 'publish' },
  // It ends the connections, so it is the last one.
  'revoke-token': { network: 'x', request: 'refresh' },
}
