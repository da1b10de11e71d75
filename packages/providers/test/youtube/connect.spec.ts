import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import nock from 'nock'
import { youtubeConnect } from '../../src/youtube/connect.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { api, app, appCall, oauth } from './network.ts'
import { analytics, channels, forceSsl, rejection, tokens, upload } from './responses.ts'

const redirectUri = 'https://carillon.example/oauth/youtube/callback'

describe('connecting a YouTube channel', () => {
  intercept()

  const complete = (parameters: Record<string, string> = { code: '4/0code' }) =>
    youtubeConnect.complete(appCall(), { parameters, redirectUri, authMethod: null, kept: { verifier: 'v-1' } })

  const mockTokens = (body: unknown, status = 200) =>
    nock(oauth)
      .post('/token')
      .reply(status, body as object)

  const mockChannels = (body: unknown, status = 200) =>
    nock(api, { reqheaders: { authorization: 'Bearer ya29.first' } })
      .get('/youtube/v3/channels')
      .query({ part: 'snippet,contentDetails', mine: 'true' })
      .reply(status, body as object)

  it('names the permission that was withheld', async () => {
    mockTokens(tokens([forceSsl, analytics]))
    expect(await failureOf(complete())).to.include({ message: `The user did not grant: ${upload}.` })
  })

  it('asks for lasting access with consent, PKCE and all permissions', async () => {
    const { authorizationUrl, kept, state } = await youtubeConnect.authorize(appCall(), { redirectUri, state: 'st' })
    const url = new URL(authorizationUrl)
    const { code_challenge, ...query } = Object.fromEntries(url.searchParams)
    expect(url.origin + url.pathname).to.equal('https://accounts.google.com/o/oauth2/v2/auth')
    expect(query).to.deep.equal({
      client_id: 'client-1',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: `${forceSsl} ${upload} ${analytics}`,
      state: 'st',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
    })
    expect(code_challenge).to.match(/^[\w-]{43}$/)
    expect([state, typeof kept['verifier']]).to.deep.equal(['st', 'string'])
  })

  it('exchanges the code and connects the channel behind it', async () => {
    let form: unknown
    nock(oauth)
      .post('/token', (body) => {
        form = body
        return true
      })
      .reply(200, tokens())
    mockChannels(channels)
    expect(await complete()).to.deep.equal({
      select: false,
      identities: [
        {
          providerId: 'UCtheChannel',
          displayIdentifier: '@channel',
          displayName: 'The Channel',
          avatarUrl: 'https://yt3.example/800.jpg',
          scopes: [upload, forceSsl, analytics],
          missingScopes: [],
          credentials: { accessToken: 'ya29.first', refreshToken: '1//first', uploads: 'UUtheChannel' },
          tokenExpiresAt: new Date(now.getTime() + 3_599_000),
        },
      ],
    })
    expect(form).to.deep.equal({
      client_id: 'client-1',
      client_secret: 'secret-1',
      grant_type: 'authorization_code',
      code: '4/0code',
      redirect_uri: redirectUri,
      code_verifier: 'v-1',
    })
  })

  it('connects without the analytics permission and says that it is missing', async () => {
    mockTokens(tokens([upload, forceSsl]))
    mockChannels(channels)
    const { identities } = await complete()
    expect(identities.map(({ scopes, missingScopes }) => [scopes, missingScopes])).to.deep.equal([
      [[upload, forceSsl], [analytics]],
    ])
  })

  const failures: { title: string; prepare?: () => unknown; parameters?: Record<string, string>; code: string }[] = [
    { title: 'a person who declined', parameters: { error: 'access_denied' }, code: 'missing_scope' },
    { title: 'upload withheld', prepare: () => mockTokens(tokens([forceSsl, analytics])), code: 'missing_scope' },
    { title: 'force-ssl withheld', prepare: () => mockTokens(tokens([upload, analytics])), code: 'missing_scope' },
    {
      title: 'an account without a channel (no items)',
      prepare: () => [mockTokens(tokens()), mockChannels({ kind: 'youtube#channelListResponse' })],
      code: 'no_channel',
    },
    {
      title: 'an account without a channel (rejected)',
      prepare: () => [mockTokens(tokens()), mockChannels(rejection(401, 'youtubeSignupRequired'), 401)],
      code: 'no_channel',
    },
    {
      title: 'a code that was used already',
      prepare: () => mockTokens({ error: 'invalid_grant' }, 400),
      code: 'provider_error',
    },
    {
      title: 'no refresh token',
      prepare: () => mockTokens({ ...tokens(), refresh_token: undefined }),
      code: 'provider_error',
    },
    { title: 'a response without a token', prepare: () => mockTokens({}), code: 'provider_error' },
    {
      title: 'a quota that is used up',
      prepare: () => [mockTokens(tokens()), mockChannels(rejection(403, 'quotaExceeded'), 403)],
      code: 'quota_exhausted',
    },
  ]
  for (const { title, prepare, parameters, code } of failures) {
    it(`ends with ${code} on ${title}`, async () => {
      prepare?.()
      const error = await failureOf(complete(parameters))
      expect(error).to.be.instanceOf(ServiceError).with.property('code', code)
    })
  }

  it('has no way without app credentials', async () => {
    const bare = { ...appCall(), app: { ...app, secrets: {} } }
    const error = await failureOf(youtubeConnect.authorize(bare, { redirectUri, state: 'st' }))
    expect(error).to.have.property('code', 'provider_not_configured')
  })

  it('refreshes and keeps the refresh token, which is not replaced', async () => {
    const { refresh_token, ...response } = tokens([upload, forceSsl])
    let form: unknown
    nock(oauth)
      .post('/token', (body) => {
        form = body
        return true
      })
      .reply(200, { ...response, access_token: 'ya29.second' })
    const old = { accessToken: 'ya29.first', refreshToken: refresh_token, uploads: 'UUtheChannel' }
    expect(await youtubeConnect.refresh(appCall(), old)).to.deep.equal({
      credentials: { ...old, accessToken: 'ya29.second' },
      tokenExpiresAt: new Date(now.getTime() + 3_599_000),
      granted: { scopes: [upload, forceSsl], missingScopes: [analytics] },
    })
    expect(form).to.deep.equal({
      client_id: 'client-1',
      client_secret: 'secret-1',
      grant_type: 'refresh_token',
      refresh_token: '1//first',
    })
  })

  it('takes a new refresh token should one ever come', async () => {
    mockTokens({ ...tokens(), refresh_token: '1//second' })
    const { credentials } = await youtubeConnect.refresh(appCall(), {
      accessToken: 'ya29.old',
      refreshToken: '1//first',
      uploads: 'UU',
    })
    expect(credentials).to.deep.equal({ accessToken: 'ya29.first', refreshToken: '1//second', uploads: 'UU' })
  })

  it('takes only invalid_grant for the end of the connection', async () => {
    const refresh = () =>
      youtubeConnect.refresh(appCall(), { accessToken: 'ya29.old', refreshToken: '1//first', uploads: 'UU' })
    mockTokens({ error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }, 400)
    expect(await failureOf(refresh())).to.have.property('code', 'connection_expired')
    mockTokens({ error: 'internal_failure' }, 500)
    expect(await failureOf(refresh())).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    mockTokens({ error: 'invalid_client' }, 401)
    expect(await failureOf(refresh())).to.have.property('code', 'provider_not_configured')
  })

  it('revokes by the refresh token alone; one that is over already is fine', async () => {
    nock(oauth).post('/revoke', { token: '1//first' }).reply(200, {})
    await youtubeConnect.revoke?.(appCall(), { accessToken: 'ya29.old', refreshToken: '1//first', uploads: 'UU' })
    nock(oauth).post('/revoke').reply(400, { error: 'invalid_token' })
    await youtubeConnect.revoke?.(appCall(), { accessToken: 'ya29.old', refreshToken: '1//first', uploads: 'UU' })
    nock(oauth).post('/revoke').reply(503, {})
    const failed = Promise.resolve(
      youtubeConnect.revoke?.(appCall(), { accessToken: 'ya29.old', refreshToken: '1//first', uploads: 'UU' }),
    )
    expect(await failureOf(failed)).to.have.property('code', 'provider_error')
  })
})
