import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ExternalWriteRow, forgetAdAccountList, storeAdAccountList } from '@carillon/database'
import { createGateway } from '@carillon/gateway'
import { createLogger } from '@carillon/log'
import { createContext, queueJob, useCases } from '@carillon/service'
import { childEnv } from '@carillon/testkit'
import { expect } from 'chai'
import { connectUser } from './connect-user.ts'
import { type ApiResponse, startWhole, type Whole } from './whole.ts'

interface Held {
  id: string
  kind?: string
  name: string
  status: string
  campaignId: string
}

const adsScopes = ['ads_read', 'ads_management', 'business_management', 'leads_retrieval', 'pages_manage_ads']
/** The commits that make a campaign of two posts, in their order; creatives and ads are made side by side. */
const operations = ['ads.campaign.create', 'ads.adset.create', 'ads.creative.create', 'ads.ad.create']
const lostResponses = [
  { fault: 'drop-before' },
  { fault: 'accept-then-drop' },
  { fault: 'accept-then-500' },
  { fault: 'accept-then-hang', delayMs: 200 },
] as const

/** An ad account in a business that does not exist. */
const newAccount = { businessId: '1', name: 'X', currency: 'USD', timezoneId: 1 }

describe('advertising', function () {
  this.timeout(600_000)
  let whole: Whole
  let accountId: string
  let adAccountId: string
  let postIds: string[]

  async function connect(as: string, withhold: string[] = []): Promise<string> {
    const [id = ''] = await connectUser(whole, { platform: 'facebook', as, withhold })
    return id
  }

  const get = (path: string, query: Record<string, string> = {}) =>
    whole.call('GET', `/ads/${path}?${new URLSearchParams({ accountId, ...query })}`)

  const create = (body: object = {}): Promise<ApiResponse> =>
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

  /** What is due later is due now, unless a worker works on it: the process that began it is dead or has left it. */
  async function bringForward({ id, runningSince, runningBy }: ExternalWriteRow): Promise<void> {
    if (runningSince !== null && runningBy !== null) return
    const now = new Date()
    await whole.context.db.kysely
      .updateTable('externalWrite')
      .set({ settleAt: now, wakeAt: now })
      .where('id', '=', id)
      .where('runningSince', 'is', null)
      .execute()
    await queueJob(whole.context.db, 'write.run', { id })
  }

  /** A write of a campaign once it has ended. */
  async function endedWrite(name: string) {
    for (;;) {
      const rows = await whole.context.db.kysely
        .selectFrom('externalWrite')
        .selectAll()
        .where('kind', '=', 'campaign.create')
        .execute()
      const row = rows.find(({ payload }) => 'name' in payload && payload['name'] === name)
      if (row && ['succeeded', 'failed', 'unknown'].includes(row.status)) return row
      if (row) await bringForward(row)
      await sleep(250)
    }
  }

  /** Does something once, as soon as the intent of the nth call that makes an object is stored. */
  function atCommit(
    place: 'intent.stored' | 'commit.responded' | 'commit.stored',
    number: number,
    act: () => Promise<void>,
  ): void {
    let seen = 0
    whole.context.checkpoint = async (name) => {
      if (name !== place || ++seen !== number) return
      whole.context.checkpoint = () => {}
      await act()
    }
  }

  before(async () => {
    whole = await startWhole({ networks: ['facebook'] })
    accountId = await connect('tomas.ferrer')
    const { adAccounts } = (await get('accounts')).body
    adAccountId = adAccounts.find(({ currency }: { currency: string }) => currency === 'USD').id
  })
  after(() => whole.close())
  // New posts for each test: for a post that was promoted before, Meta returns the creative of then.
  beforeEach(async () => {
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
  afterEach(async () => {
    whole.context.checkpoint = () => {}
    await whole.sandboxCall('DELETE', '/faults')
    await whole.context.db.kysely.deleteFrom('pausedLimit').execute()
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
      ['GET', `/ads/leads?accountId=${without}`, undefined, ['leads_retrieval', 'pages_manage_ads', 'ads_management']],
    ]
    for (const [method, path, body, missingScopes] of routes) {
      const response = await whole.call(method, path, body)
      expect(response.status, path).to.equal(403)
      expect(response.body.error).to.deep.include({ code: 'ads_permission_required', details: { missingScopes } })
    }
    expect((await whole.sandboxCall('GET', '/journal?network=facebook')).body).to.have.lengthOf(before)
  })

  it('rejects what does not exist, does not fit or belongs to others, and says why', async () => {
    const withoutPage = await connect('amara.diallo')
    const empty = (await whole.call('POST', '/profiles', { name: 'Empty' })).body.id
    const own = `accountId=${accountId}`
    const campaign = { accountId, adAccountId, name: 'X', postIds, countries: ['US'], dailyBudget: 1_500 }
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const identity = { beneficiaryId: '71', payorId: '72' }
    const cases: [number, string, string, string, object?][] = [
      [400, 'profile_required', 'GET', '/ads/accounts'],
      [404, 'account_not_found', 'GET', `/ads/accounts?profileId=${empty}`],
      [404, 'ad_account_not_found', 'GET', `/ads/accounts/act_1?${own}`],
      [404, 'ad_account_not_found', 'GET', `/ads/tree?${own}&adAccountId=1`],
      [404, 'ad_object_not_found', 'POST', '/ads/accounts', { accountId, ...newAccount }],
      [404, 'ad_object_not_found', 'GET', `/ads/tree?${own}&adAccountId=${adAccountId}&campaignId=1`],
      [404, 'ad_object_not_found', 'GET', `/ads/insights?${own}&adAccountId=${adAccountId}&campaignId=1`],
      [404, 'ad_object_not_found', 'GET', `/ads/leads?${own}&formId=1`],
      [404, 'ad_object_not_found', 'DELETE', `/ads/campaigns/1?${own}&adAccountId=${adAccountId}`],
      [404, 'ad_account_not_found', 'DELETE', `/ads/campaigns/1?${own}&adAccountId=1`],
      [404, 'ad_account_not_found', 'PUT', '/ads/status', { accountId, adAccountId: '1', id: '1', status: 'paused' }],
      [400, 'invalid_request', 'GET', `/ads/insights?${own}&adAccountId=${adAccountId}&startDate=2026-01-01`],
      [400, 'invalid_request', 'GET', `/ads/leads?${own}&cursor=abc`],
      [400, 'invalid_request', 'PATCH', `/ads/accounts/${adAccountId}`, { accountId }],
      [400, 'invalid_request', 'POST', '/ads/campaigns', { ...campaign, lifetimeBudget: 1_500, endTime: later }],
      [400, 'invalid_request', 'POST', '/ads/campaigns', { ...campaign, countries: ['us'] }],
      [422, 'provider_rejected', 'POST', '/ads/campaigns', { ...campaign, dailyBudget: 1 }],
      [422, 'provider_rejected', 'POST', '/ads/campaigns', { ...campaign, endTime: later }],
      [422, 'provider_rejected', 'POST', '/ads/campaigns', { ...campaign, countries: ['US', 'SG'] }],
      [422, 'provider_rejected', 'POST', '/ads/campaigns', { ...campaign, countries: ['TW'] }],
      [422, 'provider_rejected', 'POST', '/ads/campaigns', { ...campaign, countries: ['TH'] }],
      [400, 'invalid_request', 'POST', '/ads/campaigns', { ...campaign, regionalIdentities: { MY: identity } }],
      [404, 'post_not_found', 'POST', '/ads/campaigns', { ...campaign, postIds: ['1_2'] }],
      [409, 'page_not_selected', 'POST', '/ads/campaigns', { ...campaign, accountId: withoutPage }],
      [409, 'page_not_selected', 'GET', `/ads/leads?accountId=${withoutPage}`],
    ]
    for (const [status, code, method, path, body] of cases) {
      const response = await whole.call(method, path, body)
      expect([response.status, response.body.error?.code], `${method} ${path}`).to.deep.equal([status, code])
    }
    expect((await held('X')).campaigns).to.deep.equal([])
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
      const response = await whole.call('PUT', '/ads/status', { accountId, adAccountId, id: one, status: 'active' })
      expect(response.body, one).to.include({ id: one, status: 'active' })
    }
    const gone = `/ads/campaigns/${id}?${new URLSearchParams({ accountId, adAccountId })}`
    expect((await whole.call('DELETE', gone)).status).to.equal(204)
    expect((await held('Spring sale')).campaigns).to.deep.equal([])
  })

  it('promotes posts in Singapore, Taiwan and Thailand with the identities of each', async () => {
    const identity = { beneficiaryId: '71', payorId: '72' }
    const regionalIdentities = { SG: identity, TW: { beneficiaryId: '73', payorId: '73' }, TH: identity }
    const { status, body } = await create({ name: 'Regional', countries: ['SG', 'TW', 'TH'], regionalIdentities })
    expect(status, JSON.stringify(body)).to.equal(201)
    const { adSets } = await held('Regional')
    expect(adSets).to.have.lengthOf(1)
    expect(adSets[0]).to.deep.include({
      regionalCategories: ['SINGAPORE_UNIVERSAL', 'TAIWAN_UNIVERSAL', 'THAILAND_UNIVERSAL'],
      regionalIdentities: {
        ...{ singapore_universal_beneficiary: '71', singapore_universal_payer: '72' },
        ...{ taiwan_universal_beneficiary: '73', taiwan_universal_payer: '73' },
        ...{ universal_beneficiary: '71', universal_payer: '72' },
      },
    })
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
      const response = await get(`accounts/${adAccountId}`)
      expect(response.status).to.equal(429)
      expect(Number(response.headers.get('retry-after'))).to.be.within(100, 150)
      expect(response.body.error.details.limit).to.equal('ad_account')
    }
    const journal = (await whole.sandboxCall('GET', '/journal?network=facebook')).body
    expect(journal.at(-1)).to.include({ operation: 'ads.account.get', fault: 'throttle' })
  })

  for (const [step, operation] of operations.entries()) {
    it(`undoes everything when step ${step + 1}, ${operation}, is throttled`, async () => {
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
      it(`makes one campaign when step ${step + 1}, ${operation}, meets ${fault.fault}`, async () => {
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

    for (const place of ['intent.stored', 'commit.responded'] as const) {
      it(`makes one campaign when the process ends at ${place} of step ${step + 1}, ${operation}`, async () => {
        const name = `${place} ${step}`
        const { promise: ended, resolve: end } = Promise.withResolvers<void>()
        atCommit(place, step + 1, () => {
          end()
          return Promise.reject(new Error('the process ended'))
        })
        const creating = create({ name })
        await ended
        expect((await endedWrite(name)).status).to.equal('succeeded')
        expect([201, 502]).to.include((await creating).status)
        const { campaigns, creatives, adSets, ads } = await held(name)
        expect(campaigns.map((campaign) => campaign.name)).to.deep.equal([name])
        expect([creatives.length, adSets.length, ads.length]).to.deep.equal([2, 1, 2])
      })
    }
  }

  for (const fault of lostResponses) {
    it(`creates one ad account when its creation meets ${fault.fault}`, async () => {
      const name = `Account ${fault.fault}`
      const { businesses } = (await get('businesses')).body
      const rule = { network: 'facebook', operation: 'ads.account.create', times: 1, ...fault }
      await get('accounts')
      await whole.sandboxCall('POST', '/faults', rule)
      const sent = { accountId, businessId: businesses[0].id, name, currency: 'JPY', timezoneId: 1 }
      const { status, body } = await whole.call('POST', '/ads/accounts', sent)
      const held = (await whole.sandboxCall('GET', '/state/facebook')).body.ads.adAccounts.filter(
        (one: Held) => one.name === name,
      )
      if (fault.fault === 'drop-before') {
        expect([status, body.error?.details, held.length]).to.deep.equal([502, { outcome: 'not_created' }, 0])
        return
      }
      expect([status, held.length], JSON.stringify(body)).to.deep.equal([201, 1])
      expect(body.adAccount).to.include({ id: held[0].id, name, currency: 'JPY' })
      const { adAccounts } = (await get('accounts')).body
      expect(adAccounts.map(({ id }: Held) => id)).to.include(held[0].id)
    })
  }

  /** A request as the gateway hands it to the use case. */
  async function request(name: string) {
    const { db } = whole.context
    const account = await db.kysely
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    const grant = { keyId: '', scope: { organizationId: whole.organizationId, profileId: null } }
    const body = { adAccountId, name, postIds, dailyBudget: 1_500, countries: ['US'] }
    const input = { params: {}, query: {}, headers: {}, body }
    return { grant, target: null, account, platform: 'facebook', input, requestId: 'r', bodyHash: null }
  }

  /** A process of its own that creates a campaign and is killed at the place. */
  async function killedAt(place: string, nth: number, name: string): Promise<void> {
    const victim = { place, nth, request: await request(name) }
    const env = { ...childEnv, ...whole.env, VICTIM: JSON.stringify(victim) }
    const script = fileURLToPath(new URL('./faults/members/campaign-victim.ts', import.meta.url))
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const [, signal] = await once(child, 'exit')
    expect(signal, 'it was not killed').to.equal('SIGKILL')
    // Nobody holds the lease of a process that is dead: what is left of it is over.
    const now = new Date()
    await whole.context.db.kysely
      .updateTable('externalWrite')
      .set({ wakeAt: now, settleAt: now })
      .where('kind', '=', 'campaign.create')
      .where('wakeAt', '>', now)
      .execute()
  }

  const deaths: [place: string, nth: number][] = [
    ...operations.flatMap((_, at) => [
      ['intent.stored', at + 1] as [string, number],
      ['commit.responded', at + 1] as [string, number],
    ]),
    ...([
      ['commit.stored', 4],
      ['state.stored', 3],
      ['finish.next', 1],
    ] as [string, number][]),
  ]
  for (const [place, nth] of deaths) {
    it(`makes one campaign when its process is killed at ${place}, number ${nth}`, async () => {
      const name = `Killed at ${place} ${nth}`
      await killedAt(place, nth, name)
      expect((await endedWrite(name)).status).to.equal('succeeded')
      const { campaigns, creatives, adSets, ads } = await held(name)
      expect(campaigns.map((campaign) => campaign.name)).to.deep.equal([name])
      expect([creatives.length, adSets.length, ads.length]).to.deep.equal([2, 1, 2])
    })
  }

  it('names what was made when the time is over, and workers complete it', async () => {
    const name = 'Out of time'
    const ending = new AbortController()
    atCommit('commit.stored', 3, async () => ending.abort(new Error('the time is over')))
    const asked = { ...(await request(name)), signal: ending.signal }
    type Asked = Parameters<(typeof useCases)['ads.campaigns.create']>[1]
    const failure = await useCases['ads.campaigns.create'](whole.context, asked as unknown as Asked).then(
      () => undefined,
      (error: unknown) => error as { code: string; details: { outcome: string; made: Held[] } },
    )
    expect(failure?.code).to.equal('provider_error')
    expect(failure?.details.outcome).to.equal('unknown')
    const kinds = failure?.details.made.map(({ kind }) => kind)
    expect(kinds).to.deep.equal(['campaign', 'adset', 'creative', 'creative'])
    expect((await endedWrite(name)).status).to.equal('succeeded')
    const { campaigns, creatives, adSets, ads } = await held(name)
    expect(campaigns.map((campaign) => [campaign.id, campaign.name])).to.deep.equal([
      [failure?.details.made[0]?.id, name],
    ])
    expect([creatives.length, adSets.length, ads.length]).to.deep.equal([2, 1, 2])
  })

  it('holds calls back in every process before Meta rejects them', async () => {
    const { adAccounts } = (await get('accounts')).body
    const id = adAccounts.find(({ currency }: { currency: string }) => currency === 'JPY').id
    await whole.sandboxCall('POST', '/person/ads-settings', { network: 'facebook', tier: 'limited' })
    const other = await createContext(whole.context.config, { log: whole.context.log })
    const { host, publicUrl } = { host: '127.0.0.1', publicUrl: whole.gatewayUrl }
    const log = createLogger({ name: 'test', level: 'silent' })
    const gateway = createGateway(other, { log, host, port: 0, publicUrl })
    try {
      const url = await gateway.listen()
      let own = await get(`accounts/${id}`)
      for (let call = 0; own.status === 200 && call < 100; call++) own = await get(`accounts/${id}`)
      expect([own.status, own.body.error.details.limit]).to.deep.equal([429, 'ad_account'])
      const before = (await whole.sandboxCall('GET', '/journal?network=facebook')).body
      expect(before.at(-1).status, 'the network rejected nothing').to.equal(200)
      const headers = { authorization: `Bearer ${whole.apiKey}` }
      const response = await fetch(`${url}/api/v1/ads/accounts/${id}?accountId=${accountId}`, { headers })
      const { error } = (await response.json()) as ApiResponse['body']
      expect([response.status, error.code, error.details.limit]).to.deep.equal([429, 'rate_limited', 'ad_account'])
      expect(Number(response.headers.get('retry-after'))).to.equal(error.details.retryAfterSeconds)
      expect((await whole.sandboxCall('GET', '/journal?network=facebook')).body).to.have.lengthOf(before.length)
    } finally {
      await gateway.close()
      await other.close()
      await whole.sandboxCall('POST', '/person/ads-settings', { network: 'facebook', tier: 'full' })
    }
  })

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
