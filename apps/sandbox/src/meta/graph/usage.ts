import type { Response } from 'express'

/** The Page or account whose Business Use Case rate limit a call counts towards. */
export interface UsageSubject {
  id: string
  /** The name of the rate limit in the usage header. */
  type: 'pages' | 'instagram' | 'messenger' | 'leadgen' | 'ads_management' | 'ads_insights'
}

const calls = new WeakMap<object, Map<string, number>>()

function count(state: object, key: string): number {
  const counts = calls.get(state) ?? new Map<string, number>()
  calls.set(state, counts)
  const next = (counts.get(key) ?? 0) + 1
  counts.set(key, next)
  return next
}

function percent(times: number): number {
  return Math.min(99, Math.floor(times / 100))
}

/**
 * Counts a call in the simulated rate limits of the app and, if given, of the Page or account `subject`. Sets the
 * headers that report the used percentage of each limit: 1 for every 100 calls, at most 99, so that only faults reach a
 * limit.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
 */
export function setUsageHeaders(response: Response, state: object, subject: UsageSubject | undefined): void {
  const app = percent(count(state, 'app'))
  response.setHeader('X-App-Usage', JSON.stringify({ call_count: app, total_time: app, total_cputime: app }))
  if (subject === undefined) return
  const used = percent(count(state, subject.id))
  setBusinessUsageHeaders(response, subject, { percent: used, minutes: 0 })
}

/**
 * Sets the header that reports the use of the Business Use Case rate limit of a Page or account. Counts no call.
 * @param usage `percent`: from 0 to 100; `minutes`: the time until calls are accepted again, 0 if they are now
 */
export function setBusinessUsageHeaders(
  response: Response,
  { id, type }: UsageSubject,
  { percent: used, minutes }: { percent: number; minutes: number },
): void {
  const row = {
    type,
    call_count: used,
    total_cputime: used,
    total_time: used,
    estimated_time_to_regain_access: minutes,
  }
  response.setHeader('X-Business-Use-Case-Usage', JSON.stringify({ [id]: [row] }))
}
