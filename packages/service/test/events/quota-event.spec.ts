import { expect } from 'chai'
import { accountCall } from '../../src/call-account.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('quota.exhausted', () => {
  let harness: Harness
  let clock = new Date()
  before(async () => {
    harness = await startHarness({ now: () => clock })
  })
  after(() => harness.close())

  it('is raised once on each day of the quota, also on one of 25 hours', async () => {
    const account = await harness.connect({ platform: 'youtube' })
    const { signal } = new AbortController()
    const call = accountCall(harness.context, { account, requestId: 'r', signal }, { credentials: {}, generation: 1 })
    const raised = async () => {
      await harness.context.events.now()
      const { rows } = await harness.context.pool.query("select 1 from event where type = 'quota.exhausted'")
      return rows.length
    }
    const counts: number[] = []
    for (const at of [
      // The day in Los Angeles before, whose clocks have not changed yet.
      '2026-11-01T06:59:59.999Z',
      // Its first and its last hour.
      '2026-11-01T07:00:00Z',
      '2026-11-01T07:30:00Z',
      '2026-11-02T07:59:59.999Z',
      '2026-11-02T08:00:00Z',
    ]) {
      clock = new Date(at)
      await call.markQuotaExhausted('youtube.units')
      counts.push(await raised())
    }
    expect(counts).to.deep.equal([1, 2, 2, 2, 3])
  })
})
