import type { CallContext, JsonObject } from '../call-context.ts'
import type { WritePort } from './write.ts'

/** Money is a whole number of the currency's minor unit; ids of ad accounts carry `act_`; times are ISO 8601. */
export interface AdAccountChange {
  name?: string
  /** Null removes the cap. */
  spendCap?: number | null
  resetSpend?: true
  endAdvertiser?: string
  mediaAgency?: string
  partner?: string
  dsaBeneficiary?: string
  dsaPayor?: string
}

export interface NewAdAccount {
  businessId: string
  name: string
  currency: string
  timezoneId: number
  endAdvertiser: string
  mediaAgency: string
  partner: string
}

export type InsightsLevel = 'account' | 'campaign' | 'adset' | 'ad'

export interface InsightsQuery {
  adAccountId: string
  level: InsightsLevel
  /** Both inclusive, YYYY-MM-DD in the ad account's time zone. */
  startDate: string
  endDate: string
  campaignId: string | null
}

export interface NewCampaign {
  adAccountId: string
  name: string
  /** Ids of the Page's posts, one ad for each. */
  postIds: readonly string[]
  budget: { daily: number } | { lifetime: number; endTime: string }
  countries: readonly string[]
  startTime: string | null
  endTime: string | null
  ageMin: number
  ageMax: number
  specialAdCategories: readonly string[]
  status: 'paused' | 'active'
  dsaBeneficiary: string | null
  dsaPayor: string | null
}

export type AdObjectStatus = 'active' | 'paused' | 'archived'

/**
 * Advertising, one function for each operation; the results are the fields of the operation's response without `fetchedAt`
 * and are narrowed by the schemas of the operations. All throw `ads_permission_required` with `details.missingScopes` before
 * any call, `ad_account_not_found`, `ad_object_not_found`, `provider_rejected` with the network's explanation, and
 * `rate_limited` with `details.limit` (`app` or `ad_account`).
 */
export interface AdsPort<Credentials = unknown> {
  listAdAccounts(call: CallContext<Credentials>): Promise<object[]>
  createAdAccount(call: CallContext<Credentials>, input: NewAdAccount): Promise<object>
  readAdAccount(call: CallContext<Credentials>, adAccountId: string): Promise<object>
  updateAdAccount(call: CallContext<Credentials>, adAccountId: string, change: AdAccountChange): Promise<object>
  listBusinesses(call: CallContext<Credentials>): Promise<object[]>
  readTree(
    call: CallContext<Credentials>,
    query: { adAccountId: string; campaignId: string | null; effectiveStatus: readonly string[] | null },
  ): Promise<object>
  readInsights(call: CallContext<Credentials>, query: InsightsQuery): Promise<object>
  /** Undoes its own steps when a later one is rejected; what could not be deleted is named in `details.leftovers`. */
  createCampaign: WritePort<NewCampaign, JsonObject, object, Credentials>
  deleteCampaign(call: CallContext<Credentials>, target: { adAccountId: string; campaignId: string }): Promise<void>
  setStatus(
    call: CallContext<Credentials>,
    target: { adAccountId: string; id: string; status: AdObjectStatus },
  ): Promise<object>
  listLeads(
    call: CallContext<Credentials>,
    query: { formId: string | null; since: string | null; cursor: string | null },
  ): Promise<object>
}
