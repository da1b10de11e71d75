const QUARTER = 15 * 60_000
const DAY = 24 * 60 * 60_000

/** The maximum number of calls in a window of `windowMs` milliseconds. */
export interface Limit {
  calls: number
  windowMs: number
}

interface LimitRow {
  user?: Limit
  app?: Limit
}

/** Rate limits, keyed by operation. */
export type Limits = Record<string, LimitRow>

const perQuarter = (calls: number): Limit => ({ calls, windowMs: QUARTER })
const perDay = (calls: number): Limit => ({ calls, windowMs: DAY })

/**
 * The documented rate limits of X, keyed by operation: the maximum number of calls of each user, and of each app
 * with all its users, in a window of `windowMs` milliseconds. Without `user` or `app`, there is no such limit.
 * @see https://docs.x.com/x-api/fundamentals/rate-limits (read 2026-11-20)
 */
export const LIMITS: Limits = {
  'posts.create': { user: perQuarter(100), app: perDay(10_000) },
  'posts.delete': { user: perQuarter(50) },
  'posts.list': { user: perQuarter(900), app: perQuarter(10_000) },
  'posts.lookup': { user: perQuarter(5_000), app: perQuarter(3_500) },
  'posts.get': { user: perQuarter(900), app: perQuarter(450) },
  'users.me': { user: perQuarter(75) },
  'media.upload': { user: perQuarter(500), app: perDay(50_000) },
  'media.status': { user: perQuarter(1_000), app: perDay(100_000) },
  'media.initialize': { user: perQuarter(1_875), app: perDay(180_000) },
  'media.append': { user: perQuarter(1_875), app: perDay(180_000) },
  'media.finalize': { user: perQuarter(1_875), app: perDay(180_000) },
  'media.metadata': { user: perQuarter(500), app: perDay(50_000) },
  'usage.posts': { app: perQuarter(50) },
}
