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
  /** Reads a report whose status is read several times, and returns the failure and how often its status was read. */
  async function failed(...reports: object[]) {
    let reads = 0
    const outbound = outboundOver(() => ({ status: 200, body: reports[reads++] ?? { data: [] } }))
    const call = { ...accountCall({ scopes: ['ads_read'] }, appCall({ outbound })), ...limits }
    const kept: (string | null)[] = []
    const keep = async (runId: string | null) => void kept.push(runId)
    const failure = await failureOf(readInsights(call, query, { runId: '7', keep }))
    return { failure, reads, kept }
  }

  it('is polled while its status is unknown', async () => {
    const { failure, reads } = await failed({ async_status: 'constructor' }, { async_status: 'Job Failed' })
    expect(failure).to.include({ code: 'provider_error', outcome: 'rejected' })
    expect(reads).to.equal(2)
  })

  it('that Meta forgets before its status or its rows are read is not an object that the client named', async () => {
    const unknown = { error: { code: 100, error_subcode: 33 } }
    for (const before of [[], [{ async_status: 'Job Completed' }]]) {
      const { failure, kept } = await failed(...before, unknown)
      expect(failure).to.include({ code: 'provider_error', outcome: 'rejected' })
      expect(kept).to.deep.equal([null])
    }
  })

  it('is completed only at 100 percent', async () => {
    const { reads } = await failed(
      { async_status: 'Job Completed', async_percent_completion: 90 },
      { async_status: 'Job Completed', async_percent_completion: 95 },
      { async_status: 'Job Failed', async_percent_completion: 0 },
    )
    expect(reads).to.equal(3)
  })

  const failures: [number, number | undefined, string][] = [
    [-2, 2490547, 'provider_error'],
    [-3, 1504045, 'provider_rejected'],
    [100, 1487534, 'provider_rejected'],
    [100, 3191001, 'ads_permission_required'],
    [4, 1504022, 'rate_limited'],
    [2, 1504043, 'provider_error'],
    [190, undefined, 'provider_error'],
  ]
  for (const [error_code, error_subcode, code] of failures) {
    it(`that failed with ${error_code}/${error_subcode} is ${code}, and is not waited for again`, async () => {
      const error = { error_code, error_subcode, error_message: 'No.', error_user_msg: 'Explained by Meta.' }
      const { failure, kept } = await failed({ async_status: 'Job Failed', ...error })
      expect(failure).to.include({ code })
      if (code === 'provider_rejected') expect(failure).to.have.property('message', 'Explained by Meta.')
      if (code === 'rate_limited') {
        expect(failure['details']).to.deep.equal({ limit: 'app', retryAfterSeconds: 60 })
      }
      expect(kept).to.deep.equal([null])
    })
  }
})
