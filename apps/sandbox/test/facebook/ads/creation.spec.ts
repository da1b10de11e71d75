import { expect } from 'chai'
import { eachTest } from '../../fixture.ts'
import { startRig } from '../../meta/rig.ts'
import { AD_SET, adsAccess, CAMPAIGN, codes, makeTree, pagePost } from './ads-access.ts'

const PAGE = '104512345678901'

describe('facebook ads: creating a campaign from a post', () => {
  const rig = eachTest(startRig)
  const ads = eachTest(() => adsAccess(rig))

  it('makes campaign, ad set, creative and ad, which then are in the lists', async () => {
    const made = await makeTree(rig, ads)
    const filtering = [{ field: 'campaign.id', operator: 'IN', value: [made.campaign] }]
    const fields = 'id,name,adset_id,campaign_id,status,effective_status,creative{id,effective_object_story_id}'
    const { body } = await ads.get(`${ads.account}/ads`, { fields, filtering, limit: 200 })
    expect(body.data).to.deep.equal([
      {
        id: made.ad,
        name: 'Ad',
        adset_id: made.adSet,
        campaign_id: made.campaign,
        status: 'ACTIVE',
        effective_status: 'PENDING_REVIEW',
        creative: { id: made.creative, effective_object_story_id: await pagePost(rig, PAGE) },
      },
    ])
    const sets = await ads.get(`${ads.account}/adsets`, { fields: 'daily_budget,targeting', filtering })
    expect(sets.body.data[0]).to.deep.include({ daily_budget: '1000', targeting: AD_SET.targeting })
  })

  it('only checks with validate_only', async () => {
    const dry = { ...CAMPAIGN, execution_options: ['validate_only'] }
    const before = (await ads.get(`${ads.account}/campaigns`)).body.data.length
    expect((await ads.post(`${ads.account}/campaigns`, dry)).body).to.deep.equal({ success: true })
    expect(codes(await ads.post(`${ads.account}/campaigns`, { ...dry, objective: 'REACH' }))[0]).to.equal(100)
    expect((await ads.get(`${ads.account}/campaigns`)).body.data).to.have.length(before)
  })

  const { is_adset_budget_sharing_enabled: _sharing, ...noSharing } = CAMPAIGN
  const { special_ad_categories: _categories, ...noCategories } = CAMPAIGN
  const campaigns: [string, Record<string, unknown>, number | undefined][] = [
    ['neither a budget nor a word on sharing it', noSharing, 4834011],
    ['no special ad categories', noCategories, undefined],
    ['a legacy objective', { ...CAMPAIGN, objective: 'POST_ENGAGEMENT' }, undefined],
    ['a budget below the minimum', { ...noSharing, daily_budget: 99 }, 1885272],
    ['both kinds of budget', { ...noSharing, daily_budget: 500, lifetime_budget: 500 }, undefined],
    ['an unknown special ad category', { ...CAMPAIGN, special_ad_categories: ['PETS'] }, undefined],
  ]
  for (const [what, form, subcode] of campaigns) {
    it(`rejects a campaign with ${what}`, async () => {
      const response = await ads.post(`${ads.account}/campaigns`, form)
      expect([response.status, ...codes(response)]).to.deep.equal([400, 100, subcode])
      expect(response.body.error.error_user_msg).to.be.a('string')
    })
  }

  const { targeting } = AD_SET
  const audience = (change: Record<string, unknown>) => ({ targeting: { ...targeting, ...change } })
  const both = { universal_beneficiary: '71', universal_payer: '71' }
  const thailand = (identities: Record<string, string>) => ({
    ...audience({ geo_locations: { countries: ['TH'] } }),
    regional_regulated_categories: ['THAILAND_UNIVERSAL'],
    regional_regulation_identities: identities,
  })
  const adSets: [string, Record<string, unknown>, number | undefined][] = [
    ['no place', audience({ geo_locations: {} }), 1885364],
    ['no word on the Advantage+ audience', audience({ targeting_automation: {} }), 1870227],
    [
      'a narrow Advantage+ audience',
      audience({ age_min: 30, targeting_automation: { advantage_audience: 1 } }),
      1870189,
    ],
    ['a European country and nobody who benefits', audience({ geo_locations: { countries: ['SE'] } }), 3858081],
    [
      'a European country and nobody who pays',
      { ...audience({ geo_locations: { countries: ['SE'] } }), dsa_beneficiary: 'Nora' },
      3858152,
    ],
    ['Singapore and no identities', audience({ geo_locations: { countries: ['US', 'SG'] } }), 3858550],
    ['Taiwan and no identities', audience({ geo_locations: { countries: ['TW'] } }), 3858498],
    ['Thailand and no identities', audience({ geo_locations: { countries: ['TH'] } }), 3858634],
    ['Thailand and nobody who pays', thailand({ universal_beneficiary: '71' }), 3858636],
    [
      'identities of a category that it does not declare',
      thailand({ ...both, taiwan_universal_payer: '71' }),
      undefined,
    ],
    ['a name for an identity', thailand({ ...both, universal_payer: 'Nora' }), undefined],
    ['an unknown category', { regional_regulated_categories: ['MARS_UNIVERSAL'] }, undefined],
    [
      'a daily budget for one day',
      { start_time: '2031-01-01T00:00:00+0000', end_time: '2031-01-02T00:00:00+0000' },
      1487793,
    ],
    ['a budget below the minimum', { daily_budget: 1 }, 1885272],
    [
      'a lifetime budget below the minimum of its days',
      {
        daily_budget: undefined,
        lifetime_budget: 300,
        start_time: '2031-01-01T00:00:00+0000',
        end_time: '2031-01-08T00:00:00+0000',
      },
      1885272,
    ],
    ['no budget', { daily_budget: '' }, undefined],
    ['a lifetime budget and no end', { daily_budget: undefined, lifetime_budget: 5_000 }, undefined],
    ['a goal that the objective does not have', { optimization_goal: 'APP_INSTALLS' }, 2490408],
    ['a capped bid and no amount', { bid_strategy: 'COST_CAP' }, 1815857],
    ['a campaign of nobody', { campaign_id: '1' }, undefined],
  ]
  for (const [what, change, subcode] of adSets) {
    it(`rejects an ad set with ${what}`, async () => {
      const { body } = await ads.post(`${ads.account}/campaigns`, CAMPAIGN)
      const form = Object.entries({ ...AD_SET, campaign_id: body.id, ...change }).filter(
        ([, value]) => value !== undefined,
      )
      const response = await ads.post(`${ads.account}/adsets`, Object.fromEntries(form))
      expect([response.status, ...codes(response)]).to.deep.equal([400, 100, subcode])
    })
  }

  it('rejects a second budget below a campaign that has one, and names the field to blame', async () => {
    const { body } = await ads.post(`${ads.account}/campaigns`, { ...noSharing, daily_budget: 1_000 })
    const response = await ads.post(`${ads.account}/adsets`, { ...AD_SET, campaign_id: body.id })
    expect(codes(response)).to.deep.equal([100, 1885621])
    expect(response.body.error.error_data).to.deep.equal({ blame_field_specs: [['daily_budget']] })
  })

  it('takes an ad set for Europe when the ad account says who is behind it', async () => {
    await ads.post(ads.account, { default_dsa_beneficiary: 'Nora', default_dsa_payor: 'Nora' })
    const { body } = await ads.post(`${ads.account}/campaigns`, CAMPAIGN)
    const form = { ...AD_SET, ...audience({ geo_locations: { countries: ['SE'] } }), campaign_id: body.id }
    expect((await ads.post(`${ads.account}/adsets`, form)).status).to.equal(200)
  })

  it('takes an ad set for Singapore, Taiwan and Thailand with the identities of each', async () => {
    const { body } = await ads.post(`${ads.account}/campaigns`, CAMPAIGN)
    const identities = {
      ...{ singapore_universal_beneficiary: '71', singapore_universal_payer: '72' },
      ...{ taiwan_universal_beneficiary: '73', taiwan_universal_payer: '73' },
      ...both,
    }
    const form = {
      ...AD_SET,
      ...audience({ geo_locations: { countries: ['SG', 'TW', 'TH'] } }),
      regional_regulated_categories: ['SINGAPORE_UNIVERSAL', 'TAIWAN_UNIVERSAL', 'THAILAND_UNIVERSAL'],
      regional_regulation_identities: identities,
      campaign_id: body.id,
    }
    expect((await ads.post(`${ads.account}/adsets`, form)).status).to.equal(200)
  })

  it('rejects an ad of an ad set without a promoted object, also when it is only checked', async () => {
    const { promoted_object: _page, ...none } = AD_SET
    const creative = { object_story_id: await pagePost(rig, PAGE) }
    for (const promoted of [{}, { promoted_object: { page: PAGE } }]) {
      const campaign = await ads.post(`${ads.account}/campaigns`, CAMPAIGN)
      const adSet = await ads.post(`${ads.account}/adsets`, { ...none, ...promoted, campaign_id: campaign.body.id })
      expect(adSet.status).to.equal(200)
      const form = { name: 'Ad', adset_id: adSet.body.id, creative, status: 'PAUSED' }
      for (const dry of [{ execution_options: ['validate_only'] }, {}]) {
        expect(codes(await ads.post(`${ads.account}/ads`, { ...form, ...dry }))).to.deep.equal([100, 1885154])
      }
    }
  })

  it('checks an ad with the creative that it would make, and makes neither', async () => {
    const campaign = await ads.post(`${ads.account}/campaigns`, CAMPAIGN)
    const adSet = await ads.post(`${ads.account}/adsets`, { ...AD_SET, campaign_id: campaign.body.id })
    const creative = { object_story_id: await pagePost(rig, PAGE) }
    const dry = { name: 'Ad', adset_id: adSet.body.id, status: 'PAUSED', execution_options: ['validate_only'] }
    expect((await ads.post(`${ads.account}/ads`, { ...dry, creative })).body).to.deep.equal({ success: true })
    const gone = { object_story_id: `${PAGE}_1` }
    expect(codes(await ads.post(`${ads.account}/ads`, { ...dry, creative: gone }))).to.deep.equal([100, 1487472])
  })

  it('adds a date and a hash to the names of creatives, and makes none twice of the same content', async () => {
    const object_story_id = await pagePost(rig, PAGE)
    const create = (name: string, more = {}) =>
      ads.post(`${ads.account}/adcreatives`, { name, object_story_id, url_tags: 'a=1', ...more })
    const { id } = (await create('First')).body
    const { name } = (await ads.get(id, { fields: 'name' })).body
    expect(name).to.match(/^First \d{4}-\d\d-\d\d-[0-9a-f]{32}$/)
    expect((await create('Second')).body.id).to.equal(id)
    expect((await ads.get(id, { fields: 'name' })).body.name).to.equal(name)
    expect((await create('Third', { url_tags: 'a=2' })).body.id).to.not.equal(id)
    await ads.remove(id)
    expect((await create('Fourth')).body.id).to.not.equal(id)
  })

  it('makes creatives of own posts that may be promoted', async () => {
    const post = await pagePost(rig, PAGE)
    const foreign = await pagePost(rig, '104598765432109')
    const create = (object_story_id: string) => ads.post(`${ads.account}/adcreatives`, { name: 'C', object_story_id })
    expect((await create(post)).status).to.equal(200)
    expect(codes(await create(`${PAGE}_1`))).to.deep.equal([100, 1487472])
    expect(codes(await create(foreign))).to.deep.equal([100, 1885029])
    await rig.facebook.person['ad-eligibility']?.({ post, eligible: false })
    expect(codes(await create(post))).to.deep.equal([100, 2490155])
  })

  it('makes nothing in a disabled ad account', async () => {
    const amara = await adsAccess(rig, { as: 'amara.diallo' })
    const { body } = await amara.get('me/adaccounts', { fields: 'account_status' })
    const disabled = body.data.find((one: Record<string, unknown>) => one['account_status'] === 2)
    expect(codes(await amara.post(`${disabled.id}/campaigns`, CAMPAIGN))[0]).to.equal(368)
  })
})
