import type { PricedOperation, Prices } from './prices.ts'

/** The charge for one call. */
interface BilledCall {
  at: string
  clientId: string
  /** The account whose token was used; null for an app-only token. */
  accountId: string | null
  operation: PricedOperation
  /** The number of charged resources or requests, without those charged earlier on the same UTC day. */
  units: number
  unitPrice: number
  /** The amount in US dollars. */
  amount: number
}

interface Charge {
  operation: PricedOperation
  clientId: string
  accountId: string | null
  /** The ids of the resources that were read. If omitted, one request is charged. */
  resources?: string[]
}

export interface Ledger {
  /** Adds an entry for a call, unless all of its resources were charged earlier on the same UTC day. */
  charge(charge: Charge): void
  entries(): BilledCall[]
  /** Returns the sum of all charges, in US dollars. */
  total(): number
  /** Returns the number of posts whose reading by an app was charged, keyed by UTC date (YYYY-MM-DD). */
  postsRead(clientId: string): Map<string, number>
  /** The objects whose data a snapshot stores and restores. */
  records: object
}

function toDollars(units: number, price: number): number {
  return Math.round(units * price * 1e6) / 1e6
}

/**
 * Creates an empty ledger of charges.
 * @param rules `prices`: US dollars, keyed by operation; `deduplicateReads`: whether reads of the same resource by the
 *   same app on the same UTC day are charged only once; `now`: returns the time in ms since the epoch
 */
export function createLedger(rules: { prices: Prices; deduplicateReads: boolean; now(): number }): Ledger {
  const billed: BilledCall[] = []
  const seen = new Set<string>()
  const fresh = (key: string) => {
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
  return {
    charge({ operation, clientId, accountId, resources }) {
      const at = new Date(rules.now()).toISOString()
      const day = at.slice(0, 10)
      const charged = rules.deduplicateReads
        ? resources?.filter((id) => fresh([clientId, operation, day, id].join(' ')))
        : resources
      const units = charged?.length ?? 1
      if (units === 0) return
      const unitPrice = rules.prices[operation]
      billed.push({ at, clientId, accountId, operation, units, unitPrice, amount: toDollars(units, unitPrice) })
    },
    records: { billed, seen },
    entries: () => billed.map((entry) => ({ ...entry })),
    total: () =>
      toDollars(
        billed.reduce((sum, { amount }) => sum + amount, 0),
        1,
      ),
    postsRead(clientId) {
      const days = new Map<string, number>()
      for (const { at, operation, units, ...entry } of billed) {
        if (operation !== 'posts.read' || entry.clientId !== clientId) continue
        const day = at.slice(0, 10)
        days.set(day, (days.get(day) ?? 0) + units)
      }
      return days
    },
  }
}
