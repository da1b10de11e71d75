import { expect } from 'chai'
import { metaNetworks } from '../../../src/networks.ts'
import { startSandbox } from '../../../src/sandbox.ts'
import { eachTest } from '../../fixture.ts'
import { startRig } from '../../meta/rig.ts'
import { adsAccess, CAMPAIGN, codes } from './ads-access.ts'

describe('facebook ads: limits', () => {
  const rig = eachTest(startRig)
  const ads = eachTest(() => adsAccess(rig))

  it('reports usage with every response', async () => {
    const { headers } = await ads.get(`${ads.account}/insights`, { fields: 'spend' })
    const digits = ads.account.replace('act_', '')
    expect(JSON.parse(headers.get('x-ad-account-usage') ?? '')).to.deep.equal({
      acc_id_util_pct: 0.01,
      reset_time_duration: 0,
      ads_api_access_tier: 'standard_access',
    })
    expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '')[digits][0]).to.include({ type: 'ads_insights' })
    expect(headers.get('x-app-usage')).to.be.a('string')
    expect(headers.get('x-fb-ads-insights-throttle')).to.be.a('string')
  })

  it('blocks an ad account whose score is spent, and takes calls again after a while', async () => {
    await rig.facebook.person['ads-settings']?.({ tier: 'limited' })
    for (let written = 0; written < 20; written += 1) {
      expect((await ads.post(`${ads.account}/campaigns`, CAMPAIGN)).status).to.equal(200)
    }
    const rejected = await ads.get(ads.account)
    expect(codes(rejected)).to.deep.equal([17, 2446079])
    expect(JSON.parse(rejected.headers.get('x-ad-account-usage') ?? '')).to.include({
      acc_id_util_pct: 100,
      reset_time_duration: 300,
      ads_api_access_tier: 'development_access',
    })
    const digits = ads.account.replace('act_', '')
    const [row] = JSON.parse(rejected.headers.get('x-business-use-case-usage') ?? '')[digits]
    expect(row).to.include({ estimated_time_to_regain_access: 5 })
    expect((await ads.get('me/adaccounts')).status).to.equal(200)
    rig.advance(300_001)
    expect((await ads.get(ads.account)).status).to.equal(200)
  })

  it('rejects a list that is too heavy', async () => {
    await rig.facebook.person['ads']?.({ campaigns: 4, adSets: 10, ads: 300 })
    const fields = 'id,name,adset_id,campaign_id,status,effective_status,creative{id,name,thumbnail_url}'
    const heavy = await ads.get(`${ads.account}/ads`, {
      fields: `${fields},created_time,updated_time,issues_info,account_id,configured_status,ad_review_feedback,creative{id,name,status,body,thumbnail_url,object_story_id}`,
      limit: 300,
    })
    expect([heavy.status, ...codes(heavy)]).to.deep.equal([500, 1, undefined])
    expect((await ads.get(`${ads.account}/ads`, { fields, limit: 200 })).body.data).to.have.length(200)
    await rig.facebook.person['ads-settings']?.({ maxCells: 1_000 })
    expect(codes(await ads.get(`${ads.account}/ads`, { fields, limit: 200 }))[0]).to.equal(1)
    expect((await ads.get(`${ads.account}/ads`, { fields, limit: 100 })).status).to.equal(200)
  })

  it('limits a list inside an object like a list of its own', async () => {
    await rig.facebook.person['ads']?.({ campaigns: 1, adSets: 1, ads: 300 })
    const nested = (limit: number) =>
      ads.get(`${ads.account}/campaigns`, { fields: `ads.limit(${limit}){id,name,status}`, limit: 1 })
    expect((await nested(1_000)).body.data[0].ads.data).to.have.length(300)
    expect(codes(await nested(1_001))[0]).to.equal(100)
    await rig.facebook.person['ads-settings']?.({ maxCells: 600 })
    expect(codes(await nested(300))[0]).to.equal(1)
    expect((await nested(200)).body.data[0].ads.data).to.have.length(200)
  })

  it('rejects ids instead of a path', async () => {
    const { status, body } = await ads.get('', { ids: `${ads.account},act_1` })
    expect([status, body.error.code]).to.deep.equal([400, 100])
    expect(codes(await ads.get(ads.account, { ids: '1' }))[0]).to.equal(100)
  })

  it('rejects settings that there are not', async () => {
    expect(() => rig.facebook.person['ads-settings']?.({ tier: 'huge' })).to.throw('limited or full')
    expect(() => rig.facebook.person['ads-settings']?.({ wind: 1 })).to.throw('wind')
  })
})

describe('facebook ads: throttles as faults', () => {
  it('have the code and the headers that are asked for', async () => {
    const sandbox = await startSandbox({ networks: metaNetworks() })
    const fault = (body: unknown) =>
      fetch(`${sandbox.url}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    try {
      const usage = { 'X-Ad-Account-Usage': { acc_id_util_pct: 100, reset_time_duration: 77 } }
      const stated = { network: 'facebook', fault: 'throttle', code: 613, subcode: 1487742, usage, times: 1 }
      expect((await fault({ ...stated, operation: 'ads.campaign.list' })).status).to.equal(201)
      const response = await fetch(`${sandbox.url}/facebook/v25.0/act_1/campaigns`)
      const { error } = (await response.json()) as { error: Record<string, unknown> }
      expect([response.status, error['code'], error['error_subcode']]).to.deep.equal([429, 613, 1487742])
      expect(JSON.parse(response.headers.get('x-ad-account-usage') ?? '')).to.deep.equal(usage['X-Ad-Account-Usage'])
      expect(response.headers.get('x-business-use-case-usage')).to.equal(null)
      await fault({ network: 'facebook', fault: 'throttle', times: 1 })
      const usual = await fetch(`${sandbox.url}/facebook/v25.0/act_1/insights`)
      expect(((await usual.json()) as { error: { code: number } }).error.code).to.equal(80000)
      expect(JSON.parse(usual.headers.get('x-business-use-case-usage') ?? '')).to.have.keys('1')
      expect((await fault({ network: 'facebook', fault: 'slow', code: 4 })).status).to.equal(400)
    } finally {
      await sandbox.close()
    }
  })
})
