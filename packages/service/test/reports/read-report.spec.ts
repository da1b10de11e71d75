import { setAccountStatus } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { type CallContext, ProviderError, type Registry, registry as real } from '@carillon/providers'
import { expect } from 'chai'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

type Read = (call: CallContext, query: unknown) => Promise<object>

/** The adapters with reports of some networks replaced. */
function withReports(reports: { [P in Platform]?: Record<string, Read> }): Registry {
  return {
    async adapter(platform) {
      const adapter = await real.adapter(platform)
      const parse = (stored: object) => stored
      return { ...adapter, credentials: { parse }, reports: reports[platform] } as typeof adapter
    },
  }
}

const now = new Date('2026-11-20T12:00:00.000Z')

describe('reports', () => {
  let harness: Harness
  /** What was asked, as `account report query`. */
  let asked: { accountId: string; query: unknown }[]
  let result: Read

  beforeEach(async () => {
    asked = []
    result = async () => ({ figures: 1 })
    const read: Read = (call, query) => {
      asked.push({ accountId: call.account.accountId, query })
      return result(call, query)
    }
    const registry = withReports({
      tiktok: { 'account-insights': read, 'video-insights': read },
      facebook: { 'page-metrics': read },
      youtube: { 'video-insights': read },
    })
    harness = await startHarness({ registry, now: () => now })
  })
  afterEach(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })
  const insights = (accountId: string, query: Record<string, string> = {}) =>
    ask(harness.context, 'analytics.tiktok.account-insights', { scope: scope(), query: { accountId, ...query } })
  const pageMetrics = (query: Record<string, string>) =>
    ask(harness.context, 'analytics.facebook.page-metrics', { scope: scope(), query })

  it('name their account, its profile and the time of the read beside what the network reports', async () => {
    const { id } = await harness.connect({ platform: 'tiktok' })
    const response = await insights(id)
    expect(response.status).to.equal(200)
    expect(bodyOf(response)).to.deep.equal({
      platform: 'tiktok',
      accountId: id,
      profileId: harness.profileId,
      figures: 1,
      fetchedAt: now.toISOString(),
    })
  })

  it('are asked for the days and ids of their rules', async () => {
    const { id } = await harness.connect({ platform: 'youtube' })
    await ask(harness.context, 'analytics.youtube.video-insights', {
      scope: scope(),
      query: { accountId: id, videoIds: 'b,a,b' },
    })
    const window = { startDate: '2026-10-21', endDate: '2026-11-17' }
    expect(asked).to.deep.equal([{ accountId: id, query: { window, videoIds: ['b', 'a'] } }])
  })

  it('ask nothing for days or ids that break a rule', async () => {
    const { id } = await harness.connect({ platform: 'tiktok' })
    for (const [query, field] of [
      [{ startDate: '2026-11-01' }, 'endDate'],
      [{ startDate: '2026-09-20', endDate: '2026-10-01' }, 'startDate'],
      [{ startDate: '2026-11-01', endDate: '2026-11-20' }, 'endDate'],
    ] as const) {
      const error = await rejection(insights(id, query))
      expect(error).to.include({ code: 'invalid_request', status: 400 })
      expect(error.details).to.have.nested.property('[0].path').that.deep.equals([field])
    }
    expect(asked).to.deep.equal([])
  })

  it('share one read if the same is asked at the same time, and no other', async () => {
    const { id } = await harness.connect({ platform: 'tiktok' })
    const other = await harness.connect({ platform: 'tiktok' })
    const { promise, resolve } = Promise.withResolvers<object>()
    result = () => promise
    const { sharedReads } = harness.context
    let waiting = 0
    harness.context.sharedReads = {
      read(wanted) {
        waiting++
        return sharedReads.read(wanted)
      },
    }
    const same = Array.from({ length: 50 }, () => insights(id))
    const others = [insights(other.id), insights(id, { startDate: '2026-11-01', endDate: '2026-11-02' })]
    while (waiting < 52 || asked.length < 3) await new Promise((again) => setImmediate(again))
    resolve({ figures: 2 })
    const responses = await Promise.all([...same, ...others])
    expect(responses.map((response) => bodyOf(response).figures)).to.deep.equal(Array(52).fill(2))
    expect(asked.map(({ accountId }) => accountId).toSorted()).to.deep.equal([id, id, other.id].toSorted())
  })

  it('fail as the network says, with the seconds to wait', async () => {
    const { id } = await harness.connect({ platform: 'tiktok' })
    result = async () => {
      throw new ProviderError('rate_limited', 'Slowly.', 'rejected', { retryAfter: 9 })
    }
    expect(await rejection(insights(id))).to.include({ code: 'rate_limited', status: 429, retryAfter: 9 })
  })

  it('end with the deadline of reads when the network never responds', async () => {
    const { id } = await harness.connect({ platform: 'tiktok' })
    const { gateway } = harness.context.config
    const hasty = await harness.another(undefined, { gateway: { ...gateway, readDeadlineMs: 50 } })
    result = () => new Promise(() => {})
    const read = ask(hasty, 'analytics.tiktok.account-insights', { scope: scope(), query: { accountId: id } })
    expect(await rejection(read)).to.include({ code: 'provider_error', status: 502 })
  })

  it('of an expired account are connection_expired', async () => {
    const { id } = await harness.connect({ platform: 'tiktok' })
    await setAccountStatus(harness.context.db, id, { status: 'expired', at: now })
    expect(await rejection(insights(id))).to.include({ code: 'connection_expired', status: 422 })
    expect(asked).to.deep.equal([])
  })

  describe("of the profile's account", () => {
    it('need a profile', async () => {
      expect(await rejection(pageMetrics({}))).to.include({ code: 'profile_required', status: 400 })
    })

    it('are account_not_found without one on the platform', async () => {
      await harness.connect({ platform: 'tiktok' })
      const error = await rejection(pageMetrics({ profileId: harness.profileId }))
      expect(error).to.include({ code: 'account_not_found', status: 404 })
    })

    it('are those of the first that is connected and has what the report is about', async () => {
      // Accounts that were connected at the same time are in the order of their ids.
      const [expired, bare, page, later] = [
        await harness.connect({ platform: 'facebook' }),
        await harness.connect({ platform: 'facebook' }),
        await harness.connect({ platform: 'facebook' }),
        await harness.connect({ platform: 'facebook' }),
      ].sort((one, other) => (one.id < other.id ? -1 : 1))
      if (!expired || !bare || !page || !later) throw new Error('four accounts were connected')
      await setAccountStatus(harness.context.db, expired.id, { status: 'expired', at: now })
      result = async ({ account }) => {
        if (account.accountId !== bare.id) return {}
        throw new ProviderError('page_not_selected', undefined, 'not_sent')
      }
      const response = await pageMetrics({ profileId: harness.profileId })
      expect(bodyOf(response)).to.include({ accountId: page.id })
      expect(bodyOf(await pageMetrics({ accountId: later.id }))).to.include({ accountId: later.id })
      expect(asked.map(({ accountId }) => accountId)).to.deep.equal([bare.id, page.id, later.id])
    })

    it('are page_not_selected if none of them has a Page', async () => {
      await harness.connect({ platform: 'facebook' })
      result = async () => {
        throw new ProviderError('page_not_selected', undefined, 'not_sent')
      }
      const error = await rejection(pageMetrics({ profileId: harness.profileId }))
      expect(error).to.include({ code: 'page_not_selected', status: 409 })
    })
  })

  it('note a metric that the network no longer reports, in the log and the counter', async () => {
    const { id } = await harness.connect({ platform: 'tiktok' })
    result = async (call) => {
      call.noteDroppedMetric('page_post_engagements')
      return {}
    }
    await insights(id)
    expect(harness.context.counters.read('report_metrics_dropped')).to.deep.equal([
      { labels: ['tiktok', 'page_post_engagements'], count: 1 },
    ])
  })
})
