import type { GraphCall } from '../../../meta/graph/call.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import type { Ad, AdAccount, AdSet } from '../../../meta/state/ads/records.ts'
import { badParameter, rejection } from '../rejections.ts'
import { requirePromotable } from './create-creative.ts'
import { isDryRun, readNewStatus, requireOpenAccount } from './reading.ts'

function adSetOf(account: AdAccount, { parameters, state }: GraphCall): AdSet {
  const adSet = state.ads.adSets.get(parameters.required('adset_id'))
  if (adSet?.adAccountId !== account.id) throw badParameter('adset_id', 'There is no such ad set in this ad account.')
  if (adSet.status === 'DELETED') throw rejection('deleted', 'adset_id')
  if (adSet.status === 'ARCHIVED') throw rejection('archived', 'adset_id')
  return adSet
}

/**
 * Checks that `promoted_object` of an ad set for posts (`ON_POST`) is a Page on which the user has a role. Meta checks
 * the same, as was seen live.
 * @throws GraphError with code 100 if not
 */
function requirePromotedObject({ destinationType, promotedObject }: AdSet, { state, token }: GraphCall): void {
  if (destinationType !== 'ON_POST') return
  const roles = state.people.get(token.grant.subjectId)?.roles ?? []
  if (!roles.some(({ pageId }) => pageId === promotedObject?.['page_id'])) throw rejection('noPromotedObject')
}

/**
 * Returns the id of the creative of a new ad. In a dry run, the creative may be given by `object_story_id` and not
 * exist yet; the result is then null.
 * @throws GraphError with code 100 for an unknown creative or a deleted post, with code 200 without the task
 *   `ADVERTISE`
 */
function creativeOf(account: AdAccount, call: GraphCall): string | null {
  const { parameters, state } = call
  const given = parameters.object('creative')
  if (isDryRun(call) && typeof given?.['object_story_id'] === 'string') {
    requirePromotable(given['object_story_id'], call)
    return null
  }
  const creative = state.ads.creatives.get(String(given?.['creative_id']))
  if (creative?.adAccountId !== account.id || creative.status === 'DELETED') {
    throw badParameter('creative', 'creative is {"creative_id": …} of a creative in this ad account.')
  }
  if (!state.pagePosts.has(creative.objectStoryId)) throw rejection('noPost', 'creative')
  return creative.id
}

/**
 * Handles `POST /act_{id}/ads`: creates an ad, which then goes to review, and returns its id. With `validate_only` in
 * `execution_options`, only checks the parameters and returns `{success: true}`.
 * @throws GraphError if the ad account is disabled or a parameter is invalid
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/ads (read 2026-11-20)
 */
export function createAd(account: AdAccount, call: GraphCall): unknown {
  const { parameters, state } = call
  requireOpenAccount(account)
  allowOnly(parameters, [
    ...['name', 'adset_id', 'creative', 'status', 'bid_amount', 'tracking_specs', 'conversion_domain'],
    ...['display_sequence', 'priority', 'execution_options'],
  ])
  const name = parameters.required('name')
  const adSet = adSetOf(account, call)
  requirePromotedObject(adSet, call)
  const creativeId = creativeOf(account, call)
  const status = readNewStatus(parameters)
  if (isDryRun(call) || creativeId === null) return { success: true }
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
