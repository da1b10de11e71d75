import { expect } from 'chai'
import { createCampaign } from '../../../src/facebook/ads/campaign/create-campaign.ts'
import { beginCampaign } from '../../../src/facebook/ads/campaign/state.ts'
import { createAdAccount } from '../../../src/facebook/ads/create-ad-account.ts'
import { listLeads } from '../../../src/facebook/ads/leads.ts'
import { readTree } from '../../../src/facebook/ads/tree.ts'
import { failureOf, now } from '../../fake-call.ts'
import { outboundOver } from '../../fake-response.ts'
import { accountCall, appCall, pageId } from '../network.ts'
import { campaignInput } from './campaign-input.ts'

const maxCalls = 20

/** A call to a network whose lists go on at these cursors, one after the other, over and over. */
function leadingTo(cursors: readonly string[], item: object) {
  let calls = 0
  const outbound = outboundOver(({ url }) => {
    if (++calls > maxCalls) throw new Error('the list is read without an end')
    const isForms = new URL(url).pathname.endsWith('/leadgen_forms')
    const after = cursors[(calls - 1) % cursors.length]
    const paging = { cursors: { after }, next: `https://graph.facebook.com/next?after=${after}` }
    return { status: 200, body: isForms ? { data: [{ id: '5' }] } : { data: [item], paging } }
  })
  const limits = { pausedLimit: async () => null, pauseLimit: async () => undefined }
  return {
    ...accountCall({ scopes: ['ads_management'] }, appCall({ outbound })),
    ...limits,
    writeId: 'w',
    createdAt: now,
  }
}

const open = { step: 'campaign', startedAt: now, claimed: new Set<string>(), linksFetched: null }
const ofCampaign = campaignInput({ postIds: [`${pageId}_1`] })
const parties = { endAdvertiser: 'NONE', mediaAgency: 'NONE', partner: 'NONE' }
const ofAccount = { businessId: '33', name: 'Spring', currency: 'USD', timezoneId: 1, ...parties }
const ofTree = { adAccountId: 'act_981', currency: 'USD', campaignId: null, effectiveStatus: null }

/** Each would otherwise take the pages that were read for the whole list. */
const readings: Record<string, (cursors: readonly string[]) => Promise<unknown>> = {
  'the campaign of a lost call, which would be created twice': (cursors) => {
    const call = { ...leadingTo(cursors, { id: '1', name: 'Other' }), input: ofCampaign }
    return createCampaign.reconcile(
      call,
      beginCampaign((size) => new Uint8Array(size)),
      open,
    )
  },
  'the ad account of a lost call, which would be created twice': (cursors) => {
    const call = { ...leadingTo(cursors, { id: 'act_1', name: 'Other' }), input: ofAccount }
    return createAdAccount.reconcile(call, { before: [], id: null }, open)
  },
  'the campaign tree': (cursors) => {
    const item = { id: '1', campaign_id: '1', adset_id: '1' }
    return readTree(leadingTo(cursors, item), ofTree, new AbortController().signal)
  },
  leads: (cursors) => {
    const lead = { id: '9', created_time: '2026-11-20T11:00:00+0000', field_data: [] }
    return listLeads(leadingTo(cursors, lead), { formId: null, since: null, cursor: null })
  },
}

describe('a list of ads that leads back to a page', () => {
  for (const [what, read] of Object.entries(readings)) {
    for (const cursors of [['a'], ['a', 'b', 'c']]) {
      it(`is no list of ${what}: ${cursors.join(' to ')}`, async () => {
        expect(await failureOf(read(cursors))).to.include({ code: 'provider_error', outcome: 'indeterminate' })
      })
    }
  }
})
