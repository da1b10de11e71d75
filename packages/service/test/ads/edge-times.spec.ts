import { type Registry, registry as real } from '@carillon/providers'
import { expect } from 'chai'
import { ask } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

/** A leap second, which RFC 3339 has and a `Date` has not. */
const leapSecond = '2035-06-30t23:59:60z'
const secondBefore = '2035-06-30T23:59:59.000Z'

describe('a time about ads that is a leap second', () => {
  let harness: Harness
  let accountId: string
  let given: unknown[]

  before(async () => {
    const createCampaign = {
      settling: { callSeconds: 1, seconds: 1, maxProbes: 1, probeIntervalSeconds: 1 },
      begin: () => ({}),
      async advance({ input }: { input: unknown }) {
        given.push(input)
        return { kind: 'done', result: { id: '1', name: 'Sale', status: 'paused', adSetId: '2', ads: [] } }
      },
    }
    const listLeads = async (_call: unknown, query: unknown) => {
      given.push(query)
      return { forms: [], leads: [], nextCursor: '7:' }
    }
    const registry: Registry = {
      async adapter(platform) {
        const adapter = await real.adapter(platform)
        const ads = { missingScopes: () => [], createCampaign, listLeads }
        return { ...adapter, credentials: { parse: (stored: object) => stored }, ads } as unknown as typeof adapter
      },
    }
    harness = await startHarness({ registry })
    accountId = (await harness.connect({ platform: 'facebook' })).id
  })
  after(() => harness.close())
  beforeEach(() => {
    given = []
  })

  const request = (id: 'ads.campaigns.create' | 'ads.leads.list', fields: object) =>
    ask(harness.context, id, { scope: { organizationId: harness.organizationId, profileId: null }, ...fields })

  it('is the second before it as the start and the end of a campaign', async () => {
    const body = { accountId, adAccountId: '1', name: 'Sale', postIds: ['1_1'], countries: ['SE'], dailyBudget: 100 }
    await request('ads.campaigns.create', { body: { ...body, startTime: leapSecond, endTime: leapSecond } })
    expect(given).to.have.lengthOf(1)
    expect(given[0]).to.include({ startTime: secondBefore, endTime: secondBefore })
  })

  it('is the second before it as the time from which leads are listed, on the next page too', async () => {
    const query = { accountId, since: leapSecond }
    const { body } = (await request('ads.leads.list', { query })) as { body: { nextCursor: string } }
    await request('ads.leads.list', { query: { ...query, cursor: body.nextCursor } })
    expect(given).to.deep.equal([
      { formId: null, since: secondBefore, cursor: null },
      { formId: null, since: secondBefore, cursor: '7:' },
    ])
  })
})
