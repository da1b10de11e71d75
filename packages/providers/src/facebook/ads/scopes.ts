import type { AdsPurpose } from '../../ports/ads.ts'

/**
 * The scopes that each purpose requires. `read` requires one of its two scopes; the other purposes require all of
 * theirs. Leads also require `pages_show_list` and `pages_read_engagement`, which every connected Page has. Without
 * `ads_management` Meta leaves the ad and the campaign of a lead out.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/get-started/authorization (read 2026-11-20)
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/guides/lead-ads/retrieving (read 2026-11-23)
 */
const needed: Record<Exclude<AdsPurpose, 'read'>, readonly string[]> = {
  write: ['ads_management'],
  businesses: ['business_management'],
  'create-account': ['business_management', 'ads_management'],
  leads: ['leads_retrieval', 'pages_manage_ads', 'ads_management'],
}

/** The scopes that a purpose lacks. For `read` this is the less powerful of the two scopes that suffice. */
export function missingAdsScopes(purpose: AdsPurpose, granted: readonly string[]): string[] {
  if (purpose === 'read') {
    return granted.includes('ads_read') || granted.includes('ads_management') ? [] : ['ads_read']
  }
  return needed[purpose].filter((scope) => !granted.includes(scope))
}
