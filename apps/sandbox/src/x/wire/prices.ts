/**
 * The prices of billed operations in US dollars, keyed by operation: per resource for reads, per request for others.
 */
export type Prices = Record<PricedOperation, number>

export type PricedOperation =
  | 'posts.create'
  | 'posts.create_with_url'
  | 'posts.create_summoned'
  | 'posts.delete'
  | 'posts.read'
  | 'users.read'
  | 'media.metadata'

/**
 * The documented prices of X in US dollars, keyed by operation: of reads for each resource that is returned, of other
 * operations for each request.
 * @see https://docs.x.com/x-api/getting-started/pricing (read 2026-11-20)
 */
export const PRICES: Prices = {
  'posts.create': 0.015,
  'posts.create_with_url': 0.2,
  'posts.create_summoned': 0.01,
  'posts.delete': 0.01,
  'posts.read': 0.005,
  'users.read': 0.01,
  'media.metadata': 0.005,
}
