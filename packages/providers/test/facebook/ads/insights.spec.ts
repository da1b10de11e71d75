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

const limits = { pausedLimit: async () => null, pauseLimit: async () => undefined }

describe('insights that begin too early for Meta', () => {
  it('are rejected with its words, and no report is started', async () => {
    const calls: string[] = []
    const error = { code: 3018, message: '(#3018) The start date of the time range is too early.' }
    const outbound = outboundOver(({ method }) => {
      calls.push(method)
      return { status: 400, body: { error } }
    })
    const call = { ...accountCall({ scopes: ['ads_read'] }, appCall({ outbound })), ...limits }
    const report = { runId: null, keep: async () => undefined }
    const failure = await failureOf(readInsights(call, { ...query, startDate: '2026-11-20' }, report))
    expect(failure).to.include({ code: 'provider_rejected', message: error.message })
    expect(calls).to.deep.equal(['GET'])
  })
})

describe('a report about ads', () => {
  it('is polled while its status is unknown', async () => {
    const statuses = ['constructor', 'Job Failed']
    const outbound = outboundOver(() => ({ status: 200, body: { async_status: statuses.shift() ?? null, data: [] } }))
    const call = { ...accountCall({ scopes: ['ads_read'] }, appCall({ outbound })), ...limits }
    const report = { runId: '7', keep: async () => undefined }
    expect(await failureOf(readInsights(call, query, report))).to.include({ outcome: 'rejected' })
    expect(statuses).to.deep.equal([])
  })
})
