import { SECOND_MS } from '../../../meta/graph/graph-time.ts'
import type { Meter } from '../../../meta/state/ads/meter.ts'

/**
 * The rate limits of an ad account, keyed by access tier: the maximum score, which is the sum of the points of the
 * calls in the last five minutes, the time in ms for which an account is blocked by a call that would exceed it, and
 * the tier's name in the usage headers.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/overview/rate-limiting (read 2026-11-20)
 */
export const TIERS = {
  limited: { max: 60, blockMs: 300 * SECOND_MS, name: 'development_access' },
  full: { max: 9_000, blockMs: 60 * SECOND_MS, name: 'standard_access' },
} as const

export type Tier = keyof typeof TIERS

const WINDOW_SECONDS = 300

function forget(meter: Meter, now: number): void {
  const oldest = Math.floor(now / SECOND_MS) - WINDOW_SECONDS
  const kept = meter.seconds.findIndex(({ second }) => second > oldest)
  const gone = meter.seconds.splice(0, kept === -1 ? meter.seconds.length : kept)
  meter.points -= gone.reduce((sum, { points }) => sum + points, 0)
}

/**
 * Counts a call of `points` (1 for a read, 3 for a write) at `now` (ms since the epoch). Returns false, without
 * counting it, if the ad account is blocked or the call would exceed the maximum score, which blocks the ad account.
 */
export function count(meter: Meter, { points, now, tier }: { points: number; now: number; tier: Tier }): boolean {
  forget(meter, now)
  if (now < meter.blockedUntil) return false
  const { max, blockMs } = TIERS[tier]
  if (meter.points + points > max) {
    meter.blockedUntil = now + blockMs
    return false
  }
  meter.points += points
  const second = Math.floor(now / SECOND_MS)
  const last = meter.seconds.at(-1)
  if (last?.second === second) last.points += points
  else meter.seconds.push({ second, points })
  return true
}
