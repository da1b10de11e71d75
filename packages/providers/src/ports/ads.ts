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

/** The purpose of an operation, which determines the permissions that it needs. */
export type AdsPurpose = 'read' | 'write' | 'businesses' | 'create-account' | 'leads'

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

export interface TreeQuery {
  adAccountId: string
  currency: string
  campaignId: string | null
  effectiveStatus: readonly string[] | null
}

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
  budget: { daily: number } | { lifetime: number }
  countries: readonly string[]
  startTime: string | null
  endTime: string | null
  ageMin: number
  ageMax: number
  specialAdCategories: readonly string[]
  status: 'paused' | 'active'
  dsaBeneficiary: string | null
  dsaPayor: string | null
  /** The verified identities that some countries require. */
  regionalIdentities?: RegionalIdentities
}

export interface LeadPage {
  forms: LeadForm[]
  /** Newest first. */
  leads: Lead[]
  nextCursor: string | null
}

/** A report that the network prepares in the background; kept by the service, so that the next read finds it. */
export interface ReportMemory {
  /** The report that an earlier read of the same query started; null if none was started. */
  runId: string | null
  /** Null once the report was read, or has failed. */
  keep(runId: string | null): Promise<void>
}

/**
 * Advertising. The service calls `missingScopes` before any other call and rejects with `ads_permission_required`. All
 * functions throw `ad_account_not_found`, `ad_object_not_found`, `provider_rejected` with the network's explanation,
 * and `rate_limited` with `details.limit` (`app` or `ad_account`) and `details.retryAfterSeconds`.
 */
export interface AdsPort<Credentials = unknown> {
  /** The scopes that a purpose lacks among those that were granted. */
  missingScopes(purpose: AdsPurpose, granted: readonly string[]): string[]
  /** Those of the user and of the user's businesses, each once. */
  listAdAccounts(call: CallContext<Credentials>): Promise<AdAccount[]>
  createAdAccount: WritePort<NewAdAccount, JsonObject, AdAccount, Credentials>
  readAdAccount(call: CallContext<Credentials>, adAccountId: string): Promise<AdAccount>
  updateAdAccount(call: CallContext<Credentials>, adAccountId: string, change: AdAccountChange): Promise<AdAccount>
  listBusinesses(call: CallContext<Credentials>): Promise<Business[]>
  /** `stop` ends the reading early: the tree then holds what was read and is not complete. */
  readTree(call: CallContext<Credentials>, query: TreeQuery, stop: AbortSignal): Promise<AdTree>
  readInsights(call: CallContext<Credentials>, query: InsightsQuery, report: ReportMemory): Promise<InsightsRow[]>
  /** Undoes its own steps when a later one is rejected; what could not be deleted is named in `details.leftovers`. */
  createCampaign: WritePort<NewCampaign, JsonObject, CreatedCampaign, Credentials>
  deleteCampaign(call: CallContext<Credentials>, target: { adAccountId: string; campaignId: string }): Promise<void>
  setStatus(
    call: CallContext<Credentials>,
    target: { adAccountId: string; id: string; status: AdObjectStatus },
  ): Promise<AdStatus>
  listLeads(
    call: CallContext<Credentials>,
    query: { formId: string | null; since: string | null; cursor: string | null },
  ): Promise<LeadPage>
}
