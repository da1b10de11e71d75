import type {
  AdAccount,
  AdObjectStatus,
  AdStatus,
  AdTree,
  Business,
  CreatedCampaign,
  InsightsLevel,
  InsightsRow,
  Lead,
  LeadForm,
  RegionalIdentities,
} from '@carillon/domain'
import type { CallContext, JsonObject } from '../call-context.ts'
import type { WritePort } from './write.ts'

/** The purpose of an advertising operation. Each purpose needs its own set of scopes. */
export type AdsPurpose = 'read' | 'write' | 'businesses' | 'create-account' | 'leads'

/**
 * The changes to an ad account. Omitted fields keep their value. Amounts of money are whole numbers of the currency's
 * minor unit, such as cents.
 */
export interface AdAccountChange {
  name?: string
  /** The maximum that the ad account may ever spend. Null removes the cap. */
  spendCap?: number | null
  /** Counts the spending towards the cap from 0 again; not sent together with a `spendCap` of null. */
  resetSpend?: true
  /**
   * The id of the advertiser's Page or app, or a word of the network for none; `mediaAgency` and `partner` likewise.
   */
  endAdvertiser?: string
  mediaAgency?: string
  partner?: string
  /** Who benefits from the ads of campaigns that name no beneficiary. */
  dsaBeneficiary?: string
  /** Who pays for the ads of campaigns that name no payer. */
  dsaPayor?: string
}

export interface NewAdAccount {
  businessId: string
  name: string
  /** ISO 4217. */
  currency: string
  /** The network's number of the time zone. */
  timezoneId: number
  /**
   * The id of the advertiser's Page or app, or a word of the network for none; `mediaAgency` and `partner` likewise.
   */
  endAdvertiser: string
  mediaAgency: string
  partner: string
}

export interface TreeQuery {
  adAccountId: string
  /** The ad account's currency, which the tree repeats. */
  currency: string
  /** Null for all campaigns. */
  campaignId: string | null
  /**
   * Effective statuses of campaigns in lower case; null for any status if `campaignId` is set, otherwise for all but
   * archived and deleted ones.
   */
  effectiveStatus: readonly string[] | null
}

export interface InsightsQuery {
  adAccountId: string
  level: InsightsLevel
  /** The first day, YYYY-MM-DD in the ad account's time zone. `startDate` and `endDate` are both inclusive. */
  startDate: string
  endDate: string
  /** Null for the whole ad account. */
  campaignId: string | null
}

export interface NewCampaign {
  adAccountId: string
  name: string
  /** The network's ids of the Page's posts to advertise. One ad is created for each. */
  postIds: readonly string[]
  budget: { daily: number } | { lifetime: number }
  countries: readonly string[]
  /** Null starts the campaign once it is active, a null `endTime` does not end it. */
  startTime: string | null
  endTime: string | null
  /** The youngest age that is reached, in years; `ageMax` is the oldest one, and 65 includes all that are older. */
  ageMin: number
  ageMax: number
  specialAdCategories: readonly string[]
  status: 'paused' | 'active'
  /** Null for the ad account's default, as for `dsaPayor`. */
  dsaBeneficiary: string | null
  dsaPayor: string | null
  /** The verified identities of advertisers that some countries require; omitted if the client sent none. */
  regionalIdentities?: RegionalIdentities
}

export interface LeadPage {
  /** All lead forms of the Page, also if only the leads of one are read. */
  forms: LeadForm[]
  /** The leads, newest first. */
  leads: Lead[]
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null
}

/**
 * Remembers the id of a report that the network prepares in the background, so that the next read of the same query
 * continues with that report instead of starting another. The service stores the id. A read whose signal aborts while
 * it waits for the report fails with `provider_error`, and the id stays stored.
 */
export interface ReportMemory {
  /** The network's id of the report that an earlier read of the same query started; null if no report is pending. */
  runId: string | null
  /** Stores the id of a started report; null deletes the stored id, after the report was read or has failed. */
  keep(runId: string | null): Promise<void>
}

/**
 * The advertising functions of a network's adapter. The service calls `missingScopes` before any other function and
 * rejects with `ads_permission_required` if a scope is missing. The other functions may throw `ad_account_not_found`,
 * `ad_object_not_found`, `provider_rejected` with the network's explanation, `rate_limited` with `details.limit` (`app`
 * or `ad_account`) and `details.retryAfterSeconds`, and `ads_permission_required` if the user has withdrawn a scope.
 * Ids are the network's; those of ad accounts begin with `act_`. Times are ISO 8601; budgets and spend caps are whole
 * numbers of the currency's minor unit, such as cents.
 */
export interface AdsPort<Credentials = unknown> {
  /**
   * Returns the scopes that `purpose` needs and `granted` lacks; an empty list if nothing is missing. Makes no call.
   */
  missingScopes(purpose: AdsPurpose, granted: readonly string[]): string[]
  /** Reads the ad accounts of the user and of the user's businesses, each listed once. */
  listAdAccounts(call: CallContext<Credentials>): Promise<AdAccount[]>
  createAdAccount: WritePort<NewAdAccount, JsonObject, AdAccount, Credentials>
  /** Reads one ad account. */
  readAdAccount(call: CallContext<Credentials>, adAccountId: string): Promise<AdAccount>
  /**
   * Changes an ad account, and returns it as read after the change; if that fails, as read before, with the changed
   * fields.
   */
  updateAdAccount(call: CallContext<Credentials>, adAccountId: string, change: AdAccountChange): Promise<AdAccount>
  /** Reads the businesses of the user. */
  listBusinesses(call: CallContext<Credentials>): Promise<Business[]>
  /**
   * Reads campaigns, ad sets and ads. When `stop` is aborted, the tree that was read so far is returned, marked as
   * incomplete.
   */
  readTree(call: CallContext<Credentials>, query: TreeQuery, stop: AbortSignal): Promise<AdTree>
  /**
   * Reads insights by day, the oldest day first; days without delivery are missing. For a large query, the network
   * prepares a report in the background, whose id is in `report`: if it is not ready when the signal of the call
   * aborts, throws `provider_error`.
   */
  readInsights(call: CallContext<Credentials>, query: InsightsQuery, report: ReportMemory): Promise<InsightsRow[]>
  /**
   * Creates a campaign with its ad set and ads. If a later step is rejected, the earlier ones are undone; objects that
   * could not be deleted are listed in `details.leftovers` of the error.
   */
  createCampaign: WritePort<NewCampaign, JsonObject, CreatedCampaign, Credentials>
  /** Deletes a campaign; does nothing if it is already deleted. */
  deleteCampaign(call: CallContext<Credentials>, target: { adAccountId: string; campaignId: string }): Promise<void>
  /**
   * Sets the status of a campaign, ad set or ad, and returns its kind and statuses; the effective status is `unknown`
   * if it cannot be read after the change.
   */
  setStatus(
    call: CallContext<Credentials>,
    target: { adAccountId: string; id: string; status: AdObjectStatus },
  ): Promise<AdStatus>
  /**
   * Reads all lead forms of the Page and one page of leads: those of the form `formId` or, if it is null, of all forms.
   * `since` (ISO 8601) leaves out leads that were created before; null for no limit. `cursor` is `nextCursor` of the
   * page before; null for the first page. Throws `invalid_request` for an invalid cursor, and `page_not_selected` if
   * the connection has no Page.
   */
  listLeads(
    call: CallContext<Credentials>,
    query: { formId: string | null; since: string | null; cursor: string | null },
  ): Promise<LeadPage>
}
