import { decodeSegment } from './graph/decode-segment.ts'
import type { UsageSubject } from './graph/usage.ts'
import type { State } from './state/state.ts'

export type AdsUseCase = 'ads_management' | 'ads_insights'

/**
 * Returns the rate limit of the Marketing API that a call counts towards: `ads_insights` if its path ends in
 * `/insights`, otherwise `ads_management`.
 */
export function useCaseOf(path: string): AdsUseCase {
  return /\/insights$/.test(path) ? 'ads_insights' : 'ads_management'
}

/**
 * Returns the ad account (its id without `act_`) whose rate limit a call counts towards, or the Page if the call is
 * about a lead form or lead; undefined if the path contains no id of an ads object.
 */
export function adsTargetOf(path: string, { ads }: State): UsageSubject | undefined {
  for (const id of path.split('/').map(decodeSegment)) {
    const form = ads.forms.get(id) ?? ads.forms.get(ads.leads.get(id)?.formId ?? '')
    if (form !== undefined) return { id: form.pageId, type: 'leadgen' }
    const node =
      ads.campaigns.get(id) ?? ads.adSets.get(id) ?? ads.ads.get(id) ?? ads.creatives.get(id) ?? ads.reports.get(id)
    const accountId = node?.adAccountId ?? (id.startsWith('act_') ? id : undefined)
    if (accountId !== undefined) return { id: accountId.replace('act_', ''), type: useCaseOf(path) }
  }
  return undefined
}
