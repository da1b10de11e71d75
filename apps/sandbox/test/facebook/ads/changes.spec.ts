import { expect } from 'chai'
import { eachTest } from '../../fixture.ts'
import { startRig } from '../../meta/rig.ts'
import { adsAccess, codes, makeTree } from './ads-access.ts'

const REVIEW_MS = 15 * 60_000

describe('facebook ads: states', () => {
  const rig = eachTest(startRig)
  const ads = eachTest(() => adsAccess(rig))

  const stateOf = async (id: string) => (await ads.get(id, { fields: 'effective_status' })).body.effective_status

  it('reviews an ad while the clock moves', async () => {
    const { ad } = await makeTree(rig, ads)
    expect(await stateOf(ad)).to.equal('PENDING_REVIEW')
    rig.advance(REVIEW_MS)
    expect(await stateOf(ad)).to.equal('ACTIVE')
  })

  it('says why an ad was disapproved', async () => {
    const { ad } = await makeTree(rig, ads)
    await rig.facebook.person['ad-review']?.({ id: ad, decision: 'disapprove', policy: 'WEAPONS' })
    const { body } = await ads.get(ad, { fields: 'effective_status,issues_info,ad_review_feedback' })
    expect(body.effective_status).to.equal('DISAPPROVED')
    expect(body.ad_review_feedback.global).to.have.keys('WEAPONS')
    expect(body.issues_info[0].error_summary).to.equal('Ad disapproved')
  })

  it('waits for something to pay with in a new ad account', async () => {
    const tomas = await adsAccess(rig, { as: 'tomas.ferrer' })
    const form = {
      name: 'N',
      currency: 'USD',
      timezone_id: 1,
      end_advertiser: 'NONE',
      media_agency: 'NONE',
      partner: 'NONE',
    }
    const { body } = await tomas.post('330011223344556/adaccount', form)
    const { ad } = await makeTree(rig, { ...tomas, account: body.id }, { pageId: '104598765432109' })
    rig.advance(REVIEW_MS)
    expect((await tomas.get(ad, { fields: 'effective_status' })).body.effective_status).to.equal('PENDING_BILLING_INFO')
  })

  it('pauses from the inside out', async () => {
    const { campaign, adSet, ad } = await makeTree(rig, ads)
    rig.advance(REVIEW_MS)
    expect((await ads.post(campaign, { status: 'PAUSED' })).body).to.deep.equal({ success: true })
    expect([await stateOf(adSet), await stateOf(ad)]).to.deep.equal(['CAMPAIGN_PAUSED', 'CAMPAIGN_PAUSED'])
    await ads.post(adSet, { status: 'PAUSED' })
    expect([await stateOf(adSet), await stateOf(ad)]).to.deep.equal(['PAUSED', 'ADSET_PAUSED'])
    await ads.post(ad, { status: 'PAUSED' })
    expect(await stateOf(ad)).to.equal('PAUSED')
  })

  it('deletes a campaign with everything below it, and shows it only when asked', async () => {
    const { campaign, adSet, ad } = await makeTree(rig, ads)
    expect((await ads.remove(campaign)).body).to.deep.equal({ success: true })
    expect([await stateOf(campaign), await stateOf(adSet), await stateOf(ad)]).to.deep.equal(Array(3).fill('DELETED'))
    const listed = async (query: Record<string, unknown>) => {
      const { body } = await ads.get(`${ads.account}/campaigns`, { limit: 200, ...query })
      return body.data.some(({ id }: { id: string }) => id === campaign)
    }
    expect(await listed({})).to.equal(false)
    expect(await listed({ effective_status: ['DELETED'] })).to.equal(true)
    const filtering = [{ field: 'constructor', operator: 'EQUAL', value: '1' }]
    for (const list of [`${ads.account}/campaigns`, `${campaign}/ads`])
      expect(codes(await ads.get(list, { filtering })), list).to.deep.equal([100, undefined])
    const unknown = await ads.get(`${ads.account}/campaigns`, { effective_status: ['RUNNING'] })
    expect(codes(unknown)).to.deep.equal([100, undefined])
  })

  it('lets nothing but a name be changed of what is deleted', async () => {
    const { campaign, adSet } = await makeTree(rig, ads)
    await ads.post(adSet, { status: 'ARCHIVED' })
    expect(codes(await ads.post(adSet, { status: 'ACTIVE' }))).to.deep.equal([100, 1487566])
    await ads.remove(campaign)
    expect(codes(await ads.post(campaign, { status: 'ACTIVE' }))).to.deep.equal([100, 1487056])
    expect((await ads.post(campaign, { name: 'Gone' })).status).to.equal(200)
  })

  it('changes the budget of an ad set four times an hour', async () => {
    const { adSet } = await makeTree(rig, ads)
    for (let budget = 1_001; budget <= 1_004; budget += 1) await ads.post(adSet, { daily_budget: budget })
    expect(codes(await ads.post(adSet, { daily_budget: 1_005 }))).to.deep.equal([613, 1487632])
    rig.advance(3_600_001)
    expect((await ads.post(adSet, { daily_budget: 1_005 })).status).to.equal(200)
    expect(codes(await ads.post(adSet, { daily_budget: 1 }))).to.deep.equal([100, 1885272])
  })

  it('nests lists, which end at 25 unless a limit says otherwise', async () => {
    await rig.facebook.person['ads']?.({ campaigns: 1, adSets: 30, ads: 30 })
    const { body } = await ads.get(`${ads.account}/campaigns`, { fields: 'id,name,adsets{id},ads.limit(28){id,name}' })
    const [{ adsets, ads: nested }] = body.data
    expect([adsets.data.length, nested.data.length]).to.deep.equal([25, 28])
    await ads.remove(nested.data[0].id)
    const rest = await ads.get(`${ads.account}/campaigns`, { fields: 'ads.limit(1){id}' })
    expect(rest.body.data[0].ads.data).to.deep.equal([{ id: nested.data[1].id }])
    for (const limit of ['abc', '-1', '']) {
      const { status, body: rejected } = await ads.get(`${ads.account}/campaigns`, { fields: `adsets.limit(${limit})` })
      expect([status, rejected.error?.code], limit).to.deep.equal([400, 100])
    }
  })

  it('applies all of a change or nothing, and checks all of it with validate_only', async () => {
    const { campaign, adSet, ad } = await makeTree(rig, ads)
    const wrong: [id: string, form: Record<string, unknown>][] = [
      [adSet, { daily_budget: 2_000, end_time: 'soon' }],
      [adSet, { daily_budget: 2_000, name: '' }],
      [adSet, { name: 'New', daily_budget: 1 }],
      [adSet, { name: 'New', lifetime_budget: 90_000 }],
      [campaign, { name: 'New', stop_time: 'soon' }],
      [campaign, { name: 'New', stop_time: '99999999999999' }],
      [campaign, { name: 'New', stop_time: '-271821-04-20T00:00:00Z' }],
      [ad, { name: '', status: 'PAUSED' }],
    ]
    const dry = { execution_options: ['validate_only'] }
    const shown = () =>
      Promise.all([campaign, adSet, ad].map(async (id) => (await ads.get(id, { fields: 'name,status' })).body))
    const before = await shown()
    for (const [id, form] of [...wrong, ...wrong.map(([id, form]) => [id, { ...form, ...dry }] as const)]) {
      expect((await ads.post(id, form)).body.error?.code, JSON.stringify(form)).to.equal(100)
    }
    expect((await ads.post(adSet, { daily_budget: 2_000, name: 'New', ...dry })).body).to.deep.equal({ success: true })
    expect(await shown()).to.deep.equal(before)
    expect((await ads.get(adSet, { fields: 'daily_budget' })).body.daily_budget).to.equal('1000')
    for (let budget = 1_001; budget <= 1_004; budget += 1) {
      expect((await ads.post(adSet, { daily_budget: budget })).status).to.equal(200)
    }
    expect(codes(await ads.post(adSet, { daily_budget: 1_005, ...dry }))).to.deep.equal([613, 1487632])
  })
})
