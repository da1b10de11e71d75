import { expect } from 'chai'
import nock from 'nock'
import { facebookConnect } from '../../src/facebook/connect.ts'
import { wantedScopes } from '../../src/facebook/scopes.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { app, appCall, credentials, graph, pageId, userId, withoutPage } from './network.ts'

const redirectUri = 'https://carillon.example/oauth/facebook/callback'
const callback = { redirectUri, authMethod: null, kept: {}, parameters: { code: 'code-1', state: 's' } }
const dataAccess = 1_802_952_000
const { clientId = '', clientSecret = '' } = app.secrets

/** @see https://developers.facebook.com/documentation/facebook-login/guides/access-tokens/get-long-lived (read 2026-11-20) */
function mockLogin(scopes: readonly string[] = wantedScopes, withheld: readonly string[] = []): void {
  nock(graph)
    .get('/v25.0/oauth/access_token')
    .query({ client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, code: 'code-1' })
    .reply(200, { access_token: 'short', token_type: 'bearer', expires_in: 5400 })
    .get('/v25.0/oauth/access_token')
    .query({
      grant_type: 'fb_exchange_token',
      client_id: clientId,
      client_secret: clientSecret,
      fb_exchange_token: 'short',
    })
    .reply(200, { access_token: 'long', token_type: 'bearer', expires_in: 5_183_944 })
    .get('/v25.0/me/permissions')
    .query(true)
    .reply(200, {
      data: [
        ...scopes.map((permission) => ({ permission, status: 'granted' })),
        ...withheld.map((permission) => ({ permission, status: 'declined' })),
      ],
    })
}

/** @see https://developers.facebook.com/docs/graph-api/reference/debug_token (read 2026-11-20) */
function mockInspection(token: string, data: Record<string, unknown> = {}): void {
  nock(graph)
    .get('/v25.0/debug_token')
    .query({ input_token: token, access_token: `${clientId}|${clientSecret}` })
    .reply(200, {
      data: {
        app_id: clientId,
        is_valid: true,
        expires_at: 0,
        data_access_expires_at: dataAccess,
        scopes: [],
        ...data,
      },
    })
}

/** @see https://developers.facebook.com/docs/graph-api/reference/user/accounts (read 2026-11-20) */
function page(id: string, name: string, more: Record<string, unknown> = {}) {
  return { id, name, username: name.toLowerCase(), access_token: `token-of-${id}`, tasks: ['CREATE_CONTENT'], ...more }
}

function mockUser(pages: unknown[]): void {
  mockInspection('long', { type: 'USER', user_id: userId, expires_at: 1_800_361_944 })
  nock(graph)
    .get('/v25.0/me')
    .query(true)
    .reply(200, { id: userId, name: 'Nora', picture: { data: { url: 'https://img.example/n.jpg' } } })
    .get('/v25.0/me/accounts')
    .query((query) => query['limit'] === '100' && String(query['fields']).includes('access_token'))
    .reply(200, { data: pages })
}

function mockBusinesses(businesses: unknown[] = []): void {
  nock(graph).get('/v25.0/me/businesses').query(true).reply(200, { data: businesses })
}

describe('connecting Facebook Pages', () => {
  intercept()

  it('asks for every permission, also for those declined before', async () => {
    const { authorizationUrl } = await facebookConnect.authorize(appCall(), { redirectUri, state: 'state-1' })
    const url = new URL(authorizationUrl)
    expect(url.origin + url.pathname).to.equal('https://www.facebook.com/v25.0/dialog/oauth')
    expect(Object.fromEntries(url.searchParams)).to.deep.equal({
      client_id: clientId,
      redirect_uri: redirectUri,
      state: 'state-1',
      response_type: 'code',
      scope: wantedScopes.join(','),
      auth_type: 'rerequest',
    })
    expect(authorizationUrl).to.not.include(clientSecret)
  })

  it('says when the deployment has no app', async () => {
    const call = appCall({ app: { ...app, secrets: {} } })
    expect(await failureOf(facebookConnect.authorize(call, { redirectUri, state: 's' }))).to.include({
      code: 'provider_not_configured',
    })
  })

  it('takes the only Page, with both tokens and their ends', async () => {
    mockLogin()
    mockUser([page(pageId, 'Bakery', { picture: { data: { url: 'https://img.example/p.jpg' } } })])
    mockBusinesses()
    expect(await facebookConnect.complete(appCall(), callback)).to.deep.equal({
      select: false,
      identities: [
        {
          providerId: pageId,
          displayIdentifier: 'bakery',
          displayName: 'Bakery',
          avatarUrl: 'https://img.example/p.jpg',
          scopes: wantedScopes,
          missingScopes: [],
          tokenExpiresAt: new Date(dataAccess * 1000),
          grantedBy: userId,
          credentials: {
            userId,
            userToken: 'long',
            userTokenExpiresAt: new Date(1_800_361_944_000).toISOString(),
            dataAccessExpiresAt: new Date(dataAccess * 1000).toISOString(),
            page: { pageId, pageToken: `token-of-${pageId}` },
          },
        },
      ],
    })
  })

  it('finds Pages of businesses too, each once, and passes over what it may not read', async () => {
    mockLogin()
    mockUser([page('1', 'One')])
    mockBusinesses([{ id: '9' }])
    nock(graph)
      .get('/v25.0/9/owned_pages')
      .query(true)
      .reply(200, { data: [page('1', 'One'), page('2', 'Two'), { id: '3', name: 'No token' }] })
      .get('/v25.0/9/client_pages')
      .query(true)
      .reply(403, { error: { code: 200, type: 'OAuthException', message: 'no' } })
    const { identities, select } = await facebookConnect.complete(appCall(), callback)
    expect(select).to.equal(true)
    expect(identities.map(({ providerId }) => providerId)).to.deep.equal(['1', '2', userId])
    expect(identities[2]?.credentials).to.have.property('page', null)
  })

  for (const code of [17, 190]) {
    it(`fails rather than pass over the Pages of a business, if the code is ${code} and not about one list`, async () => {
      mockLogin()
      mockUser([page('1', 'One')])
      mockBusinesses([{ id: '9' }])
      nock(graph).get('/v25.0/9/client_pages').query(true).reply(200, { data: [] })
      nock(graph).get('/v25.0/9/owned_pages').query(true).reply(400, { error: { code } })
      expect(await failureOf(facebookConnect.complete(appCall(), callback))).to.include({ code: 'provider_error' })
    })
  }

  it('reads the Pages of many businesses several at a time, since the person waits', async () => {
    mockLogin()
    mockUser([page('1', 'One')])
    mockBusinesses(Array.from({ length: 20 }, (_, index) => ({ id: String(100 + index) })))
    let [inFlight, max] = [0, 0]
    nock(graph)
      .get(/^\/v25\.0\/\d+\/(owned|client)_pages$/)
      .times(40)
      .query(true)
      .reply(async (request: Request) => {
        max = Math.max(max, ++inFlight)
        await new Promise((done) => setTimeout(done, 5))
        inFlight--
        const [, id = '', edge] = /\/(\d+)\/(owned|client)_pages/.exec(request.url) ?? []
        return [200, { data: edge === 'owned' ? [page(`2${id}`, `Page ${id}`)] : [] }]
      })
    const { identities } = await facebookConnect.complete(appCall(), callback)
    const ids = Array.from({ length: 20 }, (_, index) => `2${100 + index}`)
    expect(identities.map(({ providerId }) => providerId)).to.deep.equal(['1', ...ids, userId])
    expect(max).to.equal(8)
  })

  it('reads fewer Pages at a time if Facebook rejects a hundred as too much data', async () => {
    mockLogin()
    mockInspection('long', { type: 'USER', user_id: userId })
    nock(graph).get('/v25.0/me').query(true).reply(200, { id: userId, name: 'Nora' })
    const list = (wanted: (query: Record<string, unknown>) => boolean) =>
      nock(graph).get('/v25.0/me/accounts').query(wanted)
    list(({ limit }) => limit === '100')
      .twice()
      .reply(400, { error: { code: 1 } })
    const next = { cursors: { after: 'a1' }, next: 'https://graph.facebook.com/next' }
    list(({ limit, after }) => limit === '25' && after === undefined).reply(200, {
      data: [page('1', 'One')],
      paging: next,
    })
    list(({ limit, after }) => limit === '25' && after === 'a1').reply(200, { data: [page('2', 'Two')] })
    mockBusinesses()
    const { identities } = await facebookConnect.complete(appCall(), callback)
    expect(identities.map(({ providerId }) => providerId)).to.deep.equal(['1', '2', userId])
  })

  it('connects a person without Pages until the first of the tokens ends', async () => {
    mockLogin(['pages_show_list', 'ads_read'], ['pages_manage_posts'])
    mockUser([])
    const { identities, select } = await facebookConnect.complete(appCall(), callback)
    expect(select).to.equal(false)
    expect(identities).to.have.length(1)
    expect(identities[0]).to.include({ providerId: userId, displayName: 'Nora' })
    expect(identities[0]?.tokenExpiresAt).to.deep.equal(new Date(1_800_361_944_000))
    expect(identities[0]?.missingScopes).to.include('pages_manage_posts')
  })

  it('needs the list of Pages', async () => {
    mockLogin(['ads_read'], ['pages_show_list'])
    const message = 'The user did not grant: pages_show_list.'
    const error = await failureOf(facebookConnect.complete(appCall(), callback))
    expect(error).to.include({ code: 'missing_scope', message })
  })

  it('tells a denial from an error', async () => {
    const denied = { ...callback, parameters: { error: 'access_denied', error_reason: 'user_denied' } }
    expect(await failureOf(facebookConnect.complete(appCall(), denied))).to.include({ code: 'missing_scope' })
    const failed = { ...callback, parameters: { error: 'server_error' } }
    expect(await failureOf(facebookConnect.complete(appCall(), failed))).to.include({ code: 'provider_error' })
  })

  it('spends a code once, whatever comes of it', async () => {
    nock(graph).get('/v25.0/oauth/access_token').query(true).reply(503, 'busy')
    expect(await failureOf(facebookConnect.complete(appCall(), callback))).to.include({ code: 'provider_error' })
    nock(graph)
      .get('/v25.0/oauth/access_token')
      .query(true)
      .reply(400, { error: { code: 100, error_subcode: 36009, type: 'OAuthException', message: 'used' } })
    expect(await failureOf(facebookConnect.complete(appCall(), callback))).to.include({ code: 'provider_error' })
  })

  it('ends nothing at Facebook when one account is disconnected', () => {
    expect(facebookConnect.revoke).to.equal(undefined)
  })
})

describe('refreshing Facebook connections', () => {
  intercept()

  function mockPageToken(token: string): void {
    nock(graph, { reqheaders: { authorization: 'Bearer user-token' } })
      .get(`/v25.0/${pageId}`)
      .query((query) => query['fields'] === 'access_token,name,username')
      .reply(200, { access_token: token, id: pageId, name: 'Renamed Page', username: 'renamed.page' })
  }

  it("reads the Page's token and names again", async () => {
    mockInspection('user-token')
    mockPageToken('newer-token')
    mockInspection('newer-token', { type: 'PAGE' })
    expect(await facebookConnect.refresh(appCall(), credentials)).to.deep.equal({
      credentials: {
        ...credentials,
        dataAccessExpiresAt: new Date(dataAccess * 1000).toISOString(),
        page: { pageId, pageToken: 'newer-token' },
      },
      tokenExpiresAt: new Date(dataAccess * 1000),
      names: { displayIdentifier: 'renamed.page', displayName: 'Renamed Page' },
    })
  })

  it("reads the scopes of the user's token, if Facebook reports any", async () => {
    const scopes = ['pages_show_list', 'ads_read']
    const granted = { scopes, missingScopes: wantedScopes.filter((scope) => !scopes.includes(scope)) }
    mockInspection('user-token', { scopes })
    mockPageToken('page-token')
    mockInspection('page-token')
    expect((await facebookConnect.refresh(appCall(), credentials)).granted).to.deep.equal(granted)
    mockInspection('user-token', { scopes })
    expect((await facebookConnect.refresh(appCall(), withoutPage.credentials)).granted).to.deep.equal(granted)
    mockInspection('user-token')
    expect(await facebookConnect.refresh(appCall(), withoutPage.credentials)).not.to.have.property('granted')
  })

  it("goes on with the Page's token when the person's has ended", async () => {
    mockInspection('user-token', { is_valid: false })
    mockInspection('page-token', { type: 'PAGE' })
    const { credentials: kept } = await facebookConnect.refresh(appCall(), credentials)
    expect(kept['page']).to.deep.equal({ pageId, pageToken: 'page-token' })
  })

  it('ends with the last token', async () => {
    mockInspection('user-token', { is_valid: false })
    mockInspection('page-token', { is_valid: false })
    expect(await failureOf(facebookConnect.refresh(appCall(), credentials))).to.include({ code: 'connection_expired' })
    mockInspection('user-token', { is_valid: false })
    const { credentials: person } = withoutPage
    expect(await failureOf(facebookConnect.refresh(appCall(), person))).to.include({ code: 'connection_expired' })
  })

  it('ends with the data access, although the tokens live on', async () => {
    const end = now.getTime() / 1000
    for (const over of [{ data_access_expires_at: end }, { data_access_expires_at: String(end) }]) {
      mockInspection('user-token', over)
      mockPageToken('page-token')
      mockInspection('page-token', over)
      const failure = await failureOf(facebookConnect.refresh(appCall(), credentials))
      expect(failure).to.include({ code: 'connection_expired' })
    }
  })

  it('goes on with a token whose end is beyond every date', async () => {
    const endless = { expires_at: 9e15, data_access_expires_at: 9e15 }
    mockInspection('user-token', endless)
    mockPageToken('page-token')
    mockInspection('page-token', endless)
    const { credentials: kept } = await facebookConnect.refresh(appCall(), credentials)
    expect(kept['page']).to.deep.equal({ pageId, pageToken: 'page-token' })
  })

  it('leaves a connection alone when Facebook fails, or does not take our app secret', async () => {
    const wrongSecret = {
      error: { code: 190, type: 'OAuthException', message: 'Invalid OAuth access token signature.' },
    }
    for (const [status, body] of [
      [400, wrongSecret],
      [500, 'busy'],
      [200, { data: {} }],
    ] as const) {
      nock(graph).get('/v25.0/debug_token').query(true).reply(status, body)
      expect(await failureOf(facebookConnect.refresh(appCall(), credentials))).to.include({ code: 'provider_error' })
    }
  })
})
