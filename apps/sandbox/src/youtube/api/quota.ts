import { pacificCalendar } from '../../figures/calendar.ts'
import { analyticsQuotaExceeded } from '../errors/analytics-errors.ts'
import { type GoogleError, reject, uploadsExceeded } from '../errors/google-error.ts'
import type { Method } from './methods.ts'

/** The use of a project's quotas, or their limits, for one day in Pacific time. */
export interface Allowance {
  units: number
  uploads: number
  /** The number of report queries. */
  analytics: number
}

export interface Quota {
  /** Charges a call to its quota. Throws a `GoogleError` if the rest of the quota is too small. */
  charge(clientId: string, method: Method): void
  /** Returns what each client has used today, keyed by client id. */
  spent(): Record<string, Allowance & { day: string }>
  /** The objects whose data a snapshot stores and restores. */
  records: object
}

const rejections: Record<keyof Allowance, () => GoogleError> = {
  units: () => reject('quotaExceeded'),
  uploads: uploadsExceeded,
  analytics: analyticsQuotaExceeded,
}

/**
 * Creates the three daily quotas, counted for each client id: units of the Data API, starts of uploads, and queries of
 * Analytics. `allowance` contains their limits.
 * @see https://developers.google.com/youtube/v3/determine_quota_cost (read 2026-11-20)
 */
export function createQuota({ now, allowance }: { now(): number; allowance: Allowance }): Quota {
  const accounts = new Map<string, Allowance & { day: string }>()

  function today(clientId: string): Allowance & { day: string } {
    const day = pacificCalendar.dayOf(now())
    const account = accounts.get(clientId)
    if (account?.day === day) return account
    const fresh = { day, units: 0, uploads: 0, analytics: 0 }
    accounts.set(clientId, fresh)
    return fresh
  }

  return {
    records: { accounts },
    charge(clientId, { bucket, cost }) {
      const account = today(clientId)
      if (account[bucket] + cost > allowance[bucket]) throw rejections[bucket]()
      account[bucket] += cost
    },
    spent: () => Object.fromEntries([...accounts.keys()].map((clientId) => [clientId, { ...today(clientId) }])),
  }
}
