import { expect } from 'chai'
import nock from 'nock'
import { tiktokConnect } from '../../src/tiktok/connect.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { api, app, appCall, v13 } from './network.ts'
import { profile, rejected, tokens, wantedScopes } from './responses.ts'

const redirectUri = 'https://carillon.example/oauth/tiktok/callback/'
const client = { client_id: 'app-1', client_secret: 'secret-1' }
const exchanged = { ...client, grant_type: 'authorization_code', auth_code: 'code-1', redirect_uri: redirectUri }
const credentials = { accessToken: 'act.old', refreshToken: 'rft.old' }

function complete(parameters: Record<string, string> = { code: 'code-1', scopes: 'user.info.basic' }) {
  return tiktokConnect.complete(appCall(), { parameters, redirectUri, authMethod: null, kept: {} })
}

function expectRevocation(accessToken: string, response: object = { code: 0, message: 'OK', data: {} }) {
  return nock(api)
    .post(`${v13}/tt_user/oauth2/revoke/`, { ...client, access_token: accessToken })
    .reply(200, response)
}

function expectRefresh(response: object) {
  return nock(api)
    .post(`${v13}/tt_user/oauth2/refresh_token/`, {
      ...client,
      grant_type: 'refresh_token',
      refresh_token: 'rft.old',
    })
    .reply(200, response)
}

describe('connecting a TikTok account', () => {
  intercept()

  describe('authorizing', () => {
    it('asks for every scope on the consent page, whether or not it was allowed before', async () => {
      const { authorizationUrl, state, kept } = await tiktokConnect.authorize(appCall(), { redirectUri, state: 's-1' })
      const url = new URL(authorizationUrl)
      expect([url.origin, url.pathname]).to.deep.equal(['https://www.tiktok.com', '/v2/auth/authorize/'])
      expect(Object.fromEntries(url.searchParams)).to.deep.equal({
        client_key: 'app-1',
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: wantedScopes.join(','),
        state: 's-1',
        disable_auto_auth: '1',
      })
      expect([state, kept]).to.deep.equal(['s-1', {}])
    })

    it('needs the app to be configured', async () => {
      const call = { ...appCall(), app: { ...app, secrets: {} } }
      const failure = await failureOf(tiktokConnect.authorize(call, { redirectUri, state: 's-1' }))
      expect(failure).to.include({ code: 'provider_not_configured' })
    })
  })

  describe('completing', () => {
    it('exchanges the code and reads who it is', async () => {
      nock(api).post(`${v13}/tt_user/oauth2/token/`, exchanged).reply(200, tokens())
      nock(api, { reqheaders: { 'access-token': 'act.first' } })
        .get(`${v13}/business/get/`)
        .query({ business_id: 'open-1', fields: '["display_name","profile_image","username"]' })
        .reply(200, profile)
      const { identities, select } = await complete()
      expect(select).to.equal(false)
      expect(identities).to.deep.equal([
        {
          providerId: 'open-1',
          displayIdentifier: 'acme',
          displayName: 'Acme',
          avatarUrl: 'https://p16.example/acme.webp',
          scopes: [...wantedScopes],
          missingScopes: [],
          credentials: { accessToken: 'act.first', refreshToken: 'rft.first' },
          tokenExpiresAt: new Date('2026-11-21T12:00:00.000Z'),
        },
      ])
    })

    it('tells which scopes were withheld, and does not read what they are for', async () => {
      const response = tokens({ scope: 'user.info.basic,video.list' })
      nock(api).post(`${v13}/tt_user/oauth2/token/`).reply(200, response)
      nock(api)
        .get(`${v13}/business/get/`)
        .query({ business_id: 'open-1', fields: '["display_name","profile_image"]' })
        .reply(200, profile)
      const { identities } = await complete()
      expect(identities[0]?.scopes).to.deep.equal(['user.info.basic', 'video.list'])
      expect(identities[0]?.missingScopes).to.deep.equal(
        wantedScopes.filter((scope) => !['user.info.basic', 'video.list'].includes(scope)),
      )
    })

    it('connects an account whose profile cannot be read', async () => {
      nock(api).post(`${v13}/tt_user/oauth2/token/`).reply(200, tokens())
      nock(api).get(`${v13}/business/get/`).query(true).reply(200, rejected(40130))
      const { identities } = await complete()
      expect(identities[0]).to.include({ providerId: 'open-1', displayName: null, displayIdentifier: null })
    })

    const callbacks: [string, Record<string, string>, string][] = [
      ['a person who declines', { error: 'access_denied' }, 'missing_scope'],
      ['a scope that TikTok does not know', { error: 'invalid_scope' }, 'provider_error'],
      ['a callback without a code', {}, 'provider_error'],
    ]
    for (const [what, parameters, code] of callbacks) {
      it(`ends with ${code} for ${what}`, async () => {
        expect(await failureOf(complete(parameters))).to.include({ code })
      })
    }

    it('tells what to do about a permission that the app was not given', async () => {
      const failure = await failureOf(complete({ error: 'invalid_scope', error_type: 'scope' }))
      expect(failure)
        .to.have.property('message')
        .that.matches(/permission.*not approved.*FEATURES/)
    })

    const responses: [string, object, RegExp, string?][] = [
      ['a code that was used before', rejected(40110), /already used/],
      ['a wrong secret', rejected(40101), /app id or secret/, 'provider_not_configured'],
      ['a response without an account', tokens({ open_id: undefined }), /id of the account/],
      ['a response without a token', tokens({ access_token: undefined }), /no access token/],
      ['throttling', rejected(40100), /too many requests/, 'rate_limited'],
    ]
    for (const [what, response, message, code = 'provider_error'] of responses) {
      it(`fails with ${code} for ${what}`, async () => {
        nock(api).post(`${v13}/tt_user/oauth2/token/`).reply(200, response)
        const failure = await failureOf(complete())
        expect(failure).to.include({ code })
        expect(failure).to.have.property('message').that.matches(message)
      })
    }
  })

  describe('refreshing', () => {
    it('keeps the refresh token that came back', async () => {
      expectRefresh(tokens({ access_token: 'act.new', refresh_token: 'rft.new', scope: 'video.list' }))
      expect(await tiktokConnect.refresh(appCall(), credentials)).to.deep.equal({
        credentials: { accessToken: 'act.new', refreshToken: 'rft.new' },
        tokenExpiresAt: new Date('2026-11-21T12:00:00.000Z'),
        granted: {
          scopes: ['video.list'],
          missingScopes: wantedScopes.filter((scope) => scope !== 'video.list'),
        },
      })
    })

    it('keeps the old one when none came back', async () => {
      expectRefresh(tokens({ access_token: 'act.new', refresh_token: undefined }))
      const { credentials: fresh } = await tiktokConnect.refresh(appCall(), credentials)
      expect(fresh).to.deep.equal({ accessToken: 'act.new', refreshToken: 'rft.old' })
    })

    const rejections: [number, string][] = [
      [40105, 'connection_expired'],
      [40110, 'connection_expired'],
      [40131, 'connection_expired'],
      // They do not say that the grant has ended, and reconnecting does not give the app a permission.
      [40001, 'provider_error'],
      [40130, 'provider_error'],
      [40100, 'rate_limited'],
      [40101, 'provider_not_configured'],
      [50000, 'provider_error'],
    ]
    for (const [code, meaning] of rejections) {
      it(`takes ${code} for ${meaning}`, async () => {
        expectRefresh(rejected(code))
        expect(await failureOf(tiktokConnect.refresh(appCall(), credentials))).to.include({ code: meaning })
      })
    }

    const words: [string, string][] = [
      ['refresh_token: Invalid or expired.', 'connection_expired'],
      ['The refresh token is not valid.', 'connection_expired'],
      ['grant_type: Missing data for required field.', 'provider_error'],
    ]
    for (const [message, meaning] of words) {
      it(`takes 40002 “${message}” for ${meaning}`, async () => {
        expectRefresh(rejected(40002, message))
        expect(await failureOf(tiktokConnect.refresh(appCall(), credentials))).to.include({ code: meaning })
      })
    }
  })

  describe('revoking', () => {
    it('ends the grant', async () => {
      expectRevocation('act.old')
      await tiktokConnect.revoke?.(appCall(), credentials)
    })

    it('takes a fresh token for it when the old one has run out', async () => {
      expectRevocation('act.old', rejected(40131))
      expectRefresh(tokens({ access_token: 'act.new' }))
      expectRevocation('act.new')
      await tiktokConnect.revoke?.(appCall(), credentials)
    })

    it('is content with a grant that is gone', async () => {
      expectRevocation('act.old', rejected(40105))
      expectRefresh(rejected(40105))
      await tiktokConnect.revoke?.(appCall(), credentials)
    })

    it('reports that the network cannot be queried, or that the app may not do it', async () => {
      for (const [code, outcome] of [
        [50000, 'indeterminate'],
        [40001, 'rejected'],
      ] as const) {
        expectRevocation('act.old', rejected(code))
        const failure = await failureOf(Promise.resolve(tiktokConnect.revoke?.(appCall(), credentials)))
        expect(failure).to.include({ code: 'provider_error', outcome })
      }
    })
  })
})
