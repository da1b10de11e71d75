import { findAdReport, keepAdReport } from '@carillon/database'
import { fullAdAccountId, insightsDays } from '@carillon/domain'
import type { ReportMemory } from '@carillon/providers'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { adAccountFacts } from './ad-accounts.ts'
import { adsConnection, callAds } from './call-ads.ts'

/** Milliseconds for which later requests can resume waiting for a report that the platform prepares. */
const reportMs = 60 * 60_000

/**
 * Reads daily ad insights from the network. If the network prepares a report and is not done in time, the request fails
 * with `provider_error`; the report's id is stored for an hour, so that an equal request continues to wait for the same
 * report.
 * @throws ServiceError `invalid_request` for days after yesterday or too long ago, `ad_account_not_found`,
 *   `ad_object_not_found` if the account has no campaign `campaignId`
 */
export const getInsights: UseCase<'ads.insights.get'> = async (context, request) => {
  const { level = 'account', startDate, endDate, campaignId, ...query } = request.input.query
  const connection = await adsConnection(context, request, 'read')
  const adAccountId = fullAdAccountId(query.adAccountId)
  const { currency, timezone } = await adAccountFacts(context, request, { connection, adAccountId })
  const requested = { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) }
  const days = insightsDays(requested, timezone, context.now())
  const wanted = { adAccountId, level, ...days, campaignId: campaignId ?? null }
  const report = await reportMemory(context, connection.account.id, JSON.stringify(wanted))
  const rows = await callAds(context, request, connection, (port, call) => port.readInsights(call, wanted, report))
  const fetchedAt = context.now().toISOString()
  return { status: 200, body: { adAccountId, level, ...days, currency, timezone, rows, fetchedAt } }
}

async function reportMemory(context: Context, accountId: string, query: string): Promise<ReportMemory> {
  const since = new Date(context.now().getTime() - reportMs)
  return {
    runId: await findAdReport(context.db, { accountId, query, since }),
    keep: (runId) => keepAdReport(context.db, { accountId, query, runId, now: context.now() }),
  }
}
