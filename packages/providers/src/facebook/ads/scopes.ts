import type { AdsPurpose } from '../../ports/ads.ts'

/**
 * The scopes that each purpose requires, all of them. (`read` requires one of two scopes instead.) Leads also require
 * `pages_show_list` and `pages_read_engagement`, which every connected Page has. Without `ads_management`, Meta omits
 * the ad and the campaign of a lead.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/get-started/authorization (read
 *   2026-11-20)
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/guides/lead-ads/retrieving (read
 *   2026-11-23)
 */
const needed: Record<Exclude<AdsPurpose, 'read'>, readonly string[]> = {
  write: ['ads_management'],
  businesses: ['business_management'],
  'create-account': ['business_management', 'ads_management'],
  leads: ['leads_retrieval', 'pages_manage_ads', 'ads_management'],
}

/**
 * Returns the scopes that `purpose` needs and that were not granted; an empty list if none is missing. `read` needs one
 * of `ads_read` and `ads_management`; without either, `ads_read` is returned.
 */
export function missingAdsScopes(purpose: AdsPurpose, granted: readonly string[]): string[] {
  if (purpose === 'read') {
    return granted.includes('ads_read') || granted.includes('ads_management') ? [] : ['ads_read']
  }
  return needed[purpose].filter((scope) => !granted.includes(scope))
}
