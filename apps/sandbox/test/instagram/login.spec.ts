import { expect } from 'chai'
import { INSTAGRAM_APP } from '../../src/instagram/index.ts'
import { eachTest } from '../fixture.ts'
import { CALLBACK, consent, INSTAGRAM_LOGIN_SCOPES, instagramAccess, startRig, userToken } from '../meta/rig.ts'

const DAY = 86_400_000
const APP_FIELDS = { client_id: INSTAGRAM_APP.id, client_secret: INSTAGRAM_APP.secret }

describe('instagram: Instagram Login', () => {
  const rig = eachTest(startRig)

  const exchange = (code: string, other: Record<string, string> = {}, at = rig) =>
    at.post(`${at.urls.instagram}/oauth/access_token`, {
      ...APP_FIELDS,
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code,
      ...other,
    })
  const codeOf = async (at = rig, scopes = INSTAGRAM_LOGIN_SCOPES, withhold: string[] = []) =>
    (await consent(at, 'instagram', { scopes, withhold })).searchParams.get('code') ?? ''
  const refresh = (access_token: string) =>
    rig.get(`${rig.urls.instagram}/refresh_access_token`, { grant_type: 'ig_refresh_token', access_token })

  it('sends the person back with a code and #_', async () => {
    const back = await consent(rig, 'instagram', { scopes: INSTAGRAM_LOGIN_SCOPES })
    expect([back.hash, back.searchParams.get('state')]).to.deep.equal(['#_', 'st&te'])
  })

  it('tells a denial', async () => {
    const back = await consent(rig, 'instagram', { scopes: INSTAGRAM_LOGIN_SCOPES, decision: 'deny' })
    expect(Object.fromEntries(back.searchParams)).to.deep.equal({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
      state: 'st&te',
    })
  })

  it('keeps a person with a consumer account on an error page', async () => {
    const stayed = await consent(rig, 'instagram', { scopes: INSTAGRAM_LOGIN_SCOPES, as: 'pia.at.home' })
    expect(stayed.href.startsWith(rig.urls.instagram)).to.equal(true)
  })

  const badDialogs: [string, Record<string, string>][] = [
    ['a scope of before 2025', { scope: 'business_basic' }],
    ['another app', { client_id: '612345678901234' }],
    ['another response type', { response_type: 'token' }],
    ['an invalid switch', { force_reauth: 'yes' }],
  ]
  for (const [what, extra] of badDialogs) {
    it(`shows an error page for ${what}`, async () => {
      const query = {
        client_id: APP_FIELDS.client_id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'instagram_business_basic',
      }
      expect((await rig.get(`${rig.urls.instagram}/oauth/authorize`, { ...query, ...extra })).status).to.equal(400)
      expect((await rig.get(`${rig.urls.instagram}/oauth/authorize`, query)).status).to.equal(200)
    })
  }

  it('returns the code exchange flat, with a number that no double can represent', async () => {
    const code = await codeOf(rig, INSTAGRAM_LOGIN_SCOPES, ['instagram_business_content_publish'])
    const response = await fetch(`${rig.urls.instagram}/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams({ ...APP_FIELDS, grant_type: 'authorization_code', redirect_uri: CALLBACK, code }),
    })
    const text = await response.text()
    expect(text).to.match(/"user_id": 26012345678901237,/)
    expect(JSON.parse(text).permissions).to.deep.equal(['instagram_business_basic'])
  })

  it('can respond as documented', async () => {
    const other = await startRig({ instagramResponses: 'documented' })
    const { body } = await exchange(await codeOf(other), {}, other)
    expect(body.data[0]).to.include({ user_id: '26012345678901237', permissions: INSTAGRAM_LOGIN_SCOPES.join(',') })
    const me = await other.get(`${other.urls.instagram}/v25.0/me`, {
      access_token: body.data[0].access_token,
      fields: 'username',
    })
    expect(me.body).to.deep.equal({ data: [{ username: 'lindqvist.bakery', id: '26012345678901237' }] })
    await other.close()
  })

  it('rejects bad exchanges in the words of that host', async () => {
    const code = await codeOf()
    const bad: Record<string, string>[] = [
      { client_secret: 'wrong' },
      { client_id: '1' },
      { grant_type: 'refresh_token' },
      { redirect_uri: `${CALLBACK}#_` },
      { code: `${code}x` },
      { code: '' },
    ]
    for (const other of bad) {
      const { status, body } = await exchange(code, other)
      expect(status).to.equal(400)
      expect(body).to.include({ error_type: 'OAuthException', code: 400 }).and.to.have.property('error_message')
    }
    expect((await exchange(code)).status).to.equal(200)
    expect((await exchange(code)).body.error_message).to.equal('Matching code was not found or was already used')
  })

  it('does not end the access to data of an account whose token is refreshed', async () => {
    const { token, url } = await instagramAccess(rig)
    for (const days of [50, 50]) {
      rig.advance(days * DAY)
      expect((await refresh(token)).status).to.equal(200)
    }
    expect((await rig.get(url, { access_token: token })).status).to.equal(200)
  })

  it('lets a code live for an hour', async () => {
    const code = await codeOf()
    rig.advance(3_600_000)
    expect((await exchange(code)).status).to.equal(400)
  })

  it('lengthens a short-lived token within its hour, with the secret', async () => {
    const lengthen = (access_token: string, client_secret = INSTAGRAM_APP.secret) =>
      rig.get(`${rig.urls.instagram}/access_token`, { grant_type: 'ig_exchange_token', client_secret, access_token })
    const { access_token: short } = (await exchange(await codeOf())).body
    expect((await lengthen(short, 'wrong')).body.error).to.include({ code: 1 })
    const { body } = await lengthen(short)
    expect(body).to.include({ token_type: 'bearer', expires_in: 5_183_944 })
    expect((await lengthen(body.access_token)).body.error).to.include({ code: 452 })
    rig.advance(3_600_000)
    expect((await lengthen(short)).body.error).to.include({ code: 190, error_subcode: 463 })
  })

  it('refreshes a token of a day or more that has not run out', async () => {
    const { token } = await instagramAccess(rig)
    rig.advance(DAY - 1000)
    expect((await refresh(token)).body.error.code).to.equal(100)
    rig.advance(1000)
    const { body } = await refresh(token)
    expect(body).to.include({
      token_type: 'bearer',
      expires_in: 5_183_944,
      permissions: INSTAGRAM_LOGIN_SCOPES.join(','),
    })
    rig.advance(59 * DAY)
    expect((await refresh(body.access_token)).status).to.equal(200)
    rig.advance(60 * DAY)
    expect((await refresh(body.access_token)).body.error).to.include({ code: 190, error_subcode: 463 })
  })

  it('refreshes no short-lived token, and none after revocation', async () => {
    const { access_token: short } = (await exchange(await codeOf())).body
    expect((await refresh(short)).body.error.code).to.equal(100)
    const { token } = await instagramAccess(rig)
    rig.advance(2 * DAY)
    await rig.instagram.revokeTokens('lindqvist.bakery')
    expect((await refresh(token)).body.error).to.include({ code: 190, error_subcode: 460 })
  })

  it('tells the app-scoped id from the account id, flat', async () => {
    const { token, id } = await instagramAccess(rig, { as: 'mika.creates' })
    const fields = 'id,user_id,username,name,account_type,profile_picture_url,followers_count,follows_count,media_count'
    const { body } = await rig.get(`${rig.urls.instagram}/v25.0/me`, { access_token: token, fields })
    expect(body).to.include({
      id: '26055500011122239',
      user_id: id,
      username: 'mika.creates',
      account_type: 'Media_Creator',
      media_count: 0,
    })
    const wrong = await rig.get(`${rig.urls.instagram}/v25.0/26055500011122239`, { access_token: token })
    expect(wrong.body.error).to.include({ code: 100, error_subcode: 33 })
  })

  it('keeps the tokens of the two logins apart', async () => {
    const { token, id } = await instagramAccess(rig)
    const user = await userToken(rig)
    expect((await rig.get(`${rig.urls.facebook}/v25.0/${id}`, { access_token: token })).body.error.code).to.equal(190)
    expect((await rig.get(`${rig.urls.instagram}/v25.0/me`, { access_token: user })).body.error.code).to.equal(190)
  })
})
