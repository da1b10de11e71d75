import { setTimeout as sleep } from 'node:timers/promises'
import { forgetAdAccountList, storeAdAccountList } from '@carillon/database'
import { queueJob } from '@carillon/service'
import { expect } from 'chai'
import { type Answer, startWhole, type Whole } from './whole.ts'

interface Held {
  id: string
  name: string
  status: string
  campaignId: string
}

const adsScopes = ['ads_read', 'ads_management', 'business_management', 'leads_retrieval', 'pages_manage_ads']
/** The calls that make a campaign of two posts, in their order. */
const operations = [
  'ads.campaign.create',
  'ads.adset.create',
  'ads.creative.create',
  'ads.creative.create',
  'ads.ad.create',
  'ads.ad.create',
]
const lostResponses = [
  { fault: 'drop-before' },
  { fault: 'accept-then-drop' },
  { fault: 'accept-then-500' },
  { fault: 'accept-then-hang', delayMs: 200 },
] as const

describe('advertising', function () {
  this.timeout(120_000)
  let whole: Whole
  let accountId: string
  let adAccountId: string
  let postIds: string[]

  async function connect(as: string, withhold: string[] = []): Promise<string> {
    const { profileId } = whole
    const started = await whole.call('POST', `/profiles/${profileId}/connect`, { platform: 'facebook' })
    const { authorizationUrl, connectionSessionId } = started.body
    const consent = { authorizationUrl, decision: 'approve', as, withhold }
    const { finalUrl } = (await whole.sandboxCall('POST', '/person/consent', consent)).body
    const session = async () => (await whole.call('GET', `/profiles/${profileId}/connect/${connectionSessionId}`)).body
    if ((await session()).status === 'awaiting_selection') {
      const page = await (await fetch(finalUrl)).text()
      const [, chosen = ''] = /name="chosen" value="([^"]+)"/.exec(page) ?? []
      await fetch(finalUrl, { method: 'POST', body: new URLSearchParams({ chosen }) })
    }
    const ended = await session()
    expect(ended.status, JSON.stringify(ended)).to.equal('completed')
    return ended.accountIds[0]
  }

  const get = (path: string, query: Record<string, string> = {}) =>
    whole.call('GET', `/ads/${path}?${new URLSearchParams({ accountId, ...query })}`)

  const create = (body: object = {}): Promise<Answer> =>
    whole.call('POST', '/ads/campaigns', {
      ...{ accountId, adAccountId, name: 'Spring sale', postIds, dailyBudget: 1_500, countries: ['US'] },
      ...body,
    })

  /** Campaigns, ad sets, ads and creatives of a name that the network holds and has not deleted. */
  async function held(name: string) {
    const { ads } = (await whole.sandboxCall('GET', '/state/facebook')).body
    const own = (list: Held[]) => list.filter((one) => one.name.startsWith(name) && one.status !== 'DELETED')
    const [campaigns, creatives] = [own(ads.campaigns), own(ads.creatives)]
    const of = (list: Held[]) => list.filter(({ campaignId }) => campaigns.some(({ id }) => id === campaignId))
    return { campaigns, creatives, adSets: of(ads.adSets), ads: of(ads.ads) }
  }

  /** What is due later is due now, unless a process works on it. */
  async function bringForward(id: string): Promise<void> {
    const now = new Date()
    await whole.context.db
      .updateTable('external_write')
      .set({ settle_at: now, wake_at: now })
      .where('id', '=', id)
      .where('running_since', 'is', null)
      .execute()
    await queueJob(whole.context.db, 'write.run', { id })
  }

  /** A write of a campaign once it has ended. */
  async function endedWrite(name: string) {
    for (;;) {
      const rows = await whole.context.db
        .selectFrom('external_write')
        .selectAll()
        .where('kind', '=', 'campaign.create')
        .execute()
      const row = rows.find(({ payload }) => 'name' in payload && payload['name'] === name)
      if (row && ['succeeded', 'failed', 'unknown'].includes(row.status)) return row
      if (row) await bringForward(row.id)
      await sleep(250)
    }
  }

  /** Does something once, as soon as the intent of the nth call that makes an object is stored. */
  function atCommit(place: 'intent.stored' | 'commit.answered', number: number, act: () => Promise<void>): void {
    let seen = 0
    whole.context.checkpoint = async (name) => {
      if (name !== place || ++seen !== number) return
      whole.context.checkpoint = () => {}
      await act()
    }
  }

  before(async () => {
    whole = await startWhole()
    accountId = await connect('tomas.ferrer')
    const { adAccounts } = (await get('accounts')).body
    adAccountId = adAccounts.find(({ currency }: { currency: string }) => currency === 'USD').id
    const posts = await Promise.all(
      [1, 2].map((number) =>
        whole.sandboxCall('POST', '/person/post', {
          network: 'facebook',
          as: 'Ferrer Cycling',
          text: `Post ${number}`,
        }),
      ),
    )
    postIds = posts.map(({ body }) => body.id)
  })
  after(() => whole.close())
  afterEach(async () => {
    whole.context.checkpoint = () => {}
    await whole.sandboxCall('DELETE', '/faults')
    await whole.context.db.deleteFrom('paused_limit').execute()
  })

  it('connects without the ads permissions, and every route then names those that it lacks before any call', async () => {
    const second = await whole.call('POST', '/profiles', { name: 'Without ads' })
    const { profileId } = whole
    whole.profileId = second.body.id
    const without = await connect('nora.lindqvist', adsScopes)
    whole.profileId = profileId
    const account = await whole.call('GET', `/profiles/${second.body.id}/accounts/${without}`)
    expect([...account.body.missingScopes].sort()).to.deep.equal([...adsScopes].sort())
    const before = (await whole.sandboxCall('GET', '/journal?network=facebook')).body.length
    const ids = { accountId: without }
    const campaign = { adAccountId, name: 'X', postIds, countries: ['US'], dailyBudget: 500 }
    const newAccount = { businessId: '1', name: 'X', currency: 'USD', timezoneId: 1 }
    const routes: [string, string, object | undefined, string[]][] = [
      ['GET', `/ads/accounts?accountId=${without}`, undefined, ['ads_read']],
      ['POST', '/ads/accounts', { ...ids, ...newAccount }, ['business_management', 'ads_management']],
      ['GET', `/ads/businesses?accountId=${without}`, undefined, ['business_management']],
      ['GET', `/ads/accounts/${adAccountId}?accountId=${without}`, undefined, ['ads_read']],
      ['PATCH', `/ads/accounts/${adAccountId}`, { ...ids, name: 'X' }, ['ads_management']],
      ['GET', `/ads/tree?accountId=${without}&adAccountId=${adAccountId}`, undefined, ['ads_read']],
      ['GET', `/ads/insights?accountId=${without}&adAccountId=${adAccountId}`, undefined, ['ads_read']],
      ['POST', '/ads/campaigns', { ...ids, ...campaign }, ['ads_management']],
      ['DELETE', `/ads/campaigns/1?accountId=${without}&adAccountId=${adAccountId}`, undefined, ['ads_management']],
      ['PUT', '/ads/status', { ...ids, adAccountId, id: '1', status: 'paused' }, ['ads_management']],
      ['GET', `/ads/leads?accountId=${without}`, undefined, ['leads_retrieval', 'pages_manage_ads']],
    ]
    for (const [method, path, body, missingScopes] of routes) {
      const answer = await whole.call(method, path, body)
      expect(answer.status, path).to.equal(403)
      expect(answer.body.error).to.deep.include({ code: 'ads_permission_required', details: { missingScopes } })
    }
    expect((await whole.sandboxCall('GET', '/journal?network=facebook')).body).to.have.lengthOf(before)
  })

  it('rejects what does not exist, does not fit or belongs to others, and says why', async () => {
    const withoutPage = await connect('amara.diallo')
    const empty = (await whole.call('POST', '/profiles', { name: 'Empty' })).body.id
    const own = `accountId=${accountId}`
    const campaign = { accountId, adAccountId, name: 'X', postIds, countries: ['US'], dailyBudget: 1_500 }
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const cases: [number, string, string, string, object?][] = [
      [400, 'profile_required', 'GET', '/ads/accounts'],
      [404, 'account_not_found', 'GET', `/ads/accounts?profileId=${empty}`],
      [404, 'ad_account_not_found', 'GET', `/ads/accounts/act_1?${own}`],
      [404, 'ad_account_not_found', 'GET', `/ads/tree?${own}&adAccountId=1`],
      [404, 'ad_object_not_found', 'GET', `/ads/tree?${own}&adAccountId=${adAccountId}&campaignId=1`],
      [404, 'ad_object_not_found', 'GET', `/ads/insights?${own}&adAccountId=${adAccountId}&campaignId=1`],
      [404, 'ad_object_not_found', 'GET', `/ads/leads?${own}&formId=1`],
      [404, 'ad_object_not_found', 'DELETE', `/ads/campaigns/1?${own}&adAccountId=${adAccountId}`],
      [400, 'invalid_request', 'GET', `/ads/insights?${own}&adAccountId=${adAccountId}&startDate=2026-01-01`],
      [400, 'invalid_request', 'GET', `/ads/leads?${own}&cursor=abc`],
      [400, 'invalid_request', 'PATCH', `/ads/accounts/${adAccountId}`, { accountId }],
      [400, 'invalid_request', 'POST', '/ads/campaigns', { ...campaign, lifetimeBudget: 1_500, endTime: later }],
      [400, 'invalid_request', 'POST', '/ads/campaigns', { ...campaign, countries: ['us'] }],
      [422, 'provider_rejected', 'POST', '/ads/campaigns', { ...campaign, dailyBudget: 1 }],
      [404, 'post_not_found', 'POST', '/ads/campaigns', { ...campaign, postIds: ['1_2'] }],
      [409, 'page_not_selected', 'POST', '/ads/campaigns', { ...campaign, accountId: withoutPage }],
      [409, 'page_not_selected', 'GET', `/ads/leads?accountId=${withoutPage}`],
    ]
    for (const [status, code, method, path, body] of cases) {
      const answer = await whole.call(method, path, body)
      expect([answer.status, answer.body.error?.code], `${method} ${path}`).to.deep.equal([status, code])
    }
    expect((await whole.call('GET', `/ads/accounts?accountId=${withoutPage}`)).status).to.equal(200)
  })

  it('reuses the list of ad accounts until it was changed', async () => {
    const first = (await get('accounts')).body
    expect((await get('accounts')).body).to.deep.equal(first)
    const changed = await whole.call('PATCH', `/ads/accounts/${adAccountId}`, { accountId, spendCap: 54_321 })
    expect(changed.body.adAccount).to.include({ id: adAccountId, spendCap: 54_321 })
    const { adAccounts } = (await get('accounts')).body
    expect(adAccounts.find(({ id }: { id: string }) => id === adAccountId)).to.include({ spendCap: 54_321 })
    const { db } = whole.context
    const held = { accountId, adAccounts: [], fetchedAt: new Date(Date.now() - 1_000) }
    await forgetAdAccountList(db, accountId, new Date())
    await storeAdAccountList(db, held)
    expect((await get('accounts')).body.adAccounts, 'a list that was being read meanwhile').to.have.length.above(1)
    const both = await whole.call('PATCH', `/ads/accounts/${adAccountId}`, {
      ...{ accountId, spendCap: null, resetSpend: true },
    })
    expect(both.status).to.equal(400)
  })

  it('promotes two posts paused, switches them on, and deletes them', async () => {
    const { status, body } = await create()
    expect(status, JSON.stringify(body)).to.equal(201)
    const { id, adSetId, ads } = body.campaign
    const tree = (await get('tree', { adAccountId, campaignId: id })).body
    expect(tree.campaigns).to.have.lengthOf(1)
    expect(tree.campaigns[0]).to.include({ name: 'Spring sale', status: 'paused' })
    for (const one of [id, adSetId, ...ads.map((ad: Held) => ad.id)]) {
      const answer = await whole.call('PUT', '/ads/status', { accountId, adAccountId, id: one, status: 'active' })
      expect(answer.body, one).to.include({ id: one, status: 'active' })
    }
    const gone = `/ads/campaigns/${id}?${new URLSearchParams({ accountId, adAccountId })}`
    expect((await whole.call('DELETE', gone)).status).to.equal(204)
    expect((await held('Spring sale')).campaigns).to.deep.equal([])
  })

  it('reads insights of days with gaps, up to yesterday in the zone of the ad account', async () => {
    const { status, body } = await get('insights', { adAccountId })
    expect(status).to.equal(200)
    expect(body.timezone).to.equal('Pacific/Kiritimati')
    const dates = body.rows.map(({ date }: { date: string }) => date)
    expect(dates.length).to.be.within(1, 27)
    expect([...dates].sort()).to.deep.equal(dates)
    for (const row of body.rows) expect(row.spend).to.match(/^\d+\.\d\d$/)
  })

  it('pages through the leads of all forms with one cursor', async () => {
    const first = (await get('leads')).body
    const second = (await get('leads', { cursor: first.nextCursor })).body
    const ids = [...first.leads, ...second.leads].map(({ id }: Held) => id)
    expect([first.leads.length, ids.length, new Set(ids).size, second.nextCursor]).to.deep.equal([100, 142, 142, null])
    const formId = first.forms[0].id
    expect((await get('leads', { cursor: first.nextCursor, formId })).status).to.equal(400)
  })

  it('holds calls back for as long as the network said', async () => {
    const usage = { 'X-Ad-Account-Usage': { acc_id_util_pct: 97, reset_time_duration: 150 } }
    await whole.sandboxCall('POST', '/faults', {
      ...{ network: 'facebook', operation: 'ads.account.get', fault: 'throttle', times: 1 },
      ...{ code: 613, subcode: 1487742, usage },
    })
    for (let time = 0; time < 2; time++) {
      const answer = await get(`accounts/${adAccountId}`)
      expect(answer.status).to.equal(429)
      expect(Number(answer.headers.get('retry-after'))).to.be.within(100, 150)
      expect(answer.body.error.details.limit).to.equal('ad_account')
    }
    const journal = (await whole.sandboxCall('GET', '/journal?network=facebook')).body
    expect(journal.at(-1)).to.include({ operation: 'ads.account.get', fault: 'throttle' })
  })

  for (const [step, operation] of operations.entries()) {
    it(`undoes everything when call ${step + 1}, ${operation}, is throttled`, async () => {
      const name = `Throttled ${step}`
      const usage = { 'X-Ad-Account-Usage': { acc_id_util_pct: 100, reset_time_duration: 120 } }
      const throttle = { fault: 'throttle', times: 1, code: 17, subcode: 2446079, usage }
      const fault = { network: 'facebook', operation, ...throttle }
      atCommit('intent.stored', step + 1, async () => void (await whole.sandboxCall('POST', '/faults', fault)))
      const { status, body } = await create({ name })
      expect(status, JSON.stringify(body)).to.equal(429)
      expect(body.error.details).to.deep.equal({ limit: 'ad_account', retryAfterSeconds: 120 })
      expect((await endedWrite(name)).status).to.equal('failed')
      expect(await held(name)).to.deep.equal({ campaigns: [], creatives: [], adSets: [], ads: [] })
    })

    for (const fault of lostResponses) {
      it(`makes one campaign when call ${step + 1}, ${operation}, meets ${fault.fault}`, async () => {
        const name = `${fault.fault} ${step}`
        const rule = { network: 'facebook', operation, times: 1, ...fault }
        atCommit('intent.stored', step + 1, async () => void (await whole.sandboxCall('POST', '/faults', rule)))
        const { status } = await create({ name })
        expect([201, 502]).to.include(status)
        expect((await endedWrite(name)).status).to.equal('succeeded')
        const { campaigns, creatives, adSets, ads } = await held(name)
        expect(campaigns.map((campaign) => campaign.name)).to.deep.equal([name])
        expect([creatives.length, adSets.length, ads.length]).to.deep.equal([2, 1, 2])
      })
    }

    for (const place of ['intent.stored', 'commit.answered'] as const) {
      it(`makes one campaign when the process ends at ${place} of call ${step + 1}, ${operation}`, async () => {
        const name = `${place} ${step}`
        atCommit(place, step + 1, () => Promise.reject(new Error('the process ended')))
        const answering = create({ name })
        expect((await endedWrite(name)).status).to.equal('succeeded')
        expect([201, 502]).to.include((await answering).status)
        const { campaigns, creatives, adSets, ads } = await held(name)
        expect(campaigns.map((campaign) => campaign.name)).to.deep.equal([name])
        expect([creatives.length, adSets.length, ads.length]).to.deep.equal([2, 1, 2])
      })
    }
  }

  it('names what it could not delete', async () => {
    const name = 'Left over'
    await whole.sandboxCall('POST', '/faults', {
      ...{ network: 'facebook', operation: 'ads.campaign.delete', fault: 'unavailable', times: 3 },
    })
    const { status, body } = await create({ name, countries: ['FR'] })
    expect(status, JSON.stringify(body)).to.equal(422)
    const { campaigns } = await held(name)
    expect(campaigns).to.have.lengthOf(1)
    expect(campaigns[0]?.status).to.equal('PAUSED')
    expect(body.error.details).to.deep.equal({ leftovers: [{ kind: 'campaign', id: campaigns[0]?.id }] })
  })
})
