import { expect } from 'chai'
import { readInsights } from '../../../src/facebook/ads/insights.ts'
import { failureOf } from '../../fake-call.ts'
import { outboundOver } from '../../fake-response.ts'
import { accountCall, appCall } from '../network.ts'

const query = {
  adAccountId: 'act_1',
  level: 'ad',
  startDate: '2026-10-01',
  endDate: '2026-11-20',
  campaignId: null,
} as const

describe('a report about ads', () => {
  it('is polled while its status is unknown', async () => {
    const statuses = ['constructor', 'Job Failed']
    const outbound = outboundOver(() => ({ status: 200, body: { async_status: statuses.shift() ?? null, data: [] } }))
    const limits = { pausedLimit: async () => null, pauseLimit: async () => undefined }
    const call = { ...accountCall({ scopes: ['ads_read'] }, appCall({ outbound })), ...limits }
    const report = { runId: '7', keep: async () => undefined }
    expect(await failureOf(readInsights(call, query, report))).to.include({ outcome: 'rejected' })
    expect(statuses).to.deep.equal([])
  })
})
