import { type ChargeSum, sumCharges } from '@carillon/database'
import { asDollars } from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import type { UseCase } from '../request.ts'

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/**
 * Returns the requested days: `to` defaults to today (UTC), `from` to the first day of the month of `to`.
 * @throws ServiceError `invalid_request` if `from` is after `to`
 */
function period(query: { from?: string; to?: string }, now: Date): { from: string; to: string } {
  const to = query.to ?? dayOf(now)
  const from = query.from ?? `${to.slice(0, 7)}-01`
  if (from <= to) return { from, to }
  throw fieldError({ path: ['from'], message: `${from} is after to, ${to}` })
}

function amountsBy<K extends string>(sums: readonly ChargeSum[], key: (sum: ChargeSum) => K): Map<K, number> {
  const amounts = new Map<K, number>()
  for (const sum of sums) amounts.set(key(sum), (amounts.get(key(sum)) ?? 0) + sum.count * sum.unitPrice)
  return amounts
}

function operationsOf(sums: readonly ChargeSum[]) {
  const rows = new Map<string, { operation: string; count: number; unitPrice: number }>()
  for (const { operation, unitPrice, count } of sums) {
    const name = `${operation}@${unitPrice}`
    rows.set(name, { operation, unitPrice, count: count + (rows.get(name)?.count ?? 0) })
  }
  return [...rows.values()].map(({ operation, count, unitPrice }) => ({
    operation,
    count,
    unitPrice: asDollars(unitPrice),
    amount: asDollars(unitPrice * count),
  }))
}

/**
 * Returns what a platform has charged for the organization's calls in a period, in US dollars, from Carillon's usage
 * ledger. The period consists of UTC days, by default from the first day of the month of `to` until today.
 * @throws ServiceError `invalid_request` if `from` is after `to`
 */
export const getUsage: UseCase<'usage.get'> = async (context, { grant, input, platform }) => {
  const { from, to } = period(input.query, context.now())
  const sums = await sumCharges(context.db, {
    organizationId: grant.scope.organizationId,
    platform,
    from,
    to,
  })
  const total = sums.reduce((sum, { count, unitPrice }) => sum + count * unitPrice, 0)
  const byProfile = amountsBy(sums, (sum) => sum.profileId)
  const byDay = amountsBy(sums, (sum) => sum.day)
  return {
    status: 200,
    body: {
      platform,
      from,
      to,
      currency: 'USD',
      total: asDollars(total),
      operations: operationsOf(sums),
      profiles: [...byProfile].map(([profileId, amount]) => ({ profileId, amount: asDollars(amount) })),
      daily: [...byDay].map(([date, amount]) => ({ date, amount: asDollars(amount) })),
    },
  }
}
