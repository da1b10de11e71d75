import { expect } from 'chai'
import { xApps } from '../../src/x/index.ts'
import { eachTest } from '../fixture.ts'
import { ALL_SCOPES, CALLBACK, startX } from './start.ts'

describe('X: OAuth 2.0', () => {
  const x = eachTest(startX)

  const me = (token: string) => x.call('GET', '/2/users/me', { token })

  describe('authorize', () => {
    it('brings the state and a code back to the exact callback', async () => {
      const response = await x.consent()
      expect(response.get('state')).to.equal('a state')
      expect(response.get('from')).to.equal('x')
      expect(response.get('code')).to.have.length.above(20)
    })

    it('brings access_denied back when the person declines', async () => {
      const response = await x.consent({ decision: 'deny' })
      expect(Object.fromEntries(response)).to.deep.equal({ from: 'x', state: 'a state', error: 'access_denied' })
    })

    it('has the same page under the address of the OpenAPI document', async () => {
      const path = x.authorizationUrl().replace(x.url, '').replace('/i/oauth2', '/2/oauth2')
      const page = await x.call('GET', path)
      expect(page.status).to.equal(200)
      expect(page.body['text']).to.include('mira_bells')
    })

    const mistakes: Record<string, Record<string, string | undefined>> = {
      'another response type': { response_type: 'token' },
      'an unknown app': { client_id: 'nobody' },
      'a callback that is not an address': { redirect_uri: 'callback' },
      'an unknown scope': { scope: 'tweet.read tweets.write' },
      'scopes with commas': { scope: 'tweet.read,users.read' },
      'no scope': { scope: undefined },
      'no state': { state: undefined },
      'a state of 501 characters': { state: 's'.repeat(501) },
      'no challenge': { code_challenge: undefined },
      'a plain challenge': { code_challenge_method: 'plain' },
      'a challenge that is not SHA-256': { code_challenge: 'short' },
    }
    for (const [name, changes] of Object.entries(mistakes)) {
      it(`shows ${name} to the person instead of redirecting`, async () => {
        const page = await x.call('GET', x.authorizationUrl(changes).replace(x.url, ''))
        expect(page.status).to.equal(400)
        expect(page.headers.get('location')).to.equal(null)
      })
    }

    it('lets only registered callbacks in, character by character', async () => {
      const strict = await startX({ apps: [{ ...xApps.confidential, callbackUrls: [CALLBACK] }] })
      const status = async (redirect_uri: string) =>
        (await strict.call('GET', strict.authorizationUrl({ redirect_uri }).replace(strict.url, ''))).status
      expect(await status(CALLBACK)).to.equal(200)
      expect(await status(`${CALLBACK}/`)).to.equal(400)
      await strict.close()
    })
  })

  describe('token', () => {
    it('gives a bearer token for two hours and a refresh token', async () => {
      const { raw } = await x.connect()
      expect(raw).to.include({ token_type: 'bearer', expires_in: 7200, scope: ALL_SCOPES })
      expect(raw).to.have.all.keys('token_type', 'expires_in', 'access_token', 'scope', 'refresh_token')
    })

    it('gives no refresh token without offline.access', async () => {
      const { raw } = await x.connect(undefined, 'tweet.read users.read')
      expect(raw).not.to.have.property('refresh_token')
    })

    it('leaves out what the person withheld', async () => {
      const response = await x.consent({ withhold: ['media.write'] })
      const { body } = await x.exchange(response.get('code'))
      expect(body['scope']).to.equal('tweet.read tweet.write users.read offline.access')
    })

    it('is for the person who consented, the default one when nobody is named', async () => {
      const [mira, otto] = [await x.connect(), await x.connect('otto_premium')]
      expect((await me(mira.access)).body['data']?.['username']).to.equal('mira_bells')
      expect((await me(otto.access)).body['data']?.['username']).to.equal('otto_premium')
    })

    it('takes a code until 30 seconds are over', async () => {
      const [early, late] = [await x.consent(), await x.consent()]
      x.advance(29_999)
      expect((await x.exchange(early.get('code'))).status).to.equal(200)
      x.advance(1)
      const { status, body } = await x.exchange(late.get('code'))
      expect(status).to.equal(400)
      expect(body['error']).to.equal('invalid_request')
    })

    it('takes a code once', async () => {
      const response = await x.consent()
      expect((await x.exchange(response.get('code'))).status).to.equal(200)
      expect((await x.exchange(response.get('code'))).body['error']).to.equal('invalid_request')
    })

    const mistakes: Record<string, Record<string, string>> = {
      'another callback': { redirect_uri: `${CALLBACK}&more=1` },
      'another verifier': { code_verifier: 'v'.repeat(43) },
      'a verifier that is too short': { code_verifier: 'v' },
      'no verifier': { code_verifier: '' },
      'another code': { code: 'made up' },
    }
    for (const [name, changes] of Object.entries(mistakes)) {
      it(`rejects ${name}`, async () => {
        const { status, body } = await x.exchange((await x.consent()).get('code'), changes)
        expect(status).to.equal(400)
        expect(body).to.have.all.keys('error', 'error_description')
        expect(body['error']).to.equal('invalid_request')
      })
    }

    it('rejects another grant type', async () => {
      const { status, body } = await x.tokenCall('/2/oauth2/token', { grant_type: 'password' })
      expect([status, body['error']]).to.deep.equal([400, 'unsupported_grant_type'])
    })

    it('rejects a body that is not a form, and a parameter that comes twice', async () => {
      const headers = { authorization: `Basic ${btoa('sandbox-x-client:sandbox-x-secret')}` }
      const json = await x.call('POST', '/2/oauth2/token', { json: {}, headers })
      expect([json.status, json.body['error']]).to.deep.equal([400, 'invalid_request'])
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      const twice = await x.call('POST', '/2/oauth2/token', {
        json: 'grant_type=refresh_token&grant_type=password',
        headers: form,
      })
      expect(twice.body['error_description']).to.include('grant_type')
    })

    it('wants the secret of a confidential client in the header', async () => {
      const code = (await x.consent()).get('code')
      expect((await x.exchange(code, {}, 'sandbox-x-client:wrong')).status).to.equal(401)
      expect((await x.exchange(code, {}, null)).status).to.equal(400)
      const inBody = await x.exchange(code, { client_id: 'sandbox-x-client', client_secret: 'sandbox-x-secret' }, null)
      expect([inBody.status, inBody.body['error']]).to.deep.equal([401, 'unauthorized_client'])
      expect((await x.exchange(code)).status).to.equal(200)
    })

    it('knows a public client by its id in the body', async () => {
      const response = await x.consent({}, { client_id: 'sandbox-x-public-client' })
      const own = await x.exchange(response.get('code'), { client_id: 'sandbox-x-public-client' }, null)
      expect(own.status).to.equal(200)
    })

    it('rejects a code of another app', async () => {
      const response = await x.consent({}, { client_id: 'sandbox-x-public-client' })
      expect((await x.exchange(response.get('code'))).status).to.equal(400)
    })
  })

  describe('refresh', () => {
    it('gives a new pair, and the old access token lives on until its time', async () => {
      const first = await x.connect()
      const { status, body } = await x.refresh(first.refresh)
      expect(status).to.equal(200)
      expect(body['refresh_token']).not.to.equal(first.refresh)
      expect((await me(String(body['access_token']))).status).to.equal(200)
      expect((await me(first.access)).status).to.equal(200)
    })

    it('ends the whole family when a used refresh token is shown again', async () => {
      const first = await x.connect()
      const bystander = await x.connect()
      const second = await x.rotate(first.refresh)
      const third = await x.rotate(second.refresh)

      const replay = await x.refresh(first.refresh)
      expect(replay.status).to.equal(400)
      expect(replay.body['error']).to.be.oneOf(['invalid_request', 'invalid_grant'])

      for (const token of [first.access, second.access, third.access]) {
        expect((await me(token)).status).to.equal(401)
      }
      expect((await x.refresh(third.refresh)).body['error']).to.equal('invalid_grant')
      expect((await me(bystander.access)).status).to.equal(200)
      expect((await x.refresh(bystander.refresh)).status).to.equal(200)
    })

    it('rejects unknown tokens, access tokens and those of another app', async () => {
      const { access, refresh } = await x.connect()
      expect((await x.refresh('made up')).body['error']).to.equal('invalid_request')
      expect((await x.refresh(access)).status).to.equal(400)
      const fields = { grant_type: 'refresh_token', refresh_token: refresh, client_id: 'sandbox-x-public-client' }
      expect((await x.tokenCall('/2/oauth2/token', fields, null)).status).to.equal(400)
      expect((await x.refresh(refresh)).status).to.equal(200)
    })

    it('stops working after half a year', async () => {
      const { refresh } = await x.connect()
      x.advance(183 * 24 * 60 * 60_000)
      expect((await x.refresh(refresh)).body['error']).to.equal('invalid_grant')
    })
  })

  describe('the end of tokens', () => {
    it('comes to an access token after two hours', async () => {
      const { access } = await x.connect()
      x.advance(7_199_999)
      expect((await me(access)).status).to.equal(200)
      x.advance(1)
      const { status, body } = await me(access)
      expect(status).to.equal(401)
      expect(body).to.deep.equal({ title: 'Unauthorized', detail: 'Unauthorized', type: 'about:blank', status: 401 })
    })

    it('comes by revoking: one access token, or everything with the refresh token', async () => {
      const { access, refresh } = await x.connect()
      const second = await x.rotate(refresh)
      const revoked = await x.tokenCall('/2/oauth2/revoke', { token: access })
      expect(revoked).to.deep.equal({ status: 200, body: { revoked: true } })
      expect((await me(access)).status).to.equal(401)
      expect((await me(second.access)).status).to.equal(200)
      await x.tokenCall('/2/oauth2/revoke', { token: second.refresh })
      expect((await me(second.access)).status).to.equal(401)
    })

    it('does not come by the hand of another app, which is not told', async () => {
      const { access } = await x.connect()
      const response = await x.tokenCall(
        '/2/oauth2/revoke',
        { token: access, client_id: 'sandbox-x-public-client' },
        null,
      )
      expect(response.status).to.equal(200)
      expect((await me(access)).status).to.equal(200)
    })

    it('comes when the network is told to, for one person or for all', async () => {
      const [mira, otto] = [await x.connect(), await x.connect('otto_premium')]
      await x.network.revokeTokens('@otto_premium')
      expect((await me(otto.access)).status).to.equal(401)
      expect((await x.refresh(otto.refresh)).body['error']).to.equal('invalid_grant')
      expect((await me(mira.access)).status).to.equal(200)
      await x.network.revokeTokens()
      expect((await me(mira.access)).status).to.equal(401)
    })
  })
})
