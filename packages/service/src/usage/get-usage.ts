import { sumCharges } from '@carillon/database'
import { asDollars } from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import { inListTurn } from '../bounded-page.ts'
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

/**
 * Returns what a platform has charged for the organization's calls in a period, in US dollars, from Carillon's usage
 * ledger. The period consists of UTC days, by default from the first day of the month of `to` until today. Only a few
 * such reads of an organization run at the same time, as each adds up the rows of all profiles.
 * @throws ServiceError `invalid_request` if `from` is after `to`, `temporarily_unavailable` if too many lists of the
 *   organization are being read
 */
export const getUsage: UseCase<'usage.get'> = async (context, { grant, input, platform, signal }) => {
  const { from, to } = period(input.query, context.now())
  const { organizationId } = grant.scope
  const { operations, profiles, days } = await inListTurn(context, { grant, signal }, () =>
    sumCharges(context.db, { organizationId, platform, from, to }),
  )
  const total = days.reduce((sum, { amount }) => sum + amount, 0)
  return {
    status: 200,
    body: {
      platform,
      from,
      to,
      currency: 'USD',
      total: asDollars(total),
      operations: operations.map(({ operation, count, unitPrice }) => ({
        operation,
        count,
        unitPrice: asDollars(unitPrice),
        amount: asDollars(unitPrice * count),
      })),
      profiles: profiles.map(({ profileId, amount }) => ({ profileId, amount: asDollars(amount) })),
      daily: days.map(({ day, amount }) => ({ date: day, amount: asDollars(amount) })),
    },
  }
}
