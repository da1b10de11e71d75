import { fullAdAccountId } from '@carillon/domain'
import type { UseCase } from '../request.ts'
import { adsConnection, callAds } from './call-ads.ts'

/**
 * Deletes a campaign with its ad sets and ads at the network.
 * @throws ServiceError `ad_object_not_found`, or `ad_account_not_found` if the connection has no access to the ad
 *   account
 */
export const deleteCampaign: UseCase<'ads.campaigns.delete'> = async (context, request) => {
  const connection = await adsConnection(context, request, 'write')
  const { campaignId } = request.input.params
  const target = { adAccountId: fullAdAccountId(request.input.query.adAccountId), campaignId }
  await callAds(context, request, connection, (port, call) => port.deleteCampaign(call, target))
  return { status: 204 }
}

/**
 * Activates, pauses or archives a campaign, ad set or ad at the network.
 * @throws ServiceError `ad_object_not_found`, or `ad_account_not_found` if the connection has no access to the ad
 *   account
 */
export const updateAdStatus: UseCase<'ads.status.update'> = async (context, request) => {
  const connection = await adsConnection(context, request, 'write')
  const { adAccountId, id, status } = request.input.body
  const target = { adAccountId: fullAdAccountId(adAccountId), id, status }
  const body = await callAds(context, request, connection, (port, call) => port.setStatus(call, target))
  return { status: 200, body }
}
