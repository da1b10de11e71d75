import type { State } from '../../meta/state/state.ts'
import { daysOf, figuresOf } from './insights/figures.ts'
import { effectiveOfAd, effectiveOfAdSet, effectiveOfCampaign, settleDelivery } from './tree/status.ts'
import { dateOfDay, zoneName } from './zones.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))

/**
 * The number of days before the last day of an ad for which the state shows metrics, besides that day: a few more than
 * most reports request.
 */
const SHOWN_DAYS = 35

function figures({ ads, now }: State): Record<string, unknown>[] {
  return [...ads.ads.values()].flatMap((ad) => {
    const account = ads.adAccounts.get(ad.adAccountId)
    if (account === undefined) return []
    const spans = daysOf(ads, ad, account, now())
    const oldest = (spans.at(-1)?.last ?? 0) - SHOWN_DAYS
    const found: Record<string, unknown>[] = []
    for (const { first, last } of spans) {
      for (let day = Math.max(first, oldest); day <= last; day += 1) {
        const of = figuresOf(ad, day, account)
        const { id: adId, adSetId, campaignId, adAccountId } = ad
        if (of !== undefined) found.push({ date: dateOfDay(day), adId, adSetId, campaignId, adAccountId, ...of })
      }
    }
    return found
  })
}

/**
 * Returns the businesses, ad accounts, campaigns, ad sets, ads, creatives, lead forms, leads and daily metrics of ads
 * as `GET /state/facebook` shows them. Amounts are in minor units. First updates the delivery of all ads to the
 * present.
 */
export function adsState(state: State): Record<string, unknown[]> {
  const { ads } = state
  settleDelivery(ads, state.now())
  return {
    businesses: [...state.businesses.values()].map(({ createdAt, ...rest }) => ({
      ...rest,
      createdAt: iso(createdAt),
    })),
    adAccounts: [...ads.adAccounts.values()].map(({ capChanges: _changes, createdAt, ...rest }) => ({
      ...rest,
      timezone: zoneName(rest.timezoneId),
      createdAt: iso(createdAt),
    })),
    campaigns: [...ads.campaigns.values()].map((campaign) => ({
      ...campaign,
      effectiveStatus: effectiveOfCampaign(campaign),
      startTime: iso(campaign.startTime),
      stopTime: isoOrNull(campaign.stopTime),
      createdAt: iso(campaign.createdAt),
      updatedAt: iso(campaign.updatedAt),
    })),
    adSets: [...ads.adSets.values()].map(({ budgetChanges: _changes, ...adSet }) => ({
      ...adSet,
      effectiveStatus: effectiveOfAdSet(ads, { ...adSet, budgetChanges: [] }),
      startTime: iso(adSet.startTime),
      endTime: isoOrNull(adSet.endTime),
      createdAt: iso(adSet.createdAt),
      updatedAt: iso(adSet.updatedAt),
    })),
    ads: [...ads.ads.values()].map(({ delivery, earlierDelivery: _earlier, review, ...ad }) => ({
      ...ad,
      effectiveStatus: effectiveOfAd(ads, { ...ad, delivery, review }, state.now()),
      reviewedAt: iso(review.decidedAt),
      brokenPolicy: review.broken,
      runs: delivery && { from: iso(delivery.from), until: isoOrNull(delivery.until) },
      postId: ads.creatives.get(ad.creativeId)?.objectStoryId ?? null,
      createdAt: iso(ad.createdAt),
      updatedAt: iso(ad.updatedAt),
    })),
    creatives: [...ads.creatives.values()].map(({ createdAt, ...rest }) => ({ ...rest, createdAt: iso(createdAt) })),
    forms: [...ads.forms.values()].map(({ createdAt, ...rest }) => ({ ...rest, createdAt: iso(createdAt) })),
    leads: [...ads.leads.values()].map(({ createdAt, ...rest }) => ({
      ...rest,
      isOrganic: rest.adId === null,
      createdAt: iso(createdAt),
    })),
    insights: figures(state),
  }
}
