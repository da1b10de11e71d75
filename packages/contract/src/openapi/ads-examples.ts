const accountId = '0199d1b8-10a2-7c3d-9e4f-5a6b7c8d9e0f'
const at = '2026-11-20T09:30:00.000Z'
const adAccountId = 'act_1204890417362950'
const campaignId = '120210000000010101'
const adSetId = '120210000000020101'
const adId = '120210000000030101'
const postId = '104285900000001_122100000000001'

const adAccount = {
  id: adAccountId,
  name: 'Lindqvist Bakery',
  status: 'active',
  disableReason: null,
  currency: 'EUR',
  timezone: 'Europe/Stockholm',
  timezoneId: 127,
  amountSpent: 18_250,
  balance: null,
  spendCap: 100_000,
  minDailyBudget: 100,
  business: { id: '330100000000001', name: 'Lindqvist AB' },
}

const campaign = {
  id: campaignId,
  name: 'Rye week',
  objective: 'OUTCOME_ENGAGEMENT',
  status: 'active',
  effectiveStatus: 'active',
  dailyBudget: null,
  lifetimeBudget: null,
  startTime: at,
  stopTime: null,
  createdAt: at,
  adSets: [
    {
      id: adSetId,
      name: 'Rye week',
      status: 'active',
      effectiveStatus: 'active',
      dailyBudget: 500,
      lifetimeBudget: null,
      billingEvent: 'IMPRESSIONS',
      optimizationGoal: 'POST_ENGAGEMENT',
      startTime: at,
      endTime: null,
      targeting: { geo_locations: { countries: ['SE'] } },
      ads: [
        {
          id: adId,
          name: 'Rye week 1',
          status: 'active',
          effectiveStatus: 'pending_review',
          postId,
          creativeId: '120210000000040101',
          thumbnailUrl: null,
          issues: [],
          reviewFeedback: null,
        },
      ],
    },
  ],
}

const insights = {
  date: '2026-11-19',
  campaignId,
  campaignName: 'Rye week',
  adSetId: null,
  adSetName: null,
  adId: null,
  adName: null,
  impressions: 1840,
  reach: 1502,
  frequency: '1.225033',
  clicks: 61,
  linkClicks: 44,
  ctr: '3.315217',
  cpc: '0.08',
  cpm: '2.652174',
  spend: '4.88',
  actions: [{ type: 'post_engagement', value: 73 }],
}

const lead = {
  id: '988800000000001',
  formId: '771100000000001',
  createdAt: at,
  adId,
  adName: 'Rye week 1',
  adSetId,
  campaignId,
  campaignName: 'Rye week',
  isOrganic: false,
  platform: 'fb',
  fields: [{ name: 'email', values: ['ada@example.com'] }],
}

const form = {
  id: '771100000000001',
  name: 'Newsletter',
  status: 'active',
  locale: 'en_US',
  leadsCount: 12,
  createdAt: at,
  questions: [{ key: 'email', label: 'Email', type: 'EMAIL', options: [] }],
}

/** Example bodies of the operations on ads, keyed by the name of their schema. */
export const adsExamples: Readonly<Record<string, object>> = {
  AdAccountList: { adAccounts: [adAccount], fetchedAt: at },
  CreateAdAccountRequest: {
    accountId,
    businessId: '330100000000001',
    name: 'Lindqvist Bakery',
    currency: 'EUR',
    timezoneId: 127,
  },
  CreateAdAccountResponse: { adAccount: { ...adAccount, amountSpent: 0, spendCap: null } },
  AdBusinessList: {
    businesses: [
      {
        id: '330100000000001',
        name: 'Lindqvist AB',
        verificationStatus: 'verified',
        timezoneId: 127,
        primaryPage: { id: '104285900000001', name: 'Lindqvist Bakery' },
        createdAt: at,
      },
    ],
    fetchedAt: at,
  },
  AdAccount: { adAccount, fetchedAt: at },
  UpdateAdAccountRequest: { accountId, spendCap: 100_000 },
  UpdateAdAccountResponse: { adAccount },
  AdTree: {
    adAccountId,
    currency: 'EUR',
    campaigns: [campaign],
    complete: true,
    incompleteReason: null,
    fetchedAt: at,
  },
  AdInsights: {
    adAccountId,
    level: 'campaign',
    startDate: '2026-10-23',
    endDate: '2026-11-19',
    currency: 'EUR',
    timezone: 'Europe/Stockholm',
    rows: [insights],
    fetchedAt: at,
  },
  CreateAdCampaignRequest: {
    accountId,
    adAccountId,
    name: 'Rye week',
    postIds: [postId],
    dailyBudget: 500,
    countries: ['SE'],
    // Demanded for ads that are shown in the European Union.
    dsaBeneficiary: 'Lindqvist Bakery',
    dsaPayor: 'Lindqvist Bakery',
  },
  CreateAdCampaignResponse: {
    campaign: {
      id: campaignId,
      name: 'Rye week',
      status: 'paused',
      adSetId,
      ads: [{ id: adId, postId, creativeId: '120210000000040101', status: 'paused' }],
    },
  },
  UpdateAdStatusRequest: { accountId, adAccountId, id: campaignId, status: 'active' },
  UpdateAdStatusResponse: { id: campaignId, kind: 'campaign', status: 'active', effectiveStatus: 'active' },
  AdLeadList: { forms: [form], leads: [lead], nextCursor: null, fetchedAt: at },
}
