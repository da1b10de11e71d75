import { Rejection } from '../rejection.ts'
import type { Store } from '../store/store.ts'

const minute = 60_000

/**
 * Counts a call at `now` (ms since the epoch) against the limit of `key`, an account and endpoint.
 * @throws Rejection `throttled` if the calls of the last 60 seconds have reached the limit
 * @see https://business-api.tiktok.com/portal/docs/rate-limits/v1.3 (captured 2026-08-09)
 */
export function countCall(store: Store, now: number, key: string): void {
  const recent = (store.calls.get(key) ?? []).filter((moment) => moment > now - minute)
  store.calls.set(key, recent)
  if (recent.length >= store.limits.requestsPerMinute)
    throw new Rejection('throttled', 'Due to too many requests, please try again later.')
  recent.push(now)
}
