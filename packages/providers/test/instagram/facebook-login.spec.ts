import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import nock from 'nock'
import { instagramConnect } from '../../src/instagram/connect.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { app, appCall, facebookCredentials, facebookGraph } from './network.ts'
import { facebookScopes, linkedAccount, page, permissions, rejection } from './responses.ts'

const redirectUri = 'https://carillon.example/oauth/instagram/callback'

function proofOf(token: string): string {
  return createHmac('sha256', 'meta-secret').update(token).digest('hex')
}

function complete(parameters: Record<string, string> = { code: 'AQD-1' }) {
  return instagramConnect.complete(appCall(), { parameters, redirectUri, authMethod: 'facebook_login', kept: {} })
}

function mockTokens() {
  const secrets = { client_id: 'meta-app', client_secret: 'meta-secret' }
  nock(facebookGraph)
    .get('/v25.0/oauth/access_token')
    .query({ ...secrets, redirect_uri: redirectUri, code: 'AQD-1' })
    .reply(200, { access_token: 'EAA.short', token_type: 'bearer', expires_in: 5400 })
    .get('/v25.0/oauth/access_token')
    .query({ ...secrets, grant_type: 'fb_exchange_token', fb_exchange_token: 'EAA.short' })
    .reply(200, { access_token: 'EAA.user', token_type: 'bearer', expires_in: 5_183_944 })
}

function asUser() {
  return nock(facebookGraph, { reqheaders: { authorization: 'Bearer EAA.user' } })
}

/** Ninety days after the login. */
const dataAccess = new Date('2027-02-18T12:00:00.000Z')

/** @see https://developers.facebook.com/docs/graph-api/reference/debug_token (read 2026-11-20) */
function mockInspection(token = 'EAA.user', until = dataAccess, valid = true, scopes?: string[]) {
  nock(facebookGraph)
    .get('/v25.0/debug_token')
    .query({ input_token: token, access_token: 'meta-app|meta-secret' })
    .reply(200, {
      data: { is_valid: valid, user_id: '2218', expires_at: 0, data_access_expires_at: until.getTime() / 1000, scopes },
    })
}

function mockPermissions(granted: readonly string[] = facebookScopes, declined: readonly string[] = []) {
  asUser()
    .get('/v25.0/me/permissions')
    .query({ appsecret_proof: proofOf('EAA.user') })
    .reply(200, permissions(granted, declined))
}

const accountFields = 'instagram_business_account{id,username,name,profile_picture_url}'

function mockPages(path: string, pages: object[]) {
  asUser()
    .get(`/v25.0${path}`)
    .query((query) => String(query['fields']).endsWith(accountFields) && query['limit'] === '100')
    .reply(200, { data: pages })
}

function mockBusinesses(...ids: string[]) {
  asUser()
    .get('/v25.0/me/businesses')
    .query(true)
    .reply(200, { data: ids.map((id) => ({ id })) })
}

describe('connecting an Instagram account through Facebook', () => {
  intercept()

  it("asks in Facebook's dialog, with the Meta app", async () => {
    const request = { redirectUri, state: 'st', authMethod: 'facebook_login' }
    const { authorizationUrl, state } = await instagramConnect.authorize(appCall(), request)
    const url = new URL(authorizationUrl)
    expect(url.origin + url.pathname).to.equal('https://www.facebook.com/v25.0/dialog/oauth')
    expect(Object.fromEntries(url.searchParams)).to.include({
      client_id: 'meta-app',
      redirect_uri: redirectUri,
      state: 'st',
      response_type: 'code',
      scope: facebookScopes.join(','),
    })
    expect(state).to.equal('st')
  })

  it('needs the Meta app to be configured', async () => {
    const call = appCall({ app: { ...app, secrets: { clientId: 'a', clientSecret: 'b' } } })
    const request = { redirectUri, state: 'st', authMethod: 'facebook_login' }
    const error = await failureOf(instagramConnect.authorize(call, request))
    expect(error).to.have.property('code', 'provider_not_configured')
  })

  it("connects the one account, keeping the Page, its token and the person's", async () => {
    mockTokens()
    mockPermissions()
    mockInspection()
    mockPages('/me/accounts', [page('11', linkedAccount), page('12')])
    mockBusinesses()
    expect(await complete()).to.deep.equal({
      select: false,
      identities: [
        {
          providerId: '17841400123456789',
          displayIdentifier: 'lindqvist.bakery',
          displayName: 'Lindqvist Bakery',
          avatarUrl: 'https://cdn.example/p.jpg',
          scopes: facebookScopes,
          missingScopes: [],
          credentials: {
            login: 'facebook_login',
            accessToken: 'EAA.page.11',
            pageId: '11',
            userToken: 'EAA.user',
            dataAccessExpiresAt: dataAccess.toISOString(),
            mayPublish: true,
          },
          tokenExpiresAt: dataAccess,
          grantedBy: '2218',
        },
      ],
    })
  })

  it('lets the person pick among several, those of businesses included', async () => {
    mockTokens()
    mockPermissions()
    mockInspection()
    mockPages('/me/accounts', [page('11', linkedAccount)])
    mockBusinesses('33')
    mockPages('/33/owned_pages', [page('13', { id: '17841400000000013', username: 'shop' })])
    mockPages('/33/client_pages', [page('11', linkedAccount)])
    const { identities, select } = await complete()
    expect(select).to.equal(true)
    expect(identities.map(({ providerId, displayName }) => [providerId, displayName])).to.deep.equal([
      ['17841400123456789', 'Lindqvist Bakery'],
      ['17841400000000013', 'shop'],
    ])
  })

  // https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/business/owned_businesses (read
  // 2026-11-29)
  for (const task of ['PROFILE_PLUS_CREATE_CONTENT', 'PROFILE_PLUS_MANAGE', 'PROFILE_PLUS_FULL_CONTROL']) {
    it(`knows the tasks of Pages in the new experience: ${task}`, async () => {
      mockTokens()
      mockPermissions()
      mockInspection()
      mockPages('/me/accounts', [page('1', linkedAccount, ['PROFILE_PLUS_ANALYZE', task])])
      mockBusinesses()
      const { identities } = await complete()
      expect(identities[0]?.missingScopes).to.deep.equal([])
    })
  }

  it('says that an account cannot be published to where the person has no such task on the Page', async () => {
    mockTokens()
    mockPermissions(
      facebookScopes.filter((scope) => scope !== 'business_management'),
      ['business_management'],
    )
    mockInspection()
    mockPages('/me/accounts', [page('11', linkedAccount, ['MODERATE', 'MESSAGING'])])
    const { identities } = await complete()
    expect(identities[0]?.missingScopes).to.deep.equal(['instagram_content_publish', 'business_management'])
    expect(identities[0]?.credentials['mayPublish']).to.equal(false)
  })

  it('fails visibly when no Page has an account', async () => {
    mockTokens()
    mockPermissions(facebookScopes.filter((scope) => scope !== 'business_management'))
    mockInspection()
    mockPages('/me/accounts', [page('12')])
    const error = await failureOf(complete())
    expect(error).to.have.property('code', 'provider_error')
    expect(error).to.have.property('message').that.contains('Instagram professional account')
  })

  it('does not connect without what every call needs, and is told of a rejection', async () => {
    mockTokens()
    mockPermissions(['pages_show_list', 'pages_read_engagement'], ['instagram_basic'])
    const message = 'The user did not grant: instagram_basic.'
    expect(await failureOf(complete())).to.include({ code: 'missing_scope', message })
    expect(await failureOf(complete({ error: 'access_denied' }))).to.have.property('code', 'missing_scope')
  })
})

describe("refreshing a Page's token", () => {
  intercept()

  function mockPage(token: string, fields: string, body: object, status = 200) {
    nock(facebookGraph, { reqheaders: { authorization: `Bearer ${token}` } })
      .get('/v25.0/104512345678901')
      .query({ fields, appsecret_proof: proofOf(token) })
      .reply(status, body)
  }

  const refresh = () => instagramConnect.refresh(appCall(), facebookCredentials)

  const refreshed = 'access_token,instagram_business_account{username,name}'

  it("brings a new one by the user's token, and the names of the account", async () => {
    const account = { username: 'renamed.bakery', name: 'Renamed Bakery' }
    const page = { id: '104512345678901', access_token: 'EAA.page.new', instagram_business_account: account }
    mockPage('EAA.user', refreshed, page)
    mockInspection('EAA.page.new')
    expect(await refresh()).to.deep.equal({
      credentials: {
        ...facebookCredentials,
        accessToken: 'EAA.page.new',
        dataAccessExpiresAt: dataAccess.toISOString(),
      },
      tokenExpiresAt: dataAccess,
      names: { displayIdentifier: 'renamed.bakery', displayName: 'Renamed Bakery' },
    })
  })

  it("reads the scopes of the user's token, if Facebook reports any, and keeps what the Page's tasks do not allow", async () => {
    const scopes = facebookScopes.filter((scope) => scope !== 'business_management')
    const granted = async (mayPublish: boolean | null, reported: string[] | undefined, valid = true) => {
      mockPage('EAA.user', refreshed, { id: '104512345678901', access_token: 'EAA.page.new' })
      mockInspection('EAA.page.new')
      if (mayPublish !== null) mockInspection('EAA.user', dataAccess, valid, reported)
      const result = await instagramConnect.refresh(appCall(), { ...facebookCredentials, mayPublish })
      return result.granted
    }
    expect(await granted(true, scopes)).to.deep.equal({ scopes, missingScopes: ['business_management'] })
    const missingScopes = ['instagram_content_publish', 'business_management']
    expect(await granted(false, scopes)).to.deep.equal({ scopes, missingScopes })
    expect(await granted(true, scopes, false)).to.equal(undefined)
    expect(await granted(true, undefined)).to.equal(undefined)
    expect(await granted(null, scopes)).to.equal(undefined)
  })

  it("keeps the Page's token when the person's has ended and that one has not", async () => {
    mockPage('EAA.user', refreshed, rejection(190, 463), 400)
    mockPage('EAA.page', 'id', { id: '104512345678901' })
    mockInspection('EAA.page')
    expect(await refresh()).to.deep.equal({
      credentials: { ...facebookCredentials, dataAccessExpiresAt: dataAccess.toISOString() },
      tokenExpiresAt: dataAccess,
    })
  })

  /** @see https://github.com/gitroomhq/postiz-app/issues/1562 (read 2026-11-28) */
  it("keeps the Page's token when Facebook reports the Page as unknown, as long as that token is valid", async () => {
    mockPage('EAA.user', refreshed, rejection(100, 33), 400)
    mockInspection('EAA.page')
    expect(await refresh()).to.have.nested.property('credentials.accessToken', 'EAA.page')
    mockPage('EAA.user', refreshed, rejection(100, 33), 400)
    mockInspection('EAA.page', dataAccess, false)
    expect(await failureOf(refresh())).to.have.property('code', 'connection_expired')
  })

  it("keeps the Page's token when the person's lacks a permission, as long as that token is valid", async () => {
    const lacking = [rejection(200), rejection(10), rejection(3)]
    for (const body of lacking) {
      mockPage('EAA.user', refreshed, body, 403)
      mockInspection('EAA.page')
      expect(await refresh()).to.have.nested.property('credentials.accessToken', 'EAA.page')
    }
    mockPage('EAA.user', refreshed, rejection(200), 403)
    mockInspection('EAA.page', dataAccess, false)
    expect(await failureOf(refresh())).to.have.property('code', 'connection_expired')
  })

  it('ends the connection with the data access, although the tokens live on', async () => {
    mockPage('EAA.user', refreshed, { id: '104512345678901', access_token: 'EAA.page.new' })
    mockInspection('EAA.page.new', now)
    expect(await failureOf(refresh())).to.have.property('code', 'connection_expired')
  })

  it('ends the connection when neither works, or when the person lost the Page', async () => {
    mockPage('EAA.user', refreshed, rejection(190, 458), 400)
    mockPage('EAA.page', 'id', rejection(190, 458), 400)
    expect(await failureOf(refresh())).to.have.property('code', 'connection_expired')
    mockPage('EAA.user', refreshed, { id: '104512345678901' })
    expect(await failureOf(refresh())).to.have.property('code', 'connection_expired')
  })

  it('leaves the connection as it is when Facebook fails', async () => {
    mockPage('EAA.user', refreshed, rejection(2), 500)
    expect(await failureOf(refresh())).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })
})
