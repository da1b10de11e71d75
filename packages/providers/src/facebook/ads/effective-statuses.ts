import { type AdObjectKind, campaignStatuses } from '@carillon/domain'

const ofCampaigns = campaignStatuses.map((state) => state.toUpperCase())
const ofAdSets = [...ofCampaigns, 'CAMPAIGN_PAUSED']
const ofAds = [...ofAdSets, ...['ADSET_PAUSED', 'PENDING_REVIEW', 'DISAPPROVED', 'PREAPPROVED', 'PENDING_BILLING_INFO']]

/**
 * All values of Meta's `effective_status`, keyed by the kind of object. Archived and deleted objects are listed, and
 * have rows in insights, only if their status is requested.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ad-account/campaigns (read
 *   2026-11-28)
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/best-practices/manage-your-ad-object-status
 *   (read 2026-11-29)
 */
export const effectiveStatuses: Readonly<Record<AdObjectKind, readonly string[]>> = {
  campaign: ofCampaigns,
  adset: ofAdSets,
  ad: ofAds,
}
