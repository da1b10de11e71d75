import { expect } from 'chai'
import { allTests } from '../fixture.ts'
import { PAGE_SCOPES, pageAccess, startRig, userToken } from '../meta/rig.ts'

describe('facebook: people and Pages', () => {
  const rig = allTests(startRig)
  let graph: string

  before(async () => {
    graph = `${rig.urls.facebook}/v25.0`
  })

  const accounts = async (token: string, query: Record<string, string> = {}) =>
    (await rig.get(`${graph}/me/accounts`, { access_token: token, ...query })).body

  it('lists one Page with its token, tasks and linked Instagram account', async () => {
    const fields = 'id,name,username,category,access_token,tasks,picture{url},instagram_business_account{id,username}'
    const { data } = await accounts(await userToken(rig), { fields, limit: '100' })
    expect(data).to.have.length(1)
    expect(data[0]).to.include({ name: 'Lindqvist Bakery', username: 'lindqvistbakery', category: 'Bakery' })
    expect(data[0].tasks).to.include('CREATE_CONTENT')
    expect(data[0].instagram_business_account).to.deep.equal({ id: '17841400123456789', username: 'lindqvist.bakery' })
    expect((await rig.send(data[0].picture.data.url)).headers.get('content-type')).to.equal('image/jpeg')
  })

  it('lists only the ticked Pages, and none to a person without', async () => {
    const scopes = [...PAGE_SCOPES]
    const withhold = ['104598765432109']
    const { data } = await accounts(await userToken(rig, { as: 'tomas.ferrer', scopes, withhold }))
    expect(data.map(({ name }: { name: string }) => name)).to.deep.equal(['Ferrer Events', 'Ferrer Outdoor'])
    expect(await accounts(await userToken(rig, { as: 'amara.diallo' }))).to.deep.equal({ data: [] })
  })

  it('lists nothing without pages_show_list', async () => {
    const token = await userToken(rig, { as: 'jun.sato', withhold: ['pages_show_list'] })
    expect(await accounts(token)).to.deep.equal({ data: [] })
  })

  it('shows business-owned Pages that were not ticked', async () => {
    const fresh = await startRig()
    const scopes = [...PAGE_SCOPES, 'business_management']
    const user = await userToken(fresh, { as: 'tomas.ferrer', scopes, withhold: ['104577700099922'] })
    const at = `${fresh.urls.facebook}/v25.0`
    const { body } = await fresh.get(`${at}/me/businesses`, { access_token: user })
    const owned = await fresh.get(`${at}/${body.data[0].id}/owned_pages`, {
      access_token: user,
      fields: 'id,access_token',
    })
    expect(owned.body.data).to.have.length(1)
    expect(owned.body.data[0].access_token).to.be.a('string')
    expect((await fresh.get(`${at}/${body.data[0].id}/client_pages`, { access_token: user })).body.data).to.deep.equal(
      [],
    )
    await fresh.close()
  })

  it('rejects businesses without business_management', async () => {
    const { status, body } = await rig.get(`${graph}/me/businesses`, { access_token: await userToken(rig) })
    expect([status, body.error.code]).to.deep.equal([403, 200])
  })

  it('gives Page tokens no end only behind a long-lived user token', async () => {
    const short = await userToken(rig, { short: true })
    const { data } = await accounts(short)
    const long = await pageAccess(rig)
    expect(data[0].access_token).to.not.equal(long.token)
    rig.advance(3 * 3_600_000)
    expect((await rig.get(long.url, { access_token: data[0].access_token })).body.error).to.include({
      code: 190,
      error_subcode: 463,
    })
    expect((await rig.get(long.url, { access_token: long.token })).status).to.equal(200)
  })

  it('counts the Page', async () => {
    const { url, token, id } = await pageAccess(rig)
    const { body } = await rig.get(url, { access_token: token, fields: 'id,name,link,followers_count,fan_count,about' })
    const link = 'https://www.facebook.com/lindqvistbakery'
    expect(body).to.deep.equal({ id, name: 'Lindqvist Bakery', link, followers_count: 1841, fan_count: 1790 })
  })

  it('hides a Page from strangers', async () => {
    const { url } = await pageAccess(rig)
    const tomas = await pageAccess(rig, { as: 'tomas.ferrer' })
    for (const access_token of [tomas.user, tomas.token]) {
      const { status, body } = await rig.get(url, { access_token })
      expect([status, body.error.code]).to.deep.equal([403, 10])
    }
  })

  it('reports usage with every response', async () => {
    const { url, token, id } = await pageAccess(rig)
    const { headers } = await rig.get(url, { access_token: token })
    expect(JSON.parse(headers.get('x-app-usage') ?? '')).to.have.keys('call_count', 'total_time', 'total_cputime')
    expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '')[id][0]).to.include({
      type: 'pages',
      estimated_time_to_regain_access: 0,
    })
  })

  const rejections: [string, string, Record<string, string>, number, number | undefined][] = [
    ['an unknown field', 'me/accounts', { fields: 'id,colour' }, 100, undefined],
    ['a field named as a member of objects', 'me/accounts', { fields: 'id,constructor' }, 100, undefined],
    ['a broken field list', 'me/accounts', { fields: 'id,picture{url' }, 2500, undefined],
    ['an unknown edge', 'me/friends2', {}, 100, undefined],
    ['an unknown object', '999', {}, 100, 33],
    ['an id that cannot be decoded', '%E0%A4%A', {}, 100, 33],
    ['a removed request feature', 'me', { pretty: '1' }, 100, undefined],
    ['an unknown parameter', 'me', { colour: 'red' }, 100, undefined],
    ['a cursor of nobody', 'me/accounts', { after: 'xyz' }, 100, undefined],
    ['a limit in letters', 'me/accounts', { limit: 'ten' }, 100, undefined],
  ]
  for (const [what, path, query, code, subcode] of rejections) {
    it(`rejects ${what}`, async () => {
      const { status, body } = await rig.get(`${graph}/${path}`, { access_token: await userToken(rig), ...query })
      expect([status, body.error.code, body.error.error_subcode]).to.deep.equal([400, code, subcode])
      expect(body.error).to.include.keys('message', 'type', 'fbtrace_id')
    })
  }

  it('rejects a version that is no more', async () => {
    const { body } = await rig.get(`${rig.urls.facebook}/v3.0/me`, { access_token: await userToken(rig) })
    expect(body.error.code).to.equal(2500)
  })

  it('takes a path with an empty segment', async () => {
    const { status } = await rig.get(`${rig.urls.facebook}//v25.0/me`, { access_token: await userToken(rig) })
    expect(status).to.equal(200)
  })

  it('names calls whose path cannot be decoded', () => {
    const named = (path: string) =>
      rig.facebook.operation({ method: 'GET', path } as Parameters<typeof rig.facebook.operation>[0])
    expect([named('/v25.0/%E0%A4%A'), named('/v25.0/%E0%A4%A/feed')]).to.deep.equal(['posts.get', 'posts.list'])
  })
})
