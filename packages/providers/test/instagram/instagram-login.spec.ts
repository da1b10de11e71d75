import { expect } from 'chai'
import nock from 'nock'
import { instagramConnect } from '../../src/instagram/connect.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { api, app, appCall, graph, instagramCredentials } from './network.ts'
import { documentedExchange, exchangeRejected, flatExchange, longLived, me, rejection, scopes } from './responses.ts'

const redirectUri = 'https://carillon.example/oauth/instagram/callback'
const inSixtyDays = new Date(now.getTime() + 5_183_944_000)

function complete(parameters: Record<string, string> = { code: 'AQB-1' }, authMethod: string | null = null) {
  return instagramConnect.complete(appCall(), { parameters, redirectUri, authMethod, kept: {} })
}

function mockCodeExchange(body: object | string, status = 200) {
  nock(api)
    .post('/oauth/access_token', {
      grant_type: 'authorization_code',
      client_id: 'ig-app',
      client_secret: 'ig-secret',
      redirect_uri: redirectUri,
      code: 'AQB-1',
    })
    .reply(status, body, { 'content-type': 'application/json' })
}

function mockLongLivedToken() {
  nock(graph)
    .get('/access_token')
    .query({ grant_type: 'ig_exchange_token', client_secret: 'ig-secret', access_token: 'IGAA.short' })
    .reply(200, longLived())
}

function mockMe(body: object | string, status = 200) {
  nock(graph, { reqheaders: { authorization: 'Bearer IGAA.long' } })
    .get('/v25.0/me')
    .query({ fields: 'id,user_id,username,name,account_type,profile_picture_url' })
    .reply(status, body, { 'content-type': 'application/json' })
}

describe('connecting an Instagram account with its own login', () => {
  intercept()

  for (const authMethod of [undefined, 'instagram_login']) {
    it(`asks for all permissions (${authMethod ?? 'by default'})`, async () => {
      const request = { redirectUri, state: 'st', ...(authMethod && { authMethod }) }
      const { authorizationUrl, state } = await instagramConnect.authorize(appCall(), request)
      const url = new URL(authorizationUrl)
      expect(url.origin + url.pathname).to.equal('https://www.instagram.com/oauth/authorize')
      expect(Object.fromEntries(url.searchParams)).to.deep.equal({
        client_id: 'ig-app',
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: scopes.join(','),
        state: 'st',
      })
      expect(state).to.equal('st')
    })
  }

  it('needs the app to be configured', async () => {
    const call = appCall({ app: { ...app, secrets: { facebookClientId: 'a', facebookClientSecret: 'b' } } })
    const error = await failureOf(instagramConnect.authorize(call, { redirectUri, state: 'st' }))
    expect(error).to.have.property('code', 'provider_not_configured')
  })

  const shapes: [string, object | string, object | string][] = [
    ['as documented', documentedExchange(), { data: [me] }],
    ['flat', flatExchange(), me],
    ['flat with a numeric id', flatExchange(), JSON.stringify(me).replace('"17841400123456789"', '17841400123456789')],
  ]
  for (const [name, exchanged, profile] of shapes) {
    it(`accepts responses ${name}, and the account's own id to the last digit`, async () => {
      mockCodeExchange(exchanged)
      mockLongLivedToken()
      mockMe(profile)
      expect(await complete()).to.deep.equal({
        select: false,
        identities: [
          {
            providerId: '17841400123456789',
            displayIdentifier: 'lindqvist.bakery',
            displayName: 'Lindqvist Bakery',
            avatarUrl: 'https://cdn.example/p.jpg',
            scopes,
            missingScopes: [],
            credentials: {
              login: 'instagram_login',
              accessToken: 'IGAA.long',
              issuedAt: now.toISOString(),
              expiresAt: inSixtyDays.toISOString(),
            },
            tokenExpiresAt: inSixtyDays,
            grantedBy: '26012345678901237',
          },
        ],
      })
    })
  }

  it('connects without the permissions that only some features need, and says which are missing', async () => {
    mockCodeExchange(documentedExchange(['instagram_business_basic', 'instagram_business_manage_comments']))
    mockLongLivedToken()
    mockMe(me)
    const { identities } = await complete()
    expect(identities[0]?.missingScopes).to.deep.equal([
      'instagram_business_content_publish',
      'instagram_business_manage_messages',
      'instagram_business_manage_insights',
    ])
  })

  it('does not connect without the permission to read the account', async () => {
    mockCodeExchange(documentedExchange(['instagram_business_content_publish']))
    const message = 'The user did not grant: instagram_business_basic.'
    expect(await failureOf(complete())).to.include({ code: 'missing_scope', message })
  })

  it('is told of a rejection, and of anything else that came back without a code', async () => {
    const denied = { error: 'access_denied', error_reason: 'user_denied' }
    expect(await failureOf(complete(denied))).to.have.property('code', 'missing_scope')
    expect(await failureOf(complete({ error: 'server_error' }))).to.have.property('code', 'provider_error')
    expect(await failureOf(complete({}))).to.have.property('code', 'provider_error')
  })

  it('fails when the code was used already', async () => {
    mockCodeExchange(exchangeRejected, 400)
    const error = await failureOf(complete())
    expect(error).to.include({ code: 'provider_error', outcome: 'rejected' })
    expect(error).to.have.property('message').that.contains('Start connecting')
  })

  it('fails when no token or no account comes', async () => {
    mockCodeExchange({ data: [{}] })
    expect(await failureOf(complete())).to.have.property('code', 'provider_error')
    mockCodeExchange(documentedExchange())
    mockLongLivedToken()
    mockMe({ id: '26012345678901237' })
    expect(await failureOf(complete())).to.have.property('code', 'provider_error')
  })
})

describe("refreshing an Instagram account's own token", () => {
  intercept()

  function mockRefresh(body: object, status = 200) {
    nock(graph)
      .get('/refresh_access_token')
      .query({ grant_type: 'ig_refresh_token', access_token: 'IGAA.long' })
      .reply(status, body)
  }

  it('brings sixty days more', async () => {
    mockRefresh({ ...longLived('IGAA.next'), permissions: 'instagram_business_basic' })
    expect(await instagramConnect.refresh(appCall(), instagramCredentials)).to.deep.equal({
      credentials: {
        login: 'instagram_login',
        accessToken: 'IGAA.next',
        issuedAt: now.toISOString(),
        expiresAt: inSixtyDays.toISOString(),
      },
      tokenExpiresAt: inSixtyDays,
      granted: {
        scopes: ['instagram_business_basic'],
        missingScopes: scopes.filter((scope) => scope !== 'instagram_business_basic'),
      },
    })
  })

  it('brings the names of the account, which its user may have changed', async () => {
    mockRefresh(longLived('IGAA.next'))
    mockMe({ ...me, username: 'renamed.bakery', name: 'Renamed Bakery' })
    const { names } = await instagramConnect.refresh(appCall(), instagramCredentials)
    expect(names).to.deep.equal({ displayIdentifier: 'renamed.bakery', displayName: 'Renamed Bakery' })
  })

  it('does not depend on the names', async () => {
    mockRefresh(longLived('IGAA.next'))
    mockMe(rejection(2), 500)
    const { credentials, names } = await instagramConnect.refresh(appCall(), instagramCredentials)
    expect([credentials['accessToken'], names]).to.deep.equal(['IGAA.next', undefined])
  })

  it('counts from a day on, to the millisecond', async () => {
    const issuedAt = new Date(now.getTime() - 86_400_000).toISOString()
    mockRefresh(longLived('IGAA.next'))
    const { credentials } = await instagramConnect.refresh(appCall(), { ...instagramCredentials, issuedAt })
    expect(credentials['accessToken']).to.equal('IGAA.next')
  })

  it('keeps a younger token as long as Instagram takes it', async () => {
    const young = { ...instagramCredentials, issuedAt: new Date(now.getTime() - 86_399_999).toISOString() }
    mockMe(me)
    expect(await instagramConnect.refresh(appCall(), young)).to.deep.equal({
      credentials: young,
      tokenExpiresAt: new Date(young.expiresAt),
      names: { displayIdentifier: me.username, displayName: me.name },
    })
    mockMe(rejection(190, 460), 401)
    expect(await failureOf(instagramConnect.refresh(appCall(), young))).to.have.property('code', 'connection_expired')
  })

  it('ends the connection only when Instagram says that the token is gone', async () => {
    mockRefresh(rejection(190, 463), 400)
    const gone = await failureOf(instagramConnect.refresh(appCall(), instagramCredentials))
    expect(gone).to.include({ code: 'connection_expired', outcome: 'rejected' })
    mockRefresh(rejection(100), 400)
    const other = await failureOf(instagramConnect.refresh(appCall(), instagramCredentials))
    expect(other).to.have.property('code', 'provider_error')
  })

  it('has no way to take a grant back', () => {
    expect(instagramConnect.revoke).to.equal(undefined)
  })
})
