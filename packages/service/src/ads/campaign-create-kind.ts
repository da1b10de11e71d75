import { type CreatedCampaign, supports } from '@carillon/domain'
import type { NewCampaign } from '@carillon/providers'
import type { WriteKind } from '../journal/write-kind.ts'
import { campaignEvents } from './campaign-events.ts'

/**
 * The external write that creates a campaign with its ad set, and a creative and an ad for each post. Each of them is
 * created by a call of its own; if the network rejects one of these calls, what was created before is deleted again.
 * Objects that could not be deleted are listed in `details.leftovers` of the error.
 */
export const campaignCreateKind: WriteKind<NewCampaign, NewCampaign, CreatedCampaign> = {
  name: 'campaign.create',
  words: { thing: 'campaign', done: 'created' },
  budget: 'campaignsPerDay',
  absentOutcome: 'not_created',
  whenAbsent: 'resend',
  unsentSeconds: 30,
  async port({ registry }, platform) {
    if (!supports('ads', platform)) return undefined
    return (await registry.adapter(platform)).ads.createCampaign
  },
  input: async (_run, campaign) => campaign,
  providerIds: ({ id, adSetId, ads }) => [id, adSetId, ...ads.map((ad) => ad.id)],
  events: campaignEvents,
  resolved: (id, { payload }) => ({ id, name: payload.name, status: 'paused', adSetId: '', ads: [] }),
}
