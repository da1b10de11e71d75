import { expect } from 'chai'
import { readTree } from '../../../src/facebook/ads/tree.ts'
import { outboundOver } from '../../fake-response.ts'
import { accountCall, appCall } from '../network.ts'

const limits = { pausedLimit: async () => null, pauseLimit: async () => undefined }

describe('a campaign tree filtered by a status', () => {
  /** Reads the tree of an ad account with these campaigns, and returns the edges that were read. */
  async function edgesRead(campaigns: object[]) {
    const edges: string[] = []
    const outbound = outboundOver(({ url }) => {
      const edge = new URL(String(url)).pathname.split('/').at(-1) ?? ''
      edges.push(edge)
      return { status: 200, body: { data: edge === 'campaigns' ? campaigns : [] } }
    })
    const call = { ...accountCall({ scopes: ['ads_read'] }, appCall({ outbound })), ...limits }
    const query = { adAccountId: 'act_1', currency: 'EUR', campaignId: null, effectiveStatus: ['archived'] }
    const tree = await readTree(call, query, new AbortController().signal)
    expect(tree).to.include({ complete: true, incompleteReason: null })
    expect(tree.campaigns).to.have.lengthOf(campaigns.length)
    return edges
  }

  it('needs one call if no campaign has it, not all ad sets and ads of the account', async () => {
    expect(await edgesRead([])).to.deep.equal(['campaigns'])
  })

  it('has the ad sets and ads of the campaigns that have it', async () => {
    expect(await edgesRead([{ id: '7' }])).to.deep.equal(['campaigns', 'adsets', 'ads'])
  })
})

describe('what a campaign tree passes on as Meta has it', () => {
  const broken = { 'name\0': ['caf\u00e9\0', { deep: '\ud83c half' }], count: 7, none: null }
  const mended = { 'name\ufffd': ['caf\u00e9\ufffd', { deep: '\ufffd half' }], count: 7, none: null }

  it('has no characters that databases and JSON parsers reject', async () => {
    const lists: Record<string, object[]> = {
      campaigns: [{ id: '1' }],
      adsets: [{ id: '2', campaign_id: '1', targeting: broken }],
      ads: [{ id: '3', adset_id: '2', ad_review_feedback: { global: broken } }],
    }
    const outbound = outboundOver(({ url }) => {
      return { status: 200, body: { data: lists[new URL(String(url)).pathname.split('/').at(-1) ?? ''] } }
    })
    const call = { ...accountCall({ scopes: ['ads_read'] }, appCall({ outbound })), ...limits }
    const query = { adAccountId: 'act_1', currency: 'EUR', campaignId: null, effectiveStatus: null }
    const { campaigns } = await readTree(call, query, new AbortController().signal)
    const [adSet] = campaigns[0]?.adSets ?? []
    expect(adSet?.targeting).to.deep.equal(mended)
    expect(adSet?.ads[0]?.reviewFeedback).to.deep.equal({ global: mended })
  })
})
