import type { AdsPort } from '../../ports/ads.ts'
import type { FacebookCredentials } from '../credentials.ts'
import { listAdAccounts, listBusinesses, readAdAccount, updateAdAccount } from './accounts.ts'
import { createCampaign } from './campaign/create-campaign.ts'
import { createAdAccount } from './create-ad-account.ts'
import { readInsights } from './insights.ts'
import { listLeads } from './leads.ts'
import { deleteCampaign, setStatus } from './objects.ts'
import { missingAdsScopes } from './scopes.ts'
import { readTree } from './tree.ts'

export const facebookAds: AdsPort<FacebookCredentials> = {
  missingScopes: missingAdsScopes,
  listAdAccounts,
  createAdAccount,
  readAdAccount,
  updateAdAccount,
  listBusinesses,
  readTree,
  readInsights,
  createCampaign,
  deleteCampaign,
  setStatus,
  listLeads,
}
