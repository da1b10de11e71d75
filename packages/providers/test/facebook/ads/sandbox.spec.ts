import { createLogger } from '@carillon/log'
import { createOutbound, type Outbound } from '@carillon/outbound'
import { networksNamed, type Sandbox, startSandbox } from '@carillon/sandbox'
import { expect } from 'chai'
import { createCampaign } from '../../../src/facebook/ads/campaign/create-campaign.ts'
import type { CampaignCall, CampaignState } from '../../../src/facebook/ads/campaign/state.ts'
import { facebookAds } from '../../../src/facebook/ads/port.ts'
import { facebookConnect } from '../../../src/facebook/connect.ts'
import { type FacebookCall, parseCredentials } from '../../../src/facebook/credentials.ts'
import type { App, AppCall, NewCampaign } from '../../../src/index.ts'
import { askSandbox } from '../../ask-sandbox.ts'
import { failureOf } from '../../fake-call.ts'
import { accountCall } from '../network.ts'
import { campaignInput } from './campaign-input.ts'

const redirectUri = 'http://127.0.0.1:1/oauth/facebook/callback'
const noStop = new AbortController().signal
const noReport = { runId: null, keep: async () => undefined }

interface AdsState {
  campaigns: { id: string; name: string; status: string; adAccountId: string }[]
  adSets: { id: string; campaignId: string; status: string }[]
  ads: { id: string; status: string }[]
  creatives: { id: string; status: string }[]
  leads: unknown[]
}

describe('facebook ads against the sandbox', function () {
  this.timeout(900_000)
  let sandbox: Sandbox
  let outbound: Outbound
  let call: AppCall
  let tomas: FacebookCall
  let euro: FacebookCall
  let paused: string[]

  const ask = <Result>(path: string, body?: unknown, method?: string) =>
    askSandbox<Result>(sandbox, path, { body, ...(method !== undefined && { method }) })

  async function adsState(): Promise<AdsState> {
    return (await ask<{ ads: AdsState }>('/state/facebook')).ads
  }

  async function connected(as: string): Promise<FacebookCall> {
    const { authorizationUrl, kept } = await facebookConnect.authorize(call, { redirectUri, state: 'state-1' })
    const { finalUrl } = await ask<{ finalUrl: string }>('/person/consent', {
      authorizationUrl,
      decision: 'approve',
      as,
    })
    const parameters = Object.fromEntries(new URL(finalUrl).searchParams)
    const { identities } = await facebookConnect.complete(call, { parameters, redirectUri, authMethod: null, kept })
    const [identity] = identities
    if (!identity) throw new Error('nobody was connected')
    const { providerId, scopes, credentials } = identity
    return {
      ...accountCall({ providerId, scopes, credentials: parseCredentials(credentials) }, call),
      pausedLimit: async () => null,
      pauseLimit: async (key) => void paused.push(key),
    }
  }

  async function adAccountOf(who: FacebookCall, currency: string) {
    const account = (await facebookAds.listAdAccounts(who)).find((one) => one.currency === currency)
    if (!account) throw new Error(`there is no ad account in ${currency}`)
    return account
  }

  before(async () => {
    sandbox = await startSandbox({ networks: networksNamed(['facebook']) })
    outbound = createOutbound({ log: createLogger({ name: 'test', level: 'silent' }) })
    const set = (name: string) => sandbox.environment[`FACEBOOK_${name}`] ?? ''
    const app: App = {
      hosts: { web: set('HOST_WEB'), graph: set('HOST_GRAPH'), upload: set('HOST_UPLOAD') },
      secrets: { clientId: set('CLIENT_ID'), clientSecret: set('CLIENT_SECRET') },
      publicUrl: 'http://127.0.0.1:1',
    }
    call = { app, outbound, signal: new AbortController().signal, now: () => new Date(), requestId: 'req-1' }
    paused = []
    tomas = await connected('tomas.ferrer')
    euro = await connected('nora.lindqvist')
  })

  after(async () => {
    await sandbox.close()
    await outbound.close()
  })

  afterEach(async () => {
    paused = []
    const response = await fetch(`${sandbox.url}/faults`, { method: 'DELETE' })
    expect(response.ok).to.equal(true)
  })

  it('lists ad accounts of the user and of the business once each, and reads one', async () => {
    const accounts = await facebookAds.listAdAccounts(tomas)
    expect(accounts.map(({ currency, timezone }) => [currency, timezone])).to.deep.equal([
      ['USD', 'Pacific/Kiritimati'],
      ['JPY', 'Pacific/Honolulu'],
    ])
    const [first] = accounts
    expect(await facebookAds.readAdAccount(tomas, first?.id.replace('act_', '') ?? '')).to.deep.equal(first)
    expect(await facebookAds.listBusinesses(tomas)).to.have.lengthOf(1)
  })

  it('does not reach an ad account of somebody else', async () => {
    const { id } = await adAccountOf(tomas, 'USD')
    expect(await failureOf(facebookAds.readAdAccount(euro, id))).to.include({ code: 'ad_account_not_found' })
  })

  it('sets a spend cap in minor units and removes it again', async () => {
    for (const [currency, cap] of [
      ['USD', 12_345],
      ['JPY', 5_000],
    ] as const) {
      const { id } = await adAccountOf(tomas, currency)
      expect(await facebookAds.updateAdAccount(tomas, id, { spendCap: cap })).to.include({ spendCap: cap })
      expect(await facebookAds.updateAdAccount(tomas, id, { spendCap: null })).to.include({ spendCap: null })
    }
  })

  it('reads a large tree to its end in the fewest pages', async () => {
    await ask('/person/ads', { network: 'facebook', as: 'tomas.ferrer', campaigns: 40, adSets: 210, ads: 410 })
    const { id, currency } = await adAccountOf(tomas, 'USD')
    const query = { adAccountId: id, currency, campaignId: null, effectiveStatus: null }
    const tree = await facebookAds.readTree(tomas, query, noStop)
    const { campaigns, ads } = await adsState()
    const shown = campaigns.filter((one) => one.adAccountId === id && !/DELETED|ARCHIVED/.test(one.status))
    expect(tree).to.include({ complete: true, incompleteReason: null, currency: 'USD' })
    expect(tree.campaigns).to.have.lengthOf(shown.length)
    const count = tree.campaigns.flatMap(({ adSets }) => adSets).flatMap((adSet) => adSet.ads).length
    expect(count).to.be.greaterThan(409).and.to.be.at.most(ads.length)
    const one = tree.campaigns[0]?.id ?? ''
    const alone = await facebookAds.readTree(tomas, { ...query, campaignId: one }, noStop)
    expect(alone.campaigns).to.deep.equal([tree.campaigns[0]])
    const active = await facebookAds.readTree(tomas, { ...query, effectiveStatus: ['active'] }, noStop)
    expect(active.campaigns.every(({ effectiveStatus }) => effectiveStatus === 'active')).to.equal(true)
    const stopped = await facebookAds.readTree(tomas, query, AbortSignal.abort())
    expect(stopped).to.include({ complete: false, incompleteReason: 'deadline' })
  })

  it('reads daily insights directly, and through a report where Meta demands one', async () => {
    const { id } = await adAccountOf(tomas, 'USD')
    const today = new Date()
    const day = (ago: number) => new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
    const query = { adAccountId: id, level: 'ad', startDate: day(20), endDate: day(2), campaignId: null } as const
    const rows = await facebookAds.readInsights(tomas, query, noReport)
    expect(rows.length).to.be.greaterThan(0)
    expect([...rows].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))).to.deep.equal(rows)
    await ask('/person/ads-settings', { network: 'facebook', maxSyncRows: 1 })
    const kept: (string | null)[] = []
    const memory = { runId: null, keep: async (runId: string | null) => void kept.push(runId) }
    expect(await facebookAds.readInsights(tomas, query, memory)).to.deep.equal(rows)
    expect(kept).to.have.lengthOf(2)
    expect(kept[1]).to.equal(null)
    await ask('/person/ads-settings', { network: 'facebook', maxSyncRows: 10_000 })
    const campaignId = rows[0]?.campaignId ?? ''
    const own = await facebookAds.readInsights(tomas, { ...query, campaignId }, noReport)
    expect(own).to.deep.equal(rows.filter((row) => row.campaignId === campaignId))
  })

  it('reads the insights of all that was delivered, archived and deleted objects included', async () => {
    await ask('/person/ads', { network: 'facebook', as: 'tomas.ferrer', campaigns: 2, adSets: 2, ads: 2 })
    const { id } = await adAccountOf(tomas, 'USD')
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const read = () =>
      Promise.all(
        (['account', 'campaign', 'adset', 'ad'] as const).map((level) => {
          const query = { adAccountId: id, level, startDate: day(20), endDate: day(2), campaignId: null }
          return facebookAds.readInsights(tomas, query, noReport)
        }),
      )
    const before = await read()
    const [one = '', other = ''] = new Set(before[1]?.map(({ campaignId }) => campaignId ?? ''))
    await facebookAds.setStatus(tomas, { adAccountId: id, id: one, status: 'archived' })
    await facebookAds.deleteCampaign(tomas, { adAccountId: id, campaignId: other })
    expect(await read()).to.deep.equal(before)
  })

  it('reads all leads once, newest first, whatever their forms', async () => {
    const ids: string[] = []
    const times: string[] = []
    let cursor: string | null = null
    do {
      const page = await facebookAds.listLeads(tomas, { formId: null, since: null, cursor })
      expect(page.leads.length).to.be.at.most(100)
      ids.push(...page.leads.map(({ id }) => id))
      times.push(...page.leads.map(({ createdAt }) => createdAt))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(ids).to.have.lengthOf(142)
    expect(new Set(ids)).to.have.lengthOf(142)
    expect([...times].sort().reverse()).to.deep.equal(times)
  })

  async function newCampaign(more: Partial<NewCampaign> = {}): Promise<NewCampaign> {
    const { id } = await adAccountOf(tomas, 'USD')
    const posts = await Promise.all(
      [1, 2].map((number) =>
        ask<{ id: string }>('/person/post', { network: 'facebook', as: 'Ferrer Cycling', text: `Post ${number}` }),
      ),
    )
    return campaignInput({ adAccountId: id, name: 'Spring sale', postIds: posts.map((post) => post.id), ...more })
  }

  function writing(input: NewCampaign): CampaignCall {
    return { ...tomas, writeId: 'write-1', createdAt: new Date(), input }
  }

  const begin = () =>
    createCampaign.begin({
      writeId: 'write-1',
      items: 1,
      now: new Date(),
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    })

  async function drive(write: CampaignCall, start: CampaignState = begin()) {
    let state = start
    for (;;) {
      const step = await createCampaign.advance(write, state)
      if (step.kind === 'done') return { result: step.result, state }
      state = step.kind === 'commit' ? await createCampaign.commit(write, state, step.step) : step.state
    }
  }

  it('creates a campaign paused, and switches it on at the end', async () => {
    const before = await adsState()
    const { result } = await drive(writing(await newCampaign()))
    const { id, currency } = await adAccountOf(tomas, 'USD')
    const query = { adAccountId: id, currency, campaignId: result.id, effectiveStatus: null }
    const [campaign] = (await facebookAds.readTree(tomas, query, noStop)).campaigns
    expect(campaign).to.include({ name: 'Spring sale', status: 'paused', objective: 'OUTCOME_ENGAGEMENT' })
    expect(campaign?.adSets).to.have.lengthOf(1)
    expect(campaign?.adSets[0]).to.include({ id: result.adSetId, status: 'paused', dailyBudget: 1_000 })
    expect(campaign?.adSets[0]?.ads.map((ad) => [ad.id, ad.postId, ad.status]).sort()).to.deep.equal(
      result.ads.map((ad) => [ad.id, ad.postId, 'paused']).sort(),
    )
    const active = await drive(writing(await newCampaign({ name: 'Active', status: 'active' })))
    const shown = await facebookAds.readTree(tomas, { ...query, campaignId: active.result.id }, noStop)
    expect(shown.campaigns[0]).to.include({ name: 'Active', status: 'active' })
    expect(shown.campaigns[0]?.adSets[0]?.ads.every((ad) => ad.status === 'active')).to.equal(true)
    expect((await adsState()).campaigns).to.have.lengthOf(before.campaigns.length + 2)
  })

  it('makes nothing when a post or the budget does not fit', async () => {
    const before = (await adsState()).campaigns.length
    const good = await newCampaign()
    await ask('/person/ad-eligibility', { network: 'facebook', post: good.postIds[1], eligible: false })
    const cases: [NewCampaign, string][] = [
      [{ ...good }, 'provider_rejected'],
      [{ ...good, postIds: ['1_2'] }, 'post_not_found'],
      [{ ...good, postIds: [`${tomas.account.providerId}_99`] }, 'post_not_found'],
      [{ ...good, postIds: good.postIds.slice(0, 1), budget: { daily: 1 } }, 'provider_rejected'],
    ]
    for (const [input, code] of cases) expect(await failureOf(drive(writing(input)))).to.include({ code })
    expect((await adsState()).campaigns).to.have.lengthOf(before)
  })

  it('creates a campaign for countries that ask for verified identities', async () => {
    const identity = { beneficiaryId: '71', payorId: '72' }
    const regionalIdentities = { SG: identity, TW: identity, TH: identity }
    const input = await newCampaign({ name: 'Regional', countries: ['SG', 'TW', 'TH', 'US'], regionalIdentities })
    expect((await drive(writing(input))).result.ads).to.have.lengthOf(2)
  })

  it('leaves the creatives of an earlier campaign for the same posts when a later one is undone', async () => {
    const input = await newCampaign({ name: 'Earlier' })
    const first = await drive(writing(input))
    const later = writing({ ...input, name: 'Later' })
    const second = await drive(later)
    const creatives = ({ result }: typeof first) => result.ads.map((ad) => ad.creativeId)
    expect(creatives(second)).to.deep.equal(creatives(first))
    const undoing = createCampaign.undo?.(second.state)
    if (!undoing) throw new Error('it was expected to undo')
    const { state } = await drive(later, undoing)
    expect(createCampaign.leftovers?.(state)).to.deep.equal([])
    const held = await adsState()
    expect(held.campaigns.find(({ id }) => id === second.result.id)?.status).to.equal('DELETED')
    const kept = held.creatives.filter(({ id }) => creatives(first).includes(id))
    expect(kept.map(({ status }) => status)).to.deep.equal(['ACTIVE', 'ACTIVE'])
  })

  it('deletes what was made when a later step is rejected, and names what cannot be deleted', async () => {
    const write = writing(await newCampaign({ countries: ['FR'] }))
    let state = begin()
    let failure: Record<string, unknown> | undefined
    while (!failure) {
      const step = await createCampaign.advance(write, state)
      if (step.kind === 'done') throw new Error('it was expected to be rejected')
      if (step.kind !== 'commit') state = step.state
      else {
        try {
          state = await createCampaign.commit(write, state, step.step)
        } catch (error) {
          failure = error as Record<string, unknown>
        }
      }
    }
    expect(failure).to.include({ code: 'provider_rejected' })
    expect(createCampaign.leftovers?.(state)).to.deep.equal([{ kind: 'campaign', id: state.campaignId }])
    await ask('/faults', { network: 'facebook', operation: 'ads.campaign.delete', fault: 'unavailable', times: 1 })
    const undoing = createCampaign.undo?.(state)
    if (!undoing) throw new Error('it was expected to undo')
    const { state: ended } = await drive(write, undoing)
    expect(createCampaign.leftovers?.(ended)).to.deep.equal([])
    const held = (await adsState()).campaigns.find(({ id }) => id === state.campaignId)
    expect(held?.status).to.equal('DELETED')
  })

  it('finds what a lost call made', async () => {
    const write = writing(await newCampaign({ name: 'Lost' }))
    let state = begin()
    const found: string[] = []
    for (;;) {
      const step = await createCampaign.advance(write, state)
      if (step.kind === 'done') break
      if (step.kind !== 'commit') {
        state = step.state
        continue
      }
      const open = { step: step.step, startedAt: new Date(), claimed: new Set<string>(), linksFetched: null }
      expect(await createCampaign.reconcile(write, state, open)).to.deep.equal({ kind: 'absent' })
      const after = await createCampaign.commit(write, state, step.step)
      expect(await createCampaign.reconcile(write, state, open)).to.deep.equal({ kind: 'done', state: after })
      found.push(step.step)
      state = after
    }
    expect(found).to.deep.equal(['campaign', 'adset', 'creative', 'ad'])
  })

  it('changes and deletes only what is in the ad account', async () => {
    const { result } = await drive(writing(await newCampaign({ name: 'Moved' })))
    const usd = await adAccountOf(tomas, 'USD')
    const jpy = await adAccountOf(tomas, 'JPY')
    const wrong = { adAccountId: jpy.id, id: result.id, status: 'active' } as const
    expect(await failureOf(facebookAds.setStatus(tomas, wrong))).to.include({ code: 'ad_object_not_found' })
    const foreign = { adAccountId: jpy.id, campaignId: result.id }
    expect(await failureOf(facebookAds.deleteCampaign(tomas, foreign))).to.include({ code: 'ad_object_not_found' })
    const { id: another } = await adAccountOf(euro, 'EUR')
    for (const adAccountId of [another, 'act_999999999999999']) {
      const unreached = { code: 'ad_account_not_found' }
      expect(await failureOf(facebookAds.setStatus(tomas, { ...wrong, adAccountId }))).to.include(unreached)
      expect(await failureOf(facebookAds.setStatus(tomas, { ...wrong, adAccountId, id: '1' }))).to.include(unreached)
      expect(await failureOf(facebookAds.deleteCampaign(tomas, { ...foreign, adAccountId }))).to.include(unreached)
    }
    const ids = [
      [result.id, 'campaign'],
      [result.adSetId, 'adset'],
      [result.ads[0]?.id ?? '', 'ad'],
    ] as const
    for (const [id, kind] of ids) {
      const target = { adAccountId: usd.id, id, status: 'active' } as const
      expect(await facebookAds.setStatus(tomas, target)).to.include({ id, kind, status: 'active' })
    }
    await facebookAds.deleteCampaign(tomas, { adAccountId: usd.id, campaignId: result.id })
    await facebookAds.deleteCampaign(tomas, { adAccountId: usd.id, campaignId: result.id })
  })

  it('says which budget is used up and for how long', async () => {
    const { id } = await adAccountOf(tomas, 'USD')
    await ask('/faults', {
      network: 'facebook',
      operation: 'ads.account.get',
      fault: 'throttle',
      times: 1,
      code: 17,
      subcode: 2446079,
      usage: { 'X-Ad-Account-Usage': { acc_id_util_pct: 100, reset_time_duration: 120 } },
    })
    const failure = await failureOf(facebookAds.readAdAccount(tomas, id))
    expect(failure).to.include({ code: 'rate_limited', retryAfter: 120 })
    expect(failure['details']).to.deep.equal({ limit: 'ad_account', retryAfterSeconds: 120 })
    expect(paused).to.deep.equal([`ad_account:${id}`])
  })
})
