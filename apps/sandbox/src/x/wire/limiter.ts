import type { Limit, Limits } from './limits.ts'

interface Window {
  limit: number
  remaining: number
  /** When the window ends, in seconds since the epoch. */
  reset: number
}

/** The limiter's decision about a call: whether it is allowed, and the rate limit headers of the response. */
interface Allowance {
  allowed: boolean
  headers: Record<string, string>
}

interface Subject {
  operation: string
  clientId: string
  accountId: string | null
}

export interface Limiter {
  /** The windows that have begun, keyed by operation and by user or app. `endsAt` is in ms since the epoch. */
  windows: Map<string, { used: number; endsAt: number }>
  /** Decides on a call and counts it if it is allowed. */
  take(subject: Subject): Allowance
  /**
   * Returns rate limit headers without counting a call: with a whole limit left (`all`) for callers that are not
   * authenticated and for other injected faults, or with nothing left (`none`) for an injected throttle. Empty for an
   * operation without a limit.
   */
  headers(operation: string, remaining: 'all' | 'none'): Record<string, string>
}

const DAY = 24 * 60 * 60_000

function headersOf({ limit, remaining, reset }: Window, prefix = 'x-rate-limit'): Record<string, string> {
  return { [`${prefix}-limit`]: `${limit}`, [`${prefix}-remaining`]: `${remaining}`, [`${prefix}-reset`]: `${reset}` }
}

/**
 * Creates a rate limiter. Each operation is counted for each user and for each app, in windows of `windowMs` ms that
 * begin with the first call after the previous window. Operations without a row in `limits` are not limited.
 * @param now returns the time in ms since the epoch
 */
export function createLimiter(limits: Limits, now: () => number): Limiter {
  const windows: Limiter['windows'] = new Map()

  function open(key: string, limit: Limit) {
    const found = windows.get(key)
    if (found !== undefined && found.endsAt > now()) return found
    const fresh = { used: 0, endsAt: now() + limit.windowMs }
    windows.set(key, fresh)
    return fresh
  }

  function rowsFor({ operation, clientId, accountId }: Subject) {
    const { user, app } = limits[operation] ?? {}
    return [
      ...(user === undefined || accountId === null ? [] : [{ limit: user, key: `${operation} user ${accountId}` }]),
      ...(app === undefined ? [] : [{ limit: app, key: `${operation} app ${clientId}` }]),
    ]
  }

  return {
    windows,
    take(subject) {
      const counted = rowsFor(subject).map(({ limit, key }) => ({ limit, window: open(key, limit) }))
      const allowed = counted.every(({ limit, window }) => window.used < limit.calls)
      const seen = counted.map(({ limit, window }) => {
        if (allowed) window.used += 1
        const reset = Math.ceil(window.endsAt / 1000)
        return { daily: limit.windowMs === DAY, limit: limit.calls, remaining: limit.calls - window.used, reset }
      })
      const short = seen.filter(({ daily }) => !daily)
      const main = (allowed ? undefined : short.find(({ remaining }) => remaining === 0)) ?? short[0]
      const day = seen.find(({ daily }) => daily)
      const headers = {
        ...(main === undefined ? {} : headersOf(main)),
        ...(day === undefined ? {} : headersOf(day, 'x-app-limit-24hour')),
      }
      return { allowed, headers }
    },
    headers(operation, remaining) {
      const { user, app } = limits[operation] ?? {}
      const limit = user ?? app
      if (limit === undefined) return {}
      const reset = Math.ceil((now() + limit.windowMs) / 1000)
      return headersOf({ limit: limit.calls, remaining: remaining === 'all' ? limit.calls : 0, reset })
    },
  }
}
