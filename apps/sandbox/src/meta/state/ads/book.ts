import type { Meter } from './meter.ts'
import type { Ad, AdAccount, AdSet, Campaign, Creative, Lead, LeadForm } from './records.ts'
import type { ReportRun } from './report-run.ts'
import { type AdsSettings, createSettings } from './settings.ts'

/** The state of the simulated Marketing API. The maps of objects are keyed by the object's id. */
export interface AdsBook {
  adAccounts: Map<string, AdAccount>
  campaigns: Map<string, Campaign>
  adSets: Map<string, AdSet>
  ads: Map<string, Ad>
  creatives: Map<string, Creative>
  forms: Map<string, LeadForm>
  leads: Map<string, Lead>
  reports: Map<string, ReportRun>
  /** The ids of the posts that may not be advertised. */
  ineligiblePosts: Set<string>
  /** The rate limit meters, keyed by the id of the ad account. */
  meters: Map<string, Meter>
  settings: AdsSettings
}

/** Creates the empty state of the Marketing API. */
export function createAdsBook(): AdsBook {
  return {
    adAccounts: new Map(),
    campaigns: new Map(),
    adSets: new Map(),
    ads: new Map(),
    creatives: new Map(),
    forms: new Map(),
    leads: new Map(),
    reports: new Map(),
    ineligiblePosts: new Set(),
    meters: new Map(),
    settings: createSettings(),
  }
}
