import type { GraphCall } from '../../../meta/graph/call.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import type { Ad, AdAccount, AdSet } from '../records.ts'
import { badParameter, rejection } from '../rejections.ts'
import { isDryRun, readNewStatus, requireOpenAccount } from './reading.ts'

function adSetOf(account: AdAccount, { parameters, state }: GraphCall): AdSet {
  const adSet = state.ads.adSets.get(parameters.required('adset_id'))
  if (adSet?.adAccountId !== account.id) throw badParameter('adset_id', 'There is no such ad set in this ad account.')
  if (adSet.status === 'DELETED') throw rejection('deleted', 'adset_id')
  if (adSet.status === 'ARCHIVED') throw rejection('archived', 'adset_id')
  return adSet
}

function creativeOf(account: AdAccount, { parameters, state }: GraphCall): string {
  const creative = state.ads.creatives.get(String(parameters.object('creative')?.['creative_id']))
  if (creative?.adAccountId !== account.id || creative.status === 'DELETED') {
    throw badParameter('creative', 'creative is {"creative_id": …} of a creative in this ad account.')
  }
  if (!state.pagePosts.has(creative.objectStoryId)) throw rejection('noPost', 'creative')
  return creative.id
}

/** `POST /act_{id}/ads`; the new ad goes to review. @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/ads (read 2026-11-20) */
export function createAd(account: AdAccount, call: GraphCall): unknown {
  const { parameters, state } = call
  requireOpenAccount(account)
  allowOnly(parameters, [
    ...['name', 'adset_id', 'creative', 'status', 'bid_amount', 'tracking_specs', 'conversion_domain'],
    ...['display_sequence', 'priority', 'execution_options'],
  ])
  const name = parameters.required('name')
  const adSet = adSetOf(account, call)
  const creativeId = creativeOf(account, call)
  const status = readNewStatus(parameters)
  if (isDryRun(call)) return { success: true }
  const now = state.now()
  const ad: Ad = {
    id: state.nextId('1202', 17),
    adAccountId: account.id,
    campaignId: adSet.campaignId,
    adSetId: adSet.id,
    creativeId,
    name,
    status,
    createdAt: now,
    updatedAt: now,
    review: { decidedAt: now + state.ads.settings.reviewMs, broken: null },
    delivery: null,
  }
  state.ads.ads.set(ad.id, ad)
  return { id: ad.id }
}
