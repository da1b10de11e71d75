import { Rejection } from '../rejection.ts'
import type { Store } from '../store/store.ts'

const minute = 60_000
const blockedFor = 5 * minute

/**
 * Counts a call at `now` (ms since the epoch) against the limit of `key`, an account and endpoint. A call above the
 * limit blocks the key for five minutes. Whether calls during the block prolong it is not documented: here they do not.
 * @throws Rejection `throttled` if the calls of the last 60 seconds have reached the limit, and while the key is blocked
 * @see https://business-api.tiktok.com/portal/docs/rate-limits/v1.3 (captured 2026-08-09)
 */
export function countCall(store: Store, now: number, key: string): void {
  const { moments, blockedUntil } = store.throttles.get(key) ?? { moments: [], blockedUntil: 0 }
  const recent = moments.filter((moment) => moment > now - minute)
  const blocked = now < blockedUntil
  if (blocked || recent.length >= store.limits.requestsPerMinute) {
    store.throttles.set(key, { moments: recent, blockedUntil: blocked ? blockedUntil : now + blockedFor })
    throw new Rejection('throttled', 'Due to too many requests, please try again later.')
  }
  store.throttles.set(key, { moments: [...recent, now], blockedUntil: 0 })
}
