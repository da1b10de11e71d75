import type { AdsBook } from '../../../meta/state/ads/book.ts'
import type { Ad, AdSet, Campaign, SetStatus } from '../../../meta/state/ads/records.ts'

const GONE: SetStatus[] = ['DELETED', 'ARCHIVED']

/**
 * Returns the status of the nearest deleted or archived object in a chain of an object and its parents; undefined if
 * none exists.
 */
function goneWith(...chain: ({ status: SetStatus } | undefined)[]): SetStatus | undefined {
  return chain.find((node) => node !== undefined && GONE.includes(node.status))?.status
}

/**
 * Returns the effective status of an ad set, the first that applies: `DELETED` or `ARCHIVED` (the ad set or its
 * campaign), `PAUSED`, `CAMPAIGN_PAUSED`, `ACTIVE`.
 */
export function effectiveOfAdSet(book: AdsBook, adSet: AdSet): string {
  const campaign = book.campaigns.get(adSet.campaignId)
  const gone = goneWith(adSet, campaign)
  if (gone !== undefined) return gone
  if (adSet.status === 'PAUSED') return 'PAUSED'
  return campaign?.status === 'PAUSED' ? 'CAMPAIGN_PAUSED' : 'ACTIVE'
}

/** Returns the effective status of a campaign: the status that was set, as its ad sets and ads do not affect it. */
export function effectiveOfCampaign({ status }: Campaign): string {
  return status
}

/**
 * Returns the effective status of an ad at `now` (ms since the epoch), the first that applies: `DELETED` or `ARCHIVED`
 * (the ad, its ad set or its campaign), `PENDING_REVIEW`, `DISAPPROVED`, `PENDING_BILLING_INFO` (the ad account has no
 * payment method), `PAUSED`, `ADSET_PAUSED`, `CAMPAIGN_PAUSED`, `ACTIVE`.
 */
export function effectiveOfAd(book: AdsBook, ad: Ad, now: number): string {
  const adSet = book.adSets.get(ad.adSetId)
  const campaign = book.campaigns.get(ad.campaignId)
  const gone = goneWith(ad, adSet, campaign)
  if (gone !== undefined) return gone
  if (now < ad.review.decidedAt) return 'PENDING_REVIEW'
  if (ad.review.broken !== null) return 'DISAPPROVED'
  if (book.adAccounts.get(ad.adAccountId)?.funded === false) return 'PENDING_BILLING_INFO'
  if (ad.status === 'PAUSED') return 'PAUSED'
  if (adSet?.status === 'PAUSED') return 'ADSET_PAUSED'
  return campaign?.status === 'PAUSED' ? 'CAMPAIGN_PAUSED' : 'ACTIVE'
}

/**
 * Returns the time (ms since the epoch) since which an active ad has been active: the latest of its review and the last
 * changes of the ad, its ad set and its campaign.
 */
function activeSince(book: AdsBook, ad: Ad): number {
  const nodes = [ad, book.adSets.get(ad.adSetId), book.campaigns.get(ad.campaignId)]
  return Math.max(ad.review.decidedAt, ...nodes.map((node) => node?.updatedAt ?? 0))
}

/**
 * Starts the delivery of ads whose effective status at `now` (ms since the epoch) is `ACTIVE`, and ends that of all
 * others, by changing `delivery` of the ads. Has to be called before metrics are read, and before and after a change of
 * status or review. When an ad becomes active again, a new time span begins.
 */
export function settleDelivery(book: AdsBook, now: number): void {
  for (const ad of book.ads.values()) {
    const runs = ad.delivery !== null && ad.delivery.until === null
    // Skips ads that never ran and are not active: most ads of a large tree.
    if (!runs && ad.status !== 'ACTIVE') continue
    const active = effectiveOfAd(book, ad, now) === 'ACTIVE'
    if (active && ad.delivery === null) ad.delivery = { from: activeSince(book, ad), until: null }
    else if (active && !runs && ad.delivery !== null) {
      ad.earlierDelivery = [...(ad.earlierDelivery ?? []), ad.delivery]
      ad.delivery = { from: Math.max(activeSince(book, ad), ad.delivery.until ?? now), until: null }
    } else if (!active && runs && ad.delivery !== null) ad.delivery.until = now
  }
}
