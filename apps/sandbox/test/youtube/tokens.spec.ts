import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { allScopes, client, redirectUri, scope, startRig } from './rig.ts'

const verifier = 'v'.repeat(50)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const day = 86_400_000

describe('youtube: tokens', () => {
  const rig = eachTest(startRig)

  async function connect(query: Record<string, string | undefined> = {}, as = 'nora.videos') {
    const back = await rig.decide({ as, query })
    return (await rig.exchange(back.get('code') ?? '')).json
  }
  const refresh = (refresh_token: string, over = {}) =>
    rig.form('/token', { ...client, refresh_token, grant_type: 'refresh_token', ...over })

  it('come for a code, with what was granted', async () => {
    const tokens = await connect()
    expect(tokens.token_type).to.equal('Bearer')
    expect(tokens.expires_in).to.equal(3599)
    expect(tokens.scope).to.equal(allScopes.join(' '))
    expect(tokens.access_token).to.match(/^ya29\./)
    expect(tokens.refresh_token).to.match(/^1\/\//)
  })

  it('come for a code once, within ten minutes', async () => {
    const code = (await rig.decide()).get('code') ?? ''
    expect((await rig.exchange(code)).status).to.equal(200)
    const again = await rig.exchange(code)
    expect([again.status, again.json.error]).to.deep.equal([400, 'invalid_grant'])
    const late = (await rig.decide()).get('code') ?? ''
    rig.advance(10 * 60_000)
    expect((await rig.exchange(late)).json.error).to.equal('invalid_grant')
  })

  it('come with a refresh token only offline, and again only with prompt=consent', async () => {
    expect(await connect({ access_type: undefined, prompt: undefined })).to.not.have.property('refresh_token')
    expect(await connect({ prompt: undefined })).to.have.property('refresh_token')
    expect(await connect({ prompt: undefined })).to.not.have.property('refresh_token')
    expect(await connect({ prompt: 'select_account consent' })).to.have.property('refresh_token')
  })

  it('hold earlier grants when asked to include them', async () => {
    await connect({ scope: scope('youtube.upload') })
    const alone = await connect({ scope: scope('youtube.readonly') })
    expect(alone.scope).to.equal(scope('youtube.readonly'))
    const both = await connect({ scope: scope('yt-analytics.readonly'), include_granted_scopes: 'true' })
    expect(both.scope.split(' ')).to.have.members(
      ['youtube.upload', 'youtube.readonly', 'yt-analytics.readonly'].map(scope),
    )
  })

  const exchangeRejections: [string, Record<string, string>, number, string][] = [
    ['another redirect address', { redirect_uri: `${redirectUri}/` }, 400, 'redirect_uri_mismatch'],
    ['another client', { client_id: 'other', client_secret: 'x' }, 400, 'invalid_grant'],
    ['a code nobody gave', { code: '4/0Anothing' }, 400, 'invalid_grant'],
    ['an empty code', { code: '' }, 400, 'invalid_request'],
    ['no secret', { client_secret: '' }, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an invalid parameter', { scope: 'x' }, 400, 'invalid_request'],
    ['a verifier nobody announced', { code_verifier: verifier }, 400, 'invalid_grant'],
  ]
  for (const [what, over, status, error] of exchangeRejections) {
    it(`do not come for ${what}`, async () => {
      const code = (await rig.decide()).get('code') ?? ''
      const response = await rig.exchange(code, over)
      expect([response.status, response.json.error]).to.deep.equal([status, error])
      expect(response.json.error_description).to.be.a('string')
    })
  }

  it('do not come for JSON, nor for a repeated parameter', async () => {
    const json = await rig.call('/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...client, grant_type: 'refresh_token', refresh_token: 'x' }),
    })
    expect([json.status, json.json.error]).to.deep.equal([400, 'invalid_request'])
    const body = new URLSearchParams([
      ...Object.entries(client),
      ['grant_type', 'refresh_token'],
      ['client_id', 'twice'],
    ])
    expect((await rig.call('/token', { method: 'POST', body })).json.error).to.equal('invalid_request')
  })

  it('do not come for another secret than the client showed first', async () => {
    const { refresh_token } = await connect()
    const response = await refresh(refresh_token, { client_secret: 'wrong' })
    expect([response.status, response.json.error]).to.deep.equal([401, 'invalid_client'])
  })

  it('come to a client that names itself by HTTP Basic', async () => {
    const { refresh_token } = await connect()
    const response = await rig.call('/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ refresh_token, grant_type: 'refresh_token' }),
    })
    expect(response.status).to.equal(200)
  })

  it('do not come to a client whose HTTP Basic cannot be decoded', async () => {
    for (const pair of ['%:secret', 'client:%E0%A4%A']) {
      const { status, json } = await rig.call('/token', {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
        body: new URLSearchParams({ refresh_token: 'x', grant_type: 'refresh_token' }),
      })
      expect([status, json?.error]).to.deep.equal([400, 'invalid_request'])
    }
  })

  it('are bound to the PKCE challenge', async () => {
    const query = { code_challenge: challenge, code_challenge_method: 'S256' }
    const attempts: [Record<string, string>, number][] = [
      [{}, 400],
      [{ code_verifier: 'w'.repeat(50) }, 400],
      [{ code_verifier: verifier }, 200],
    ]
    for (const [over, status] of attempts) {
      const code = (await rig.decide({ query })).get('code') ?? ''
      expect((await rig.exchange(code, over)).status).to.equal(status)
    }
    const plain = (await rig.decide({ query: { code_challenge: verifier } })).get('code') ?? ''
    expect((await rig.exchange(plain, { code_verifier: verifier })).status).to.equal(200)
  })

  it('are refreshed without another refresh token, as often as wanted', async () => {
    const { refresh_token, scope: granted } = await connect()
    for (let round = 0; round < 3; round += 1) {
      const { status, json } = await refresh(refresh_token)
      expect(status).to.equal(200)
      expect(json).to.have.all.keys('access_token', 'expires_in', 'scope', 'token_type')
      expect(json.scope).to.equal(granted)
      const channels = await rig.api('/youtube/v3/channels?part=id&mine=true', json.access_token)
      expect(channels.status).to.equal(200)
    }
  })

  it('are not refreshed for an unknown, foreign or long unused refresh token', async () => {
    expect((await refresh('1//nothing')).json).to.deep.equal({
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    })
    const { refresh_token } = await connect()
    const foreign = await refresh(refresh_token, { client_id: 'other' })
    expect([foreign.status, foreign.json.error]).to.deep.equal([401, 'unauthorized_client'])
    rig.advance(180 * day)
    expect((await refresh(refresh_token)).status).to.equal(200)
    rig.advance(184 * day)
    expect((await refresh(refresh_token)).json.error).to.equal('invalid_grant')
    const { status, json } = await rig.form('/revoke', { token: refresh_token })
    expect([status, json.error]).to.deep.equal([400, 'invalid_token'])
  })

  it('live seven days when the consent screen is in testing', async () => {
    const testing = await startRig({ project: {} })
    try {
      const code = (await testing.decide()).get('code') ?? ''
      const { refresh_token, refresh_token_expires_in } = (await testing.exchange(code)).json
      expect(refresh_token_expires_in).to.equal(604_799)
      const again = () => testing.form('/token', { ...client, refresh_token, grant_type: 'refresh_token' })
      testing.advance(6 * day)
      expect((await again()).status).to.equal(200)
      testing.advance(2 * day)
      expect((await again()).json.error).to.equal('invalid_grant')
    } finally {
      await testing.close()
    }
  })

  it('push the oldest of more than a hundred out', async () => {
    const first = (await connect()).refresh_token
    const second = (await connect()).refresh_token
    for (let count = 0; count < 99; count += 1) await connect()
    expect((await refresh(first)).json.error).to.equal('invalid_grant')
    expect((await refresh(second)).status).to.equal(200)
  })

  it('end an hour after they came', async () => {
    const { access_token } = await connect()
    const read = () => rig.api('/youtube/v3/channels?part=id&mine=true', access_token)
    rig.advance(3_599_000)
    expect((await read()).status).to.equal(200)
    rig.advance(1000)
    expect((await read()).status).to.equal(401)
  })

  for (const kind of ['access_token', 'refresh_token']) {
    it(`are all revoked with the ${kind}`, async () => {
      const tokens = await connect()
      const other = await connect({}, 'bakery.lux')
      expect((await rig.form('/revoke', { token: tokens[kind] })).status).to.equal(200)
      expect((await refresh(tokens.refresh_token)).json.error).to.equal('invalid_grant')
      expect((await rig.api('/youtube/v3/channels?part=id&mine=true', tokens.access_token)).status).to.equal(401)
      expect((await refresh(other.refresh_token)).status).to.equal(200)
      const again = await rig.form('/revoke', { token: tokens[kind] })
      expect([again.status, again.json.error]).to.deep.equal([400, 'invalid_token'])
    })
  }

  it('are not revoked without being named', async () => {
    expect((await rig.form('/revoke', {})).json.error).to.equal('invalid_request')
  })

  it("end when the sandbox revokes a person's", async () => {
    const nora = await connect()
    const lux = await connect({}, 'bakery.lux')
    await rig.network.revokeTokens('nora.videos')
    expect((await refresh(nora.refresh_token)).json.error).to.equal('invalid_grant')
    expect((await refresh(lux.refresh_token)).status).to.equal(200)
    await rig.network.revokeTokens()
    expect((await refresh(lux.refresh_token)).json.error).to.equal('invalid_grant')
  })

  it('can be looked up', async () => {
    const { access_token } = await connect()
    rig.advance(600_000)
    const { json } = await rig.call(`/tokeninfo?access_token=${access_token}`)
    expect(json).to.include({
      aud: client.client_id,
      expires_in: '3000',
      access_type: 'offline',
      scope: allScopes.join(' '),
    })
    const second = await rig.call(`/oauth2/v2/tokeninfo?access_token=${access_token}`)
    expect(second.json).to.include({ issued_to: client.client_id, expires_in: 3000 })
    const bad = await rig.call('/tokeninfo?access_token=nothing')
    expect([bad.status, bad.json.error]).to.deep.equal([400, 'invalid_token'])
    expect((await rig.call('/tokeninfo')).json.error).to.equal('invalid_request')
  })
})
