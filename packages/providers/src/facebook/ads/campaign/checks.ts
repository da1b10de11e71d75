import { ProviderError } from '../../../error-rules.ts'
import { idOf, objectOf, textOf } from '../../../json.ts'
import { requirePage } from '../../credentials.ts'
import { readAdAccount } from '../accounts.ts'
import { callAds } from '../client.ts'
import { missingIdentities } from './regional.ts'
import type { CampaignCall } from './state.ts'

function postNotFound(postId: string): ProviderError {
  return new ProviderError('post_not_found', `${postId} is not a post of the Page.`, 'rejected')
}

/**
 * Returns the id by which a creative references a post, after checking that the post is the Page's own, published and
 * eligible for promotion.
 * @throws ProviderError `post_not_found` if the post is not the Page's; `provider_rejected` if it is not published or
 *   not eligible
 * @see https://developers.facebook.com/docs/graph-api/reference/page-post (read 2026-11-20)
 */
async function requirePromotable(call: CampaignCall, postId: string): Promise<string> {
  const { pageId } = requirePage(call)
  if (!/^\d+_\d+$/.test(postId) || !postId.startsWith(`${pageId}_`)) throw postNotFound(postId)
  const post = await callAds(call, {
    purpose: 'write',
    adAccountId: null,
    absent: 'post_not_found',
    as: 'page',
    method: 'GET',
    path: `/${postId}`,
    operation: 'posts.get',
    query: { fields: 'id,from{id},is_published,is_eligible_for_promotion,promotable_id' },
  })
  const from = idOf(objectOf(post['from'])['id'])
  if (from !== null && from !== pageId) throw postNotFound(postId)
  if (post['is_published'] === false) throw rejected(`${postId} is not published and cannot be promoted.`)
  if (post['is_eligible_for_promotion'] === false) {
    throw rejected(`Facebook does not allow this post to be promoted: ${postId}.`)
  }
  const promotable = textOf(post['promotable_id'])
  return promotable !== null && /^\d+_\d+$/.test(promotable) ? promotable : postId
}

function rejected(message: string): ProviderError {
  return new ProviderError('provider_rejected', message, 'rejected')
}

const dayMs = 86_400_000

/**
 * Checks that a campaign with a daily budget runs for more than 24 hours. Meta rejects others (subcode 1487793).
 * @throws ProviderError `provider_rejected` if it does not
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/adsets (read 2026-11-23)
 */
function requireDuration({ input, now }: CampaignCall): void {
  const { budget, startTime, endTime } = input
  if (!('daily' in budget) || endTime === null) return
  const start = startTime === null ? now().getTime() : Date.parse(startTime)
  if (Date.parse(endTime) - start > dayMs) return
  throw rejected(
    'A campaign with dailyBudget must run for more than 24 hours: move endTime to a later time, or use lifetimeBudget.',
  )
}

function requireIdentities({ input }: CampaignCall): void {
  const missing = missingIdentities(input)
  if (missing !== null) throw rejected(missing)
}

/**
 * Returns the number of days by which Meta multiplies the minimum of a lifetime budget: the whole days of the schedule,
 * at least 1. Unverified: the rule, which is known from a copy of the page below, and whether Meta counts a day that is
 * not complete. Such a budget is left to Meta.
 * @see https://www.facebook.com/business/help/203183363050448
 */
function wholeDays({ input: { startTime, endTime }, now }: CampaignCall): number {
  const start = Math.max(now().getTime(), startTime === null ? 0 : Date.parse(startTime))
  return endTime === null ? 1 : Math.max(1, Math.floor((Date.parse(endTime) - start) / dayMs))
}

/**
 * Checks that the budget is not below the minimum of the ad account: `minDailyBudget` for each day.
 * @throws ProviderError `provider_rejected` with the field, the minimum and the budget; the error of reading the ad
 *   account
 */
async function requireBudget(call: CampaignCall): Promise<void> {
  const { adAccountId, budget } = call.input
  const { minDailyBudget, currency } = await readAdAccount(call, adAccountId)
  if (minDailyBudget === null) return
  const [field, amount, days] =
    'daily' in budget
      ? (['dailyBudget', budget.daily, 1] as const)
      : (['lifetimeBudget', budget.lifetime, wholeDays(call)] as const)
  const min = minDailyBudget * days
  if (amount >= min) return
  const reason =
    days === 1
      ? 'the minimum of this ad account'
      : `the minimum of this ad account, ${minDailyBudget} a day, for ${days} days`
  throw rejected(`${field} must be at least ${min} minor units of ${currency}, ${reason}; it is ${amount}.`)
}

const postsAtOnce = 4

/**
 * Checks what can be checked before anything is created: the verified advertisers that some countries require, the
 * duration, the budget and the posts. Reads the ad account and the posts from Meta for that. Returns the ids by which
 * creatives reference the posts, in the order of the posts.
 * @throws ProviderError `page_not_selected` without a Page, `ad_account_not_found`, `post_not_found` for a post that is
 *   not the Page's, and `provider_rejected` if one of the checks fails
 */
export async function checkCampaign(call: CampaignCall): Promise<string[]> {
  requirePage(call)
  requireIdentities(call)
  requireDuration(call)
  const { postIds } = call.input
  await requireBudget(call)
  const storyIds: string[] = []
  for (let start = 0; start < postIds.length; start += postsAtOnce) {
    const group = postIds.slice(start, start + postsAtOnce)
    storyIds.push(...(await Promise.all(group.map((postId) => requirePromotable(call, postId)))))
  }
  return storyIds
}
