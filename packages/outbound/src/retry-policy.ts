import type { OutboundErrorKind } from './outbound-error.ts'

interface RetryRule {
  attempts: number
  kinds: readonly OutboundErrorKind[]
  statuses: readonly number[]
  /** The maximum first pause in ms, like all times here. It doubles with each attempt, up to `capMs`. */
  baseMs: number
  capMs: number
  /**
   * If the host requests a longer pause than this, the call is not retried and its response is returned to the caller.
   */
  retryAfterCapMs: number
}

/**
 * The retry policies that a call can name. Only reads may be repeated here: to repeat a write, one must know whether it
 * took effect.
 */
const RETRY_POLICIES = {
  none: { attempts: 1, kinds: [], statuses: [], baseMs: 0, capMs: 0, retryAfterCapMs: 0 },
  read: {
    attempts: 3,
    kinds: ['network'],
    statuses: [502, 503, 504],
    baseMs: 200,
    capMs: 2_000,
    retryAfterCapMs: 5_000,
  },
} as const satisfies Record<string, RetryRule>

export type RetryPolicy = keyof typeof RETRY_POLICIES

/** How an attempt ended: with a status, and the wait in ms that its `Retry-After` names, or without a response. */
export type Outcome = { status: number; retryAfterMs: number | undefined } | { kind: OutboundErrorKind }

/** Returns whether the policy allows repeating a call that received this HTTP status. */
export function mayRepeat(policy: RetryPolicy, status: number): boolean {
  const { statuses }: RetryRule = RETRY_POLICIES[policy]
  return statuses.includes(status)
}

/**
 * Returns the ms to wait before the next attempt. Undefined if the policy does not allow another attempt, or if the
 * host requests a longer wait than the policy allows. `attempt` is the number of the last attempt, counted from 1, and
 * `outcome` how it ended. `random` returns a number from 0 to 1 for the jitter.
 */
export function pauseBefore(policy: RetryPolicy, attempt: number, outcome: Outcome, random: () => number) {
  const rule: RetryRule = RETRY_POLICIES[policy]
  if (attempt >= rule.attempts) return undefined
  const backoff = random() * Math.min(rule.capMs, rule.baseMs * 2 ** (attempt - 1))
  if ('kind' in outcome) return rule.kinds.includes(outcome.kind) ? backoff : undefined
  if (!rule.statuses.includes(outcome.status)) return undefined
  if (outcome.retryAfterMs === undefined) return backoff
  return outcome.retryAfterMs <= rule.retryAfterCapMs ? outcome.retryAfterMs : undefined
}

/**
 * Returns the ms to wait according to a `Retry-After` header, which contains seconds or an HTTP date (0 for one that
 * has passed); undefined if it is missing or invalid. `now` is in ms since the epoch.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after (read 2026-11-20)
 */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Number(value.trim()) * 1000
  // `Date.parse` takes other numbers, such as 1.5, for dates. Those of HTTP have a time.
  // The obsolete form of C's asctime names no zone, which `Date.parse` takes for that of the machine; it is GMT.
  const text = /:\d\d \d{4}$/.test(value.trim()) ? `${value.trim()} GMT` : value
  const date = text.includes(':') ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
