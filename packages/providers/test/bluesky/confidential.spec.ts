import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'chai'
import nock from 'nock'
import { blueskyConnect } from '../../src/bluesky/oauth/connect.ts'
import { parseCredentials } from '../../src/bluesky/session.ts'
import { type JsonObject, ProviderError } from '../../src/index.ts'
import { failureOf } from '../fake-call.ts'
import { app, appCall, did, server } from './account.ts'
import { readJwt, simulateHosts } from './simulated.ts'

const issuer = 'https://entryway.example.com'
const clientId = 'https://svc.example.com/oauth/bluesky/client-metadata.json'
const redirectUri = 'https://svc.example.com/oauth/bluesky/callback'
const json = { 'content-type': 'application/json' }
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const privateKey = JSON.stringify({ ...pair.privateKey.export({ format: 'jwk' }), kid: 'key-1' })

/**
 * Documents and responses written from https://atproto.com/specs/oauth and https://atproto.com/specs/did (read
 * 2026-11-20).
 */
function describeAccount({ handle = 'ada.test', authorizedBy = issuer } = {}): void {
  const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: server }]
  const document = { id: did, alsoKnownAs: [`at://${handle}`], service }
  nock('https://handles.example.com')
    .get(/resolveHandle\?handle=ada\.test$/)
    .times(9)
    .reply(200, { did }, json)
  nock('https://plc.example.com')
    .get(`/${encodeURIComponent(did)}`)
    .times(9)
    .reply(200, document, json)
  nock(server)
    .get('/.well-known/oauth-protected-resource')
    .times(9)
    .reply(200, { resource: server, authorization_servers: [authorizedBy] }, json)
  const described = {
    issuer: authorizedBy,
    authorization_endpoint: `${authorizedBy}/oauth/authorize`,
    token_endpoint: `${authorizedBy}/oauth/token`,
    revocation_endpoint: `${authorizedBy}/oauth/revoke`,
    pushed_authorization_request_endpoint: `${authorizedBy}/oauth/par`,
    require_pushed_authorization_requests: true,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    dpop_signing_alg_values_supported: ['ES256K', 'ES256'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    scopes_supported: ['atproto', 'transition:generic'],
  }
  nock(authorizedBy).get('/.well-known/oauth-authorization-server').times(9).reply(200, described, json)
}

interface Sent {
  form: URLSearchParams
  proof: ReturnType<typeof readJwt>
}

let nonces = 0

/** What is sent to an endpoint, which first requires a nonce and then responds. */
function mockPath(path: string, status: number, body: object, sent: Sent[] = []): Sent[] {
  nonces += 1
  nock(issuer)
    .post(path)
    .reply(400, { error: 'use_dpop_nonce' }, { ...json, 'dpop-nonce': `nonce-${nonces}` })
  nock(issuer)
    .post(path)
    .reply(
      status,
      async (request: Request) => {
        const form = new URLSearchParams(await request.text())
        sent.push({ form, proof: readJwt(request.headers.get('dpop') ?? '') })
        return body
      },
      json,
    )
  return sent
}

const granted = {
  access_token: 'access-1',
  token_type: 'DPoP',
  expires_in: 3600,
  refresh_token: 'refresh-1',
  scope: 'atproto transition:generic',
  sub: did,
}

describe('bluesky connections of a client that signs', () => {
  const { outbound } = simulateHosts()
  const call = (secrets: Record<string, string> = { privateKey }) =>
    appCall(outbound(), { app: { ...app, secrets, publicUrl: 'https://svc.example.com' } })
  const authorize = (handle = 'ada.test') => blueskyConnect.authorize(call(), { redirectUri, state: 'ignored', handle })

  async function pushed() {
    const request = { request_uri: 'urn:ietf:params:oauth:request_uri:req-1', expires_in: 299 }
    const sent = mockPath('/oauth/par', 201, request)
    return { sent, authorization: await authorize() }
  }

  async function complete(parameters: Record<string, string> = {}, response: object = granted) {
    const { authorization } = await pushed()
    const sent = mockPath('/oauth/token', 200, response)
    // The data server's profile reads find nothing.
    nock(server)
      .get(/^\/xrpc\//)
      .times(9)
      .reply(501, {}, json)
    const all = { code: 'code-1', iss: issuer, state: authorization.state, ...parameters }
    const { kept } = authorization
    const completion = await blueskyConnect.complete(call(), { parameters: all, redirectUri, authMethod: null, kept })
    return { sent, completion }
  }

  beforeEach(() => {
    if (nock.isActive()) describeAccount()
  })

  it('push their request, signed and bound to a key', async () => {
    const { sent, authorization } = await pushed()
    const [{ form, proof } = {}] = sent
    const fields = Object.fromEntries(form ?? [])
    expect(fields).to.include({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'atproto transition:generic',
      login_hint: 'ada.test',
      state: authorization.state,
    })
    const assertion = readJwt(fields['client_assertion'] ?? '')
    expect(assertion.header).to.include({ alg: 'ES256', kid: 'key-1' })
    expect(assertion.claims).to.include({ iss: clientId, sub: clientId, aud: issuer })
    expect(proof?.header).to.include({ typ: 'dpop+jwt', alg: 'ES256' })
    expect(proof?.claims).to.include({ htm: 'POST', htu: `${issuer}/oauth/par`, nonce: `nonce-${nonces}` })
    const url = new URL(authorization.authorizationUrl)
    expect(url.origin + url.pathname).to.equal(`${issuer}/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).to.deep.equal({
      client_id: clientId,
      request_uri: 'urn:ietf:params:oauth:request_uri:req-1',
    })
  })

  it('exchange the code with the verifier and the same key', async () => {
    const { sent, completion } = await complete()
    const fields = Object.fromEntries(sent[0]?.form ?? [])
    expect(fields).to.include({ grant_type: 'authorization_code', code: 'code-1', redirect_uri: redirectUri })
    expect(fields['code_verifier']).to.match(/^[\w-]{43}$/)
    const [identity] = completion.identities
    expect(identity).to.deep.include({
      providerId: did,
      displayIdentifier: 'ada.test',
      displayName: null,
      missingScopes: [],
    })
    expect(completion.select).to.equal(false)
  })

  it('refresh with what they keep', async () => {
    const { completion } = await complete()
    const sent = mockPath('/oauth/token', 200, { ...granted, access_token: 'access-2', refresh_token: 'refresh-2' })
    const stored = JSON.parse(JSON.stringify(completion.identities[0]?.credentials)) as JsonObject
    const { credentials, names } = await blueskyConnect.refresh(call(), parseCredentials(stored))
    expect(Object.fromEntries(sent[0]?.form ?? [])).to.include({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
    })
    expect(JSON.stringify(credentials)).to.contain('access-2').and.to.contain('refresh-2')
    // The library resolves the handle before it refreshes.
    expect(names).to.deep.equal({ displayIdentifier: 'ada.test', displayName: null })
  })

  it('refresh by the outbound of their call alone, whose error is passed on', async () => {
    const { completion } = await complete()
    const own = call()
    const closed = new ProviderError('provider_error', 'Too late.', 'not_sent')
    const sent = mockPath('/oauth/token', 200, granted)
    const guarded: typeof own.outbound.guarded = async (input) => {
      if (input.operation === 'oauth.token') throw closed
      return own.outbound.guarded(input)
    }
    const late = { ...own, outbound: { ...own.outbound, guarded } }
    const credentials = parseCredentials(completion.identities[0]?.credentials ?? {})
    expect(await failureOf(blueskyConnect.refresh(late, credentials))).to.equal(closed)
    expect(sent).to.deep.equal([])
  })

  it('are not ended by the loss of the key, nor by a server that is away', async () => {
    const { completion } = await complete()
    const credentials = parseCredentials(completion.identities[0]?.credentials ?? {})
    expect(await failureOf(blueskyConnect.refresh(call({}), credentials))).to.include({ code: 'provider_error' })
    nock(issuer).post('/oauth/token').reply(502, 'Bad Gateway')
    expect(await failureOf(blueskyConnect.refresh(call(), credentials))).to.include({ code: 'provider_error' })
  })

  it('end when the account has moved to another authorization server', async () => {
    const { completion } = await complete()
    nock.cleanAll()
    describeAccount({ authorizedBy: 'https://ada.example.com' })
    nock(issuer).get('/.well-known/oauth-authorization-server').reply(404)
    const refresh = blueskyConnect.refresh(call(), parseCredentials(completion.identities[0]?.credentials ?? {}))
    expect(await failureOf(refresh)).to.include({ code: 'connection_expired' })
  })

  it('are not made with the response of another server, nor for another user', async () => {
    expect(await failureOf(complete({ iss: 'https://evil.example.com' }))).to.include({ code: 'provider_error' })
    nock.cleanAll()
    describeAccount()
    const elsewhere = { ...granted, sub: 'did:web:ada.example.com' }
    nock('https://ada.example.com').get('/.well-known/did.json').reply(404)
    expect(await failureOf(complete({}, elsewhere)))
      .to.have.property('code')
      .that.is.oneOf(['invalid_handle', 'provider_error'])
  })

  it('are not made without the permission to write', async () => {
    const revoked = nock(issuer).post('/oauth/revoke').reply(200)
    expect(await failureOf(complete({}, { ...granted, scope: 'atproto' }))).to.include({ code: 'missing_scope' })
    expect(revoked.isDone()).to.equal(true)
  })

  it('are rejected where the network does not accept the app', async () => {
    mockPath('/oauth/par', 400, {
      error: 'invalid_client_metadata',
      error_description: 'Unable to obtain client metadata',
    })
    expect(await failureOf(authorize())).to.include({ code: 'provider_not_configured' })
  })

  it('are rejected for a handle that the account does not name', async () => {
    nock.cleanAll()
    describeAccount({ handle: 'grace.test' })
    expect(await failureOf(authorize())).to.include({ code: 'invalid_handle' })
  })
})
