import { expect } from 'chai'
import { walkConsent } from '../../src/consent/walk.ts'
import { tiktokApp } from '../../src/tiktok/index.ts'
import { eachTest } from '../fixture.ts'
import { lena, startDouble } from './double.ts'

const { id: client_id, secret: client_secret } = tiktokApp

describe('tiktok: authorization page', () => {
  const double = eachTest(startDouble)

  async function visit(change: Record<string, string>) {
    const response = await fetch(double.authorizationUrl(change), { redirect: 'manual' })
    return { status: response.status, location: response.headers.get('location'), page: await response.text() }
  }

  it('asks for every scope and offers every person', async () => {
    const { status, page } = await visit({})
    expect(status).to.equal(200)
    expect(page).to.include('value="comment.list.manage" checked').and.to.include('value="quiet.corner"')
  })

  for (const [name, change] of Object.entries({
    'another app': { client_key: '1' },
    'a redirect URI without a final slash': { redirect_uri: 'https://app.example.com/callback' },
    'a redirect URI with a query': { redirect_uri: 'https://app.example.com/callback/?a=1' },
    'a redirect URI with a port': { redirect_uri: 'https://app.example.com:8443/callback/' },
    'a redirect URI without https': { redirect_uri: 'http://app.example.com/callback/' },
    'another response type': { response_type: 'token' },
  }))
    it(`shows an error page for ${name}`, async () => {
      const { status, location } = await visit(change)
      expect([status, location]).to.deep.equal([400, null])
    })

  it('takes a redirect URI with a port on this machine', async () => {
    expect((await visit({ redirect_uri: 'http://localhost:8080/callback/' })).status).to.equal(200)
  })

  it('fails the whole authorization for one unknown scope', async () => {
    const { location } = await visit({ scope: 'user.info.basic,comment.create' })
    const back = new URL(location ?? '')
    expect(back.searchParams.get('error')).to.equal('invalid_scope')
    expect(back.searchParams.get('state')).to.equal('st4te')
  })

  it('fails it too for a scope that the app was not given', async () => {
    await double.network.person['app']?.({ scopes: ['user.info.basic', 'video.list'] })
    const { location } = await visit({ scope: 'user.info.basic,video.publish' })
    const { error, error_type } = Object.fromEntries(new URL(location ?? '').searchParams)
    expect([error, error_type]).to.deep.equal(['invalid_scope', 'scope'])
    expect((await visit({ scope: 'user.info.basic,video.list' })).status).to.equal(200)
    await double.network.person['app']?.({ scopes: null })
    expect((await visit({ scope: 'user.info.basic,video.publish' })).status).to.equal(200)
  })

  it('sends a person who declines back without a code', async () => {
    const back = await double.decide([['decision', 'deny']])
    expect(Object.fromEntries(back.searchParams)).to.include({ error: 'access_denied', state: 'st4te' })
    expect(back.searchParams.has('code')).to.equal(false)
  })

  it('grants what is ticked, and the basic profile always', async () => {
    const tokens = await double.connect('solo.dancer', ['video.list'])
    expect(tokens.scope).to.equal('user.info.basic,video.list')
  })

  it('is walked by a person who withholds a scope and chooses who to be', async () => {
    const authorizationUrl = double.authorizationUrl({ redirect_uri: 'http://127.0.0.1:9/callback/' })
    const walk = { decision: 'approve', as: 'short.clips', withhold: ['video.publish', 'user.info.basic'] } as const
    const { finalUrl } = await walkConsent({ authorizationUrl, ...walk, withhold: [...walk.withhold] })
    const back = new URL(finalUrl)
    expect(back.searchParams.get('state')).to.equal('st4te')
    const { data } = await double.exchange(back.searchParams.get('code'), {
      redirect_uri: 'http://127.0.0.1:9/callback/',
    })
    expect(data.open_id).to.equal('_000sandboxShortClips000000000000004')
    expect(data.scope.split(',')).to.include('user.info.basic').and.to.not.include('video.publish')
  })

  it('skips the page for somebody who allowed the same before, unless told to show it', async () => {
    const { open_id } = await double.connect('solo.dancer')
    expect((await visit({ disable_auto_auth: '1' })).status).to.equal(200)
    const { status, location } = await visit({ disable_auto_auth: '0' })
    expect(status).to.equal(302)
    const again = await double.exchange(new URL(location ?? '').searchParams.get('code'))
    expect(again.data.open_id).to.equal(open_id)
  })
})

describe('tiktok: token endpoints', () => {
  const double = eachTest(startDouble)

  async function code(): Promise<string | null> {
    return (await double.decide([['decision', 'approve']])).searchParams.get('code')
  }
  function refresh(refresh_token: string) {
    const body = { client_id, client_secret, grant_type: 'refresh_token', refresh_token }
    return double.post('/tt_user/oauth2/refresh_token/', body)
  }
  function settings(access_token: string) {
    return double.get('/business/video/settings/', { business_id: lena }, { 'access-token': access_token })
  }

  it('exchanges a code once', async () => {
    const once = await code()
    const { code: resultCode, data } = await double.exchange(once)
    expect(resultCode).to.equal(0)
    expect(data).to.include({
      token_type: 'Bearer',
      expires_in: 86_400,
      refresh_token_expires_in: 31_536_000,
      open_id: lena,
    })
    expect((await double.exchange(once)).code).to.equal(40110)
  })

  it('rejects a code after ten minutes', async () => {
    const late = await code()
    double.advance(600_000)
    expect((await double.exchange(late)).code).to.equal(40131)
  })

  for (const [name, change, expected] of [
    ['a wrong secret', { client_secret: 'x' }, 40101],
    ['another redirect URI', { redirect_uri: 'https://app.example.com/other/' }, 40002],
    ['the name "code"', { code: 'x' }, 40002],
    ['another grant type', { grant_type: 'refresh_token' }, 40002],
    ['an unknown code', { auth_code: 'x' }, 40110],
    ['a missing code', { auth_code: undefined }, 40002],
  ] as const)
    it(`rejects ${name} in the exchange`, async () => {
      expect((await double.exchange(await code(), change)).code).to.equal(expected)
    })

  it('rotates the refresh token on every second refresh and lets the old one die', async () => {
    const first = await double.connect()
    double.advance(86_400_000)
    expect((await settings(first.access_token)).code).to.equal(40131)
    const second = (await refresh(first.refresh_token)).data
    expect(second.refresh_token).to.not.equal(first.refresh_token)
    expect(second.refresh_token_expires_in).to.equal(31_536_000 - 86_400)
    expect((await refresh(first.refresh_token)).code).to.equal(40105)
    expect((await refresh(second.refresh_token)).data.refresh_token).to.equal(second.refresh_token)
    expect((await settings(second.access_token)).code).to.equal(0)
  })

  it('does not refresh after a year', async () => {
    const { refresh_token } = await double.connect()
    double.advance(31_536_000_000)
    expect((await refresh(refresh_token)).code).to.equal(40131)
  })

  it('revokes a grant with its refresh token', async () => {
    const { access_token, refresh_token } = await double.connect()
    const revoke = () => double.post('/tt_user/oauth2/revoke/', { client_id, client_secret, access_token })
    expect(await revoke()).to.deep.include({ code: 0, data: {} })
    expect((await settings(access_token)).code).to.equal(40105)
    expect((await refresh(refresh_token)).code).to.equal(40105)
    expect((await revoke()).code).to.equal(40105)
  })

  it('tells what a token stands for', async () => {
    const { access_token } = await double.connect('lena.bakes', ['video.list'])
    const info = (body: object) => double.post('/tt_user/token_info/get/', body)
    expect((await info({ app_id: client_id, access_token })).data).to.deep.equal({
      app_id: client_id,
      creator_id: lena,
      scope: 'user.info.basic,video.list',
    })
    expect((await info({ app_id: '1', access_token })).code).to.equal(40101)
    expect((await info({ app_id: client_id })).code).to.equal(40002)
  })

  it('stops every token of one person, or of everybody', async () => {
    const one = await double.connect()
    await double.network.revokeTokens('solo.dancer')
    expect((await settings(one.access_token)).code).to.equal(0)
    await double.network.revokeTokens('lena.bakes')
    expect((await settings(one.access_token)).code).to.equal(40105)
    expect((await refresh(one.refresh_token)).code).to.equal(40105)
    const again = await double.connect()
    await double.network.revokeTokens()
    expect((await settings(again.access_token)).code).to.equal(40105)
  })
})
