import { expect } from 'chai'
import { eachTest } from '../../fixture.ts'
import { pageAccess, startRig, userToken } from '../../meta/rig.ts'
import { ADS_SCOPES, codes } from './ads-access.ts'

const PAGE = 'Ferrer Cycling'
const FIELDS = 'id,created_time,ad_id,ad_name,adset_id,campaign_id,campaign_name,form_id,is_organic,platform,field_data'

describe('facebook ads: lead forms and leads', () => {
  const rig = eachTest(startRig)

  async function access(withhold: string[] = []) {
    const page = await pageAccess(rig, { as: 'tomas.ferrer', scopes: ADS_SCOPES, withhold, page: PAGE })
    const get = (path: string, query: Record<string, string> = {}) =>
      rig.get(`${rig.urls.facebook}/v25.0/${path}`, { access_token: page.token, ...query })
    return { ...page, get }
  }

  it('lists forms with their questions and counts', async () => {
    const { get, id } = await access()
    const fields =
      'id,name,status,locale,created_time,leads_count,organic_leads_count,questions{key,label,type,options}'
    const { body } = await get(`${id}/leadgen_forms`, { fields, limit: '100' })
    const names = body.data.map((form: Record<string, unknown>) => [form['name'], form['status'], form['leads_count']])
    expect(names).to.deep.equal([
      ['Guided tours', 'ACTIVE', 130],
      ['Repairs', 'ARCHIVED', 12],
    ])
    expect(body.data[0].questions.map(({ type }: { type: string }) => type)).to.include('EMAIL')
  })

  it('pages through over a hundred leads, newest first, organic ones without an ad', async () => {
    const { get, id } = await access()
    const form = (await get(`${id}/leadgen_forms`)).body.data[0].id
    const first = (await get(`${form}/leads`, { fields: FIELDS, limit: '100' })).body
    const second = (await rig.send(first.paging.next)).body
    const all = [...first.data, ...second.data]
    expect([all.length, new Set(all.map((lead) => lead.id)).size]).to.deep.equal([130, 130])
    expect(all.map((lead) => lead.created_time)).to.deep.equal(
      all
        .map((lead) => lead.created_time)
        .sort()
        .reverse(),
    )
    const organic = all.filter((lead) => lead.is_organic)
    expect(organic).to.have.length(22)
    expect(organic.every((lead) => !('ad_id' in lead || 'campaign_name' in lead))).to.equal(true)
    expect(all.find((lead) => !lead.is_organic)).to.include.keys('ad_id', 'ad_name', 'adset_id', 'campaign_name')
    expect(second.paging.next).to.equal(undefined)
  })

  it('filters by time, and forgets what is older than ninety days', async () => {
    const { get, id } = await access()
    const form = (await get(`${id}/leadgen_forms`)).body.data[0].id
    const [newest] = (await get(`${form}/leads`)).body.data
    const value = Date.parse(newest.created_time.replace('+0000', 'Z')) / 1_000
    const filtering = JSON.stringify([{ field: 'time_created', operator: 'GREATER_THAN', value }])
    expect((await get(`${form}/leads`, { filtering })).body.data).to.deep.equal([])
    await rig.facebook.person['lead']?.({ form, count: 2 })
    expect((await get(`${form}/leads`, { filtering })).body.data).to.have.length(2)
    const old = (await rig.facebook.person['lead']?.({ form, daysAgo: 91 })) as { ids: string[] }
    expect(codes(await get(String(old.ids[0])))).to.deep.equal([100, 33])
    expect((await get(form, { fields: 'expired_leads_count,leads_count' })).body).to.deep.include({
      expired_leads_count: 1,
      leads_count: 132,
    })
  })

  it('shows no ads to whom they are not permitted', async () => {
    const { get, id } = await access(['ads_management'])
    const form = (await get(`${id}/leadgen_forms`)).body.data[0].id
    const { body } = await get(`${form}/leads`, { fields: FIELDS })
    expect(body.data.some((lead: object) => 'ad_id' in lead)).to.equal(false)
  })

  it('lists the leads of an ad to users who opened the Page', async () => {
    const { get, id, user } = await access()
    const form = (await get(`${id}/leadgen_forms`)).body.data[0].id
    const { data } = (await get(`${form}/leads`, { fields: 'ad_id' })).body
    const ad = data.find((lead: object) => 'ad_id' in lead).ad_id
    const leads = async (token: string) =>
      (await rig.get(`${rig.urls.facebook}/v25.0/${ad}/leads`, { access_token: token })).body.data.length
    expect(await leads(user)).to.be.greaterThan(0)
    const elsewhere = await userToken(rig, {
      as: 'tomas.ferrer',
      scopes: ADS_SCOPES,
      withhold: [id, 'business_management'],
    })
    expect(await leads(elsewhere)).to.equal(0)
  })

  it('needs the permission, and the token of the Page', async () => {
    const granted = await access()
    const [own] = (await granted.get(`${granted.id}/leadgen_forms`)).body.data
    const without = await access(['leads_retrieval'])
    expect(codes(await without.get(`${without.id}/leadgen_forms`))).to.deep.equal([200, undefined])
    const response = await rig.get(`${without.url}/leadgen_forms`, { access_token: without.user })
    expect(codes(response)).to.deep.equal([200, undefined])
    const nora = await pageAccess(rig, { scopes: ADS_SCOPES })
    expect(codes(await without.get(own.id))).to.deep.equal([200, undefined])
    const [form] = (await rig.get(`${nora.url}/leadgen_forms`, { access_token: nora.token })).body.data
    expect(codes(await without.get(`${form.id}/leads`))).to.deep.equal([100, 33])
  })
})
