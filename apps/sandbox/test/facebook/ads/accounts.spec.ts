import { expect } from 'chai'
import { eachTest } from '../../fixture.ts'
import { startRig } from '../../meta/rig.ts'
import { adsAccess, codes } from './ads-access.ts'

const BUSINESS = '330011223344556'
const NEW_ACCOUNT = {
  name: 'New',
  currency: 'EUR',
  timezone_id: 47,
  end_advertiser: 'NONE',
  media_agency: 'NONE',
  partner: 'UNFOUND',
}

describe('facebook ads: businesses and ad accounts', () => {
  const rig = eachTest(startRig)

  it('lists two ad accounts in distant zones, with their business, amounts in text', async () => {
    const { get } = await adsAccess(rig, { as: 'tomas.ferrer' })
    const fields =
      'id,account_id,name,account_status,disable_reason,currency,timezone_name,timezone_id,amount_spent,balance,spend_cap,min_daily_budget,business{id,name},owner,user_tasks'
    const { body } = await get('me/adaccounts', { fields, limit: 200 })
    const zones = body.data.map((one: Record<string, unknown>) => [one['currency'], one['timezone_name']])
    expect(zones).to.deep.equal([
      ['USD', 'Pacific/Kiritimati'],
      ['JPY', 'Pacific/Honolulu'],
    ])
    expect(body.data[0]).to.deep.include({
      id: `act_${body.data[0].account_id}`,
      account_status: 1,
      amount_spent: '120045',
      spend_cap: '500000',
      min_daily_budget: 100,
      business: { id: BUSINESS, name: 'Ferrer Group' },
    })
  })

  it('shows persons by their traits, and none to a person without ads', async () => {
    const state = (await rig.facebook.state()) as { accounts: { handle: string; traits: string[] }[] }
    const traits = Object.fromEntries(state.accounts.map(({ handle, traits }) => [handle, traits]))
    expect(traits).to.deep.include({ 'tomas.ferrer': ['two_ad_accounts'], 'jun.sato': ['no_ads'] })
    const { get } = await adsAccess(rig, { as: 'jun.sato' })
    expect((await get('me/adaccounts')).body).to.deep.equal({ data: [] })
  })

  it('needs a permission to read, and another one to change', async () => {
    const blind = await adsAccess(rig, { withhold: ['ads_read', 'ads_management'] })
    expect(codes(await blind.get('me/adaccounts'))).to.deep.equal([200, undefined])
    rig.advance(1_000)
    const again = await startRig()
    const reader = await adsAccess(again, { withhold: ['ads_management'] })
    expect((await reader.get(reader.account)).status).to.equal(200)
    expect(codes(await reader.post(reader.account, { name: 'Mine' }))).to.deep.equal([294, undefined])
    await again.close()
  })

  it("hides other people's ad accounts", async () => {
    const tomas = await adsAccess(rig, { as: 'tomas.ferrer' })
    const nora = await adsAccess(rig)
    expect(codes(await nora.get(tomas.account))).to.deep.equal([100, 33])
  })

  it('hides businesses from strangers, and rejects versions that have ended', async () => {
    const nora = await adsAccess(rig)
    expect(codes(await nora.post(`${BUSINESS}/adaccount`, NEW_ACCOUNT))).to.deep.equal([100, 33])
    const old = await rig.get(`${rig.urls.facebook}/v24.0/${nora.account}`, { access_token: nora.token })
    expect(codes(old)).to.deep.equal([2635, undefined])
  })

  it('shows businesses with their ad accounts', async () => {
    const { get } = await adsAccess(rig, { as: 'tomas.ferrer' })
    const fields = 'id,name,verification_status,created_time,timezone_id,primary_page{id,name}'
    const { body } = await get('me/businesses', { fields, limit: 100 })
    expect(body.data).to.deep.equal([
      {
        id: BUSINESS,
        name: 'Ferrer Group',
        verification_status: 'verified',
        created_time: '2021-04-12T09:00:00+0000',
        timezone_id: 3,
        primary_page: { id: '104577700099922', name: 'Ferrer Outdoor' },
      },
    ])
    expect((await get(`${BUSINESS}/owned_ad_accounts`)).body.data).to.have.length(2)
    expect((await get(`${BUSINESS}/client_ad_accounts`)).body.data).to.deep.equal([])
  })

  it('opens an ad account in a business, up to a number', async () => {
    const { get, post } = await adsAccess(rig, { as: 'tomas.ferrer' })
    const { body } = await post(`${BUSINESS}/adaccount`, NEW_ACCOUNT)
    expect(body).to.include({ business_id: BUSINESS, end_advertiser_id: 'NONE', partner_id: 'UNFOUND' })
    const opened = await get(body.id, { fields: 'currency,timezone_name,amount_spent,business{id}' })
    expect(opened.body).to.deep.include({ currency: 'EUR', timezone_name: 'Europe/Berlin', amount_spent: '0' })
    for (const currency of ['VES', 'RSD']) {
      const other = await post(`${BUSINESS}/adaccount`, { ...NEW_ACCOUNT, currency })
      expect((await get(other.body.id, { fields: 'currency' })).body).to.include({ currency })
    }
    expect(codes(await post(`${BUSINESS}/adaccount`, NEW_ACCOUNT))).to.deep.equal([3979, undefined])
  })

  const wrong: [string, Record<string, unknown>, number][] = [
    ['a currency that Meta does not have', { currency: 'KWD' }, 2607],
    ['an unknown time zone', { timezone_id: 9_999 }, 100],
    ['a party that is neither an id nor a word for none', { partner: 'me' }, 100],
    ['a missing media agency', { media_agency: '' }, 100],
  ]
  for (const [what, change, code] of wrong) {
    it(`does not open an ad account with ${what}`, async () => {
      const { post } = await adsAccess(rig, { as: 'tomas.ferrer' })
      expect(codes(await post(`${BUSINESS}/adaccount`, { ...NEW_ACCOUNT, ...change }))[0]).to.equal(code)
    })
  }

  it('opens no ad account for an app with limited access', async () => {
    const { get, post } = await adsAccess(rig, { as: 'tomas.ferrer' })
    await rig.facebook.person['ads-settings']?.({ tier: 'limited' })
    expect(codes(await post(`${BUSINESS}/adaccount`, NEW_ACCOUNT))).to.deep.equal([3, undefined])
    expect((await get(`${BUSINESS}/owned_ad_accounts`)).body.data).to.have.length(2)
  })

  it('takes a spending limit in the currency and shows it in minor units', async () => {
    for (const [as, cap, minor] of [
      ['nora.lindqvist', '25.50', '2550'],
      ['amara.diallo', '7', '700'],
    ] as const) {
      const { account, get, post } = await adsAccess(rig, { as })
      expect((await post(account, { spend_cap: cap })).body).to.deep.equal({ success: true })
      expect((await get(account, { fields: 'spend_cap' })).body.spend_cap).to.equal(minor)
      await post(account, { spend_cap_action: 'delete' })
      expect((await get(account, { fields: 'spend_cap' })).body.spend_cap).to.equal('0')
    }
  })

  it('renames, resets what was spent, and keeps who is behind the ads', async () => {
    const { account, get, post } = await adsAccess(rig)
    await post(account, {
      name: 'Bakery',
      spend_cap_action: 'reset',
      default_dsa_beneficiary: 'Nora',
      default_dsa_payor: 'Nora',
      end_advertiser: '104512345678901',
    })
    const fields = 'name,amount_spent,default_dsa_payor,end_advertiser'
    expect((await get(account, { fields })).body).to.deep.include({
      name: 'Bakery',
      amount_spent: '0',
      default_dsa_payor: 'Nora',
      end_advertiser: '104512345678901',
    })
    expect(codes(await post(account, { end_advertiser: 'NONE' }))).to.deep.equal([100, undefined])
  })

  it('has a default beneficiary and a default payor, or neither', async () => {
    const { account, get, post } = await adsAccess(rig)
    const dsa = (beneficiary?: string, payor?: string) =>
      post(account, {
        ...(beneficiary !== undefined && { default_dsa_beneficiary: beneficiary }),
        ...(payor !== undefined && { default_dsa_payor: payor }),
      })
    await dsa('', '')
    expect(codes(await dsa('Nora'))).to.deep.equal([100, undefined])
    expect(codes(await dsa(undefined, 'Nora'))).to.deep.equal([100, undefined])
    expect((await dsa('Nora', 'Nora')).status).to.equal(200)
    expect((await dsa(undefined, 'Amara')).status).to.equal(200)
    expect(codes(await dsa('', undefined))).to.deep.equal([100, undefined])
    const fields = 'default_dsa_beneficiary,default_dsa_payor'
    expect((await get(account, { fields })).body).to.include({
      default_dsa_beneficiary: 'Nora',
      default_dsa_payor: 'Amara',
    })
  })

  it('changes a spending limit ten times a day', async () => {
    const { account, post } = await adsAccess(rig)
    for (let cap = 1; cap <= 10; cap += 1) await post(account, { spend_cap: cap })
    expect(codes(await post(account, { spend_cap: 11 }))).to.deep.equal([17, 1885172])
    rig.advance(86_400_001)
    expect((await post(account, { spend_cap: 11 })).status).to.equal(200)
  })
})
