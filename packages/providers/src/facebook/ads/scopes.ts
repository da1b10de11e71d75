import type { AdsPurpose } from '../../ports/ads.ts'

/**
 * The scopes that each purpose needs. `read` needs one of its two; the others need all of theirs. Leads need two more that
 * every connected Page has been granted: `pages_show_list` and `pages_read_engagement`.
 *
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/get-started/authorization (read 2026-11-20)
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/guides/lead-ads/retrieving (read 2026-11-20)
 */
const needed: Record<Exclude<AdsPurpose, 'read'>, readonly string[]> = {
  write: ['ads_management'],
  businesses: ['business_management'],
  'create-account': ['business_management', 'ads_management'],
  leads: ['leads_retrieval', 'pages_manage_ads'],
}

/** The scopes that a purpose lacks; for reading, the narrower of the two that are enough. */
export function missingAdsScopes(purpose: AdsPurpose, granted: readonly string[]): string[] {
  if (purpose === 'read') {
    return granted.includes('ads_read') || granted.includes('ads_management') ? [] : ['ads_read']
  }
  return needed[purpose].filter((scope) => !granted.includes(scope))
}
