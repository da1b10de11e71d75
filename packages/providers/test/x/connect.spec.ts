import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import nock from 'nock'
import { xConnect } from '../../src/x/connect.ts'
import { intercept, now } from '../fake-call.ts'
import { accountCall, api } from './network.ts'

const redirectUri = 'https://carillon.example/oauth/x/callback'
const scopes = 'tweet.read users.read offline.access tweet.write media.write dm.read'
const basic = `Basic ${Buffer.from('client-1:secret%3A1').toString('base64')}`

/** @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (read 2026-11-20) */
function tokens(changes: Record<string, unknown> = {}) {
  return {
    token_type: 'bearer',
    expires_in: 7200,
    access_token: 'access-1',
    scope: scopes,
    refresh_token: 'refresh-1',
    ...changes,
  }
}

/** @see https://docs.x.com/x-api/users/get-my-user (read 2026-11-20) */
const me = {
  data: {
    id: '2244994945',
    name: 'Mira Bellweather',
    username: 'mira_bells',
    profile_image_url: 'https://pbs.twimg.com/a_normal.jpg',
  },
}

function callback(parameters: Record<string, string> = { code: 'code-1', state: 's' }) {
  return { parameters, redirectUri, authMethod: null, kept: { verifier: 'v'.repeat(43) } }
}

async function sessionError(work: Promise<unknown>): Promise<ServiceError> {
  const thrown = await work.catch((error: unknown) => error)
  if (thrown instanceof ServiceError) return thrown
  throw new Error('a session failure was expected')
}

describe('x: connect', () => {
  intercept()

  it('sends the person to the consent page with PKCE and every scope', async () => {
    const { authorizationUrl, state, kept } = await xConnect.authorize(accountCall(), { redirectUri, state: 'state-1' })
    const url = new URL(authorizationUrl)
    expect(url.origin + url.pathname).to.equal('https://x.com/i/oauth2/authorize')
    const { code_challenge: challenge, ...rest } = Object.fromEntries(url.searchParams)
    expect(rest).to.deep.equal({
      client_id: 'client-1',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: scopes,
      state: 'state-1',
      code_challenge_method: 'S256',
    })
    expect(challenge).to.match(/^[\w-]{43}$/)
    expect([state, String(kept['verifier']).length]).to.deep.equal(['state-1', 43])
  })

  it('exchanges the code as a confidential client and asks whose account it is', async () => {
    nock(api, { reqheaders: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' } })
      .post('/2/oauth2/token', {
        grant_type: 'authorization_code',
        code: 'code-1',
        redirect_uri: redirectUri,
        code_verifier: 'v'.repeat(43),
      })
      .reply(200, tokens())
    nock(api, { reqheaders: { authorization: 'Bearer access-1' } })
      .get('/2/users/me')
      .query({ 'user.fields': 'profile_image_url,username' })
      .reply(200, me)
    const completion = await xConnect.complete(accountCall(), callback())
    expect(completion).to.deep.equal({
      select: false,
      billed: 'user.read',
      identities: [
        {
          providerId: '2244994945',
          displayIdentifier: 'mira_bells',
          displayName: 'Mira Bellweather',
          avatarUrl: 'https://pbs.twimg.com/a_normal.jpg',
          scopes: scopes.split(' '),
          missingScopes: [],
          credentials: { accessToken: 'access-1', refreshToken: 'refresh-1' },
          tokenExpiresAt: new Date(now.getTime() + 7_200_000),
        },
      ],
    })
  })

  it('does without permission to read messages, and says so', async () => {
    nock(api)
      .post('/2/oauth2/token')
      .reply(200, tokens({ scope: scopes.replace(' dm.read', '') }))
    nock(api).get('/2/users/me').query(true).reply(200, me)
    const { identities } = await xConnect.complete(accountCall(), callback())
    expect(identities[0]?.missingScopes).to.deep.equal(['dm.read'])
  })

  for (const withheld of ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']) {
    it(`ends the session when ${withheld} is withheld`, async () => {
      const granted = scopes.split(' ').filter((scope) => scope !== withheld)
      nock(api)
        .post('/2/oauth2/token')
        .reply(200, tokens({ scope: granted.join(' ') }))
      const error = await sessionError(xConnect.complete(accountCall(), callback()))
      expect(error.code).to.equal('missing_scope')
      expect(error.message).to.contain(withheld)
    })
  }

  it('takes a response without scopes for the requested ones, and an empty list for none', async () => {
    nock(api)
      .post('/2/oauth2/token')
      .reply(200, tokens({ scope: undefined }))
    nock(api).get('/2/users/me').query(true).reply(200, me)
    const { identities } = await xConnect.complete(accountCall(), callback())
    expect(identities[0]?.scopes).to.have.members(scopes.split(' '))
    nock(api)
      .post('/2/oauth2/token')
      .reply(200, tokens({ scope: '' }))
    expect(await sessionError(xConnect.complete(accountCall(), callback()))).to.include({ code: 'missing_scope' })
  })

  it('says that the person declined', async () => {
    const error = await sessionError(xConnect.complete(accountCall(), callback({ error: 'access_denied', state: 's' })))
    expect(error.code).to.equal('missing_scope')
  })

  const startAgain = 'X did not accept the authorization. Start connecting the account again.'
  const away = 'X is not available for a while.'
  const broken: [string, number, object, string, string?][] = [
    [
      'a code that is too old',
      400,
      { error: 'invalid_request', error_description: 'The code was invalid.' },
      startAgain,
    ],
    ['a grant that is gone', 400, { error: 'invalid_grant' }, startAgain],
    [
      'empty credits',
      402,
      { title: 'CreditsDepleted', type: 'https://api.twitter.com/2/problems/credits' },
      away,
      'temporarily_unavailable',
    ],
    ['a response without a token', 200, { token_type: 'bearer', scope: scopes }, 'X returned no access token.'],
  ]
  for (const [name, status, body, words, code = 'provider_error'] of broken) {
    it(`lets the person start again after ${name}`, async () => {
      nock(api).post('/2/oauth2/token').reply(status, body)
      const error = await sessionError(xConnect.complete(accountCall(), callback()))
      expect([error.code, error.message]).to.deep.equal([code, words])
    })
  }

  it('refreshes with the last refresh token and keeps the next one', async () => {
    nock(api, { reqheaders: { authorization: basic } })
      .post('/2/oauth2/token', { grant_type: 'refresh_token', refresh_token: 'refresh-1' })
      .reply(200, tokens({ access_token: 'access-2', refresh_token: 'refresh-2', scope: 'tweet.read users.read' }))
    const refreshed = await xConnect.refresh(accountCall(), { accessToken: 'access-1', refreshToken: 'refresh-1' })
    expect(refreshed).to.deep.equal({
      credentials: { accessToken: 'access-2', refreshToken: 'refresh-2' },
      tokenExpiresAt: new Date(now.getTime() + 7_200_000),
      granted: {
        scopes: ['tweet.read', 'users.read'],
        missingScopes: ['offline.access', 'tweet.write', 'media.write', 'dm.read'],
      },
    })
  })

  it('keeps the scopes if a refresh names none, or sends the empty list that RFC 6749 does not allow', async () => {
    for (const scope of [undefined, '', ' ']) {
      nock(api).post('/2/oauth2/token').reply(200, tokens({ scope }))
      const refreshed = await xConnect.refresh(accountCall(), { accessToken: 'access-1', refreshToken: 'refresh-1' })
      expect(refreshed).not.to.have.property('granted')
    }
  })

  const rejections = {
    connection_expired: [
      400,
      { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
    ],
    provider_not_configured: [
      401,
      { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
    ],
    temporarily_unavailable: [503, 'Service Unavailable'],
    provider_error: [400, { error: 'invalid_request', error_description: 'Missing required parameter [token].' }],
  } as const
  for (const [code, [status, body]] of Object.entries(rejections)) {
    it(`a refresh that is rejected with ${status} is ${code}`, async () => {
      nock(api).post('/2/oauth2/token').reply(status, body)
      const error = await sessionError(xConnect.refresh(accountCall(), { accessToken: 'a', refreshToken: 'r' }))
      expect(error.code).to.equal(code)
    })
  }

  it('cannot refresh without a refresh token', async () => {
    const error = await sessionError(xConnect.refresh(accountCall(), { accessToken: 'a', refreshToken: null }))
    expect(error.code).to.equal('connection_expired')
  })

  it('ends both tokens, the second one too when the first is rejected', async () => {
    nock(api, { reqheaders: { authorization: basic } })
      .post('/2/oauth2/revoke', { token: 'refresh-1' })
      .reply(500)
    nock(api).post('/2/oauth2/revoke', { token: 'access-1' }).reply(200, { revoked: true })
    const credentials = { accessToken: 'access-1', refreshToken: 'refresh-1' }
    const error = await sessionError(xConnect.revoke?.(accountCall(), credentials) ?? Promise.resolve())
    expect(error.code).to.equal('temporarily_unavailable')
  })

  it('revokes without an error what X no longer knows, as the job is repeated', async () => {
    const unknown = { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' }
    nock(api).post('/2/oauth2/revoke').twice().reply(400, unknown)
    await xConnect.revoke?.(accountCall(), { accessToken: 'access-1', refreshToken: 'refresh-1' })
  })
})
