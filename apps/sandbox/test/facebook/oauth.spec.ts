import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { FACEBOOK_APP } from '../../src/facebook/index.ts'
import { eachTest } from '../fixture.ts'
import { CALLBACK, consent, PAGE_SCOPES, pageAccess, startRig, userToken } from '../meta/rig.ts'

const DAY = 86_400_000
const APP = { client_id: FACEBOOK_APP.id, client_secret: FACEBOOK_APP.secret }

describe('facebook: login', () => {
  const rig = eachTest(startRig)
  let graph: string

  beforeEach(async () => {
    graph = `${rig.urls.facebook}/v25.0`
  })

  it('sends the person back with a code, the state and the fragment that Facebook appends', async () => {
    const back = await consent(rig, 'facebook', { scopes: PAGE_SCOPES })
    expect(back.href.startsWith(`${CALLBACK}?code=`)).to.equal(true)
    expect(back.searchParams.get('state')).to.equal('st&te')
    expect(back.hash).to.equal('#_=_')
  })

  it('tells a denial', async () => {
    const back = await consent(rig, 'facebook', { scopes: PAGE_SCOPES, decision: 'deny' })
    expect(Object.fromEntries(back.searchParams)).to.include({
      error: 'access_denied',
      error_reason: 'user_denied',
      state: 'st&te',
    })
    expect(back.searchParams.has('code')).to.equal(false)
  })

  const badDialogs: [string, Record<string, string>][] = [
    ['another app', { client_id: '1' }],
    ['an unknown scope', { scope: 'pages_show_list,publish_actions' }],
    ['no scope', { scope: '' }],
    ['a redirect URI of another scheme', { redirect_uri: 'javascript:alert(1)' }],
    ['another response type', { response_type: 'token' }],
    ['an unknown configuration', { config_id: '5' }],
  ]
  for (const [what, extra] of badDialogs) {
    it(`shows an error page for ${what}`, async () => {
      const query = { client_id: APP.client_id, redirect_uri: CALLBACK, scope: 'pages_show_list', ...extra }
      const { status, body } = await rig.get(`${graph}/dialog/oauth`, query)
      expect([status, body.includes('name="decision"')]).to.deep.equal([400, false])
    })
  }

  it('takes a configuration in place of scopes', async () => {
    const query = { client_id: APP.client_id, redirect_uri: CALLBACK, config_id: '700800900100200' }
    const { status, body } = await rig.get(`${graph}/dialog/oauth`, query)
    expect([status, body.includes('pages_manage_posts')]).to.deep.equal([200, true])
  })

  async function exchange(code: string, other: Record<string, string> = {}) {
    return rig.get(`${graph}/oauth/access_token`, { ...APP, redirect_uri: CALLBACK, code, ...other })
  }

  it('exchanges a code once, for the same redirect URI', async () => {
    const code = (await consent(rig, 'facebook', { scopes: PAGE_SCOPES })).searchParams.get('code') ?? ''
    expect((await exchange(code, { redirect_uri: `${CALLBACK}/` })).body.error).to.include({
      code: 100,
      error_subcode: 36008,
    })
    expect((await exchange(code, { client_secret: 'wrong' })).body.error).to.include({
      code: 1,
      type: 'OAuthException',
    })
    expect((await exchange(code, { grant_type: 'constructor' })).body.error).to.include({ code: 1 })
    const { body } = await exchange(code)
    expect(body).to.include({ token_type: 'bearer', expires_in: 5400 })
    expect((await exchange(code)).body.error).to.include({ code: 100, error_subcode: 36009 })
    expect((await exchange('AQnothing')).body.error).to.include({ code: 100 })
  })

  it('lets a code expire', async () => {
    const code = (await consent(rig, 'facebook', { scopes: PAGE_SCOPES })).searchParams.get('code') ?? ''
    rig.advance(DAY)
    expect((await exchange(code)).body.error).to.include({ code: 100, error_subcode: 36007 })
  })

  it('lengthens a working short-lived token and no expired one', async () => {
    const short = await userToken(rig, { short: true })
    const ask = { ...APP, grant_type: 'fb_exchange_token', fb_exchange_token: short }
    const { body } = await rig.get(`${graph}/oauth/access_token`, ask)
    expect(body.expires_in).to.equal(5_183_944)
    rig.advance(DAY)
    expect((await rig.get(`${graph}/oauth/access_token`, ask)).body.error).to.include({ code: 190, error_subcode: 463 })
    const again = await rig.get(`${graph}/oauth/access_token`, { ...ask, fb_exchange_token: body.access_token })
    expect(again.body.expires_in).to.equal(5_183_944 - 86_400)
  })

  it('tells granted and declined permissions, and asks for declined ones again only on request', async () => {
    const withhold = ['pages_manage_posts']
    const user = await userToken(rig, { withhold })
    const { body } = await rig.get(`${graph}/me/permissions`, { access_token: user })
    expect(body.data).to.deep.include({ permission: 'pages_manage_posts', status: 'declined' })
    expect(body.data).to.deep.include({ permission: 'pages_show_list', status: 'granted' })
    const status = async (token: string) =>
      (await rig.get(`${graph}/me/permissions`, { permission: 'pages_manage_posts', access_token: token })).body.data[0]
        .status
    expect(await status(await userToken(rig))).to.equal('declined')
    expect(await status(await userToken(rig, { extra: { auth_type: 'rerequest' } }))).to.equal('granted')
  })

  it('explains tokens to the app and nobody else', async () => {
    const { user, token, id } = await pageAccess(rig)
    const debug = (input: string, by = `${FACEBOOK_APP.id}|${FACEBOOK_APP.secret}`) =>
      rig.get(`${graph}/debug_token`, { input_token: input, access_token: by })
    const { data } = (await debug(token)).body
    expect(data).to.include({ type: 'PAGE', is_valid: true, expires_at: 0, profile_id: id, app_id: FACEBOOK_APP.id })
    expect(data.data_access_expires_at - data.issued_at).to.equal(90 * 86_400)
    expect(data.granular_scopes).to.deep.include({ scope: 'pages_manage_posts', target_ids: [id] })
    expect((await debug(user)).body.data).to.include({ type: 'USER', is_valid: true })
    expect((await debug('EAAnonsense')).body.data).to.include({ is_valid: false })
    expect((await debug(token, user)).body.error).to.include({ code: 100 })
  })

  it('forgets everything when the person takes the app away', async () => {
    const { user, token, id } = await pageAccess(rig)
    const gone = await rig.send(`${graph}/me/permissions?access_token=${user}`, { method: 'DELETE' })
    expect(gone.body).to.deep.equal({ success: true })
    for (const access_token of [user, token]) {
      const { status, body } = await rig.get(`${graph}/${id}`, { access_token })
      expect([status, body.error.code, body.error.error_subcode]).to.deep.equal([401, 190, 458])
    }
  })

  it('takes one permission back', async () => {
    const { user, url, token } = await pageAccess(rig)
    await rig.send(`${graph}/me/permissions/pages_manage_posts?access_token=${user}`, { method: 'DELETE' })
    const { body } = await rig.post(`${url}/feed`, { message: 'hello', access_token: token })
    expect(body.error).to.include({ code: 200 })
  })

  it('revokes the tokens of one person, exchanging included', async () => {
    const nora = await userToken(rig)
    const jun = await userToken(rig, { as: 'jun.sato' })
    await rig.facebook.revokeTokens('nora.lindqvist')
    expect((await rig.get(`${graph}/me`, { access_token: nora })).body.error).to.include({
      code: 190,
      error_subcode: 460,
    })
    const ask = { ...APP, grant_type: 'fb_exchange_token', fb_exchange_token: nora }
    expect((await rig.get(`${graph}/oauth/access_token`, ask)).body.error).to.include({ code: 190 })
    expect((await rig.get(`${graph}/me`, { access_token: jun })).body).to.include({ name: 'Jun Sato' })
    await rig.facebook.revokeTokens()
    expect((await rig.get(`${graph}/me`, { access_token: jun })).status).to.equal(401)
  })

  it('checks appsecret_proof when it is sent', async () => {
    const user = await userToken(rig)
    const proof = createHmac('sha256', FACEBOOK_APP.secret).update(user).digest('hex')
    const me = (appsecret_proof: string) => rig.get(`${graph}/me`, { access_token: user, appsecret_proof })
    expect((await me(proof)).status).to.equal(200)
    expect((await me(proof.replace(/^./, (c) => (c === '0' ? '1' : '0')))).body.error).to.include({ code: 100 })
    expect((await me('zz')).body.error).to.include({ code: 100, type: 'GraphMethodException' })
  })

  it('can require appsecret_proof', async () => {
    const strict = await startRig({ requireProof: true })
    const user = await userToken(strict)
    expect((await strict.get(`${strict.urls.facebook}/v25.0/me`, { access_token: user })).body.error.code).to.equal(100)
    await strict.close()
  })

  it('ends reading, not publishing, 90 days after the login', async () => {
    const { url, token } = await pageAccess(rig)
    rig.advance(91 * DAY)
    expect((await rig.get(url, { access_token: token })).body.error).to.include({ code: 10 })
    expect((await rig.post(`${url}/feed`, { message: 'still here', access_token: token })).status).to.equal(200)
  })

  it('rejects calls without a token, or with nonsense', async () => {
    expect((await rig.get(`${graph}/me`)).body.error).to.include({ code: 104 })
    expect((await rig.get(`${graph}/me`, { access_token: 'IGAA' })).body.error).to.include({ code: 190 })
  })
})
