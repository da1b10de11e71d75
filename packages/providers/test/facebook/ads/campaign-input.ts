import type { NewCampaign } from '../../../src/index.ts'

/** A campaign for the 18 to 65 year olds of the US, without an end and without posts; `more` replaces fields. */
export function campaignInput(more: Partial<NewCampaign>): NewCampaign {
  return {
    adAccountId: 'act_981',
    name: 'Spring',
    postIds: [],
    budget: { daily: 1_000 },
    countries: ['US'],
    startTime: null,
    endTime: null,
    ageMin: 18,
    ageMax: 65,
    specialAdCategories: [],
    status: 'paused',
    dsaBeneficiary: null,
    dsaPayor: null,
    ...more,
  }
}
