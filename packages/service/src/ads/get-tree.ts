import { fullAdAccountId } from '@carillon/domain'
import type { UseCase } from '../request.ts'
import { adAccountFacts } from './ad-accounts.ts'
import { adsConnection, callAds } from './call-ads.ts'

/** The share of the read deadline after which reading stops and the part of the tree read so far is returned. */
const readingShare = 0.8

/**
 * Reads the campaigns of an ad account with their ad sets and ads from the network, as `campaignId` and
 * `effectiveStatus` select them. If the query has neither, archived and deleted campaigns are omitted. `complete` is
 * false if reading took more than 80 % of the read deadline; the response then contains what had been read.
 * @throws ServiceError `ad_account_not_found`, or `ad_object_not_found` if the account has no such campaign
 */
export const getTree: UseCase<'ads.tree.get'> = async (context, request) => {
  const { campaignId, effectiveStatus, ...query } = request.input.query
  const stop = AbortSignal.timeout(context.config.gateway.readDeadlineMs * readingShare)
  const connection = await adsConnection(context, request, 'read')
  const adAccountId = fullAdAccountId(query.adAccountId)
  const { currency } = await adAccountFacts(context, request, { connection, adAccountId })
  const wanted = {
    ...{ adAccountId, currency, campaignId: campaignId ?? null },
    effectiveStatus: effectiveStatus?.split(',') ?? null,
  }
  const tree = await callAds(context, request, connection, (port, call) => port.readTree(call, wanted, stop))
  return { status: 200, body: { ...tree, fetchedAt: context.now().toISOString() } }
}
