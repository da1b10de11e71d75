import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'chai'
import { callbackOf, clientMetadata } from '../../src/bluesky/oauth/client-metadata.ts'
import { blueskyConnect } from '../../src/bluesky/oauth/connect.ts'
import { failureOf } from '../fake-call.ts'
import { app } from './account.ts'

const publicUrl = 'https://svc.example.com'

function privateKey(): Record<string, unknown> {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as Record<
    string,
    unknown
  >
}

function documents(more: Partial<typeof app> & { secrets?: Record<string, string> }) {
  const { documents: read } = blueskyConnect
  if (!read) throw new Error('there are no documents')
  return read({ app: { ...app, ...more } })
}

/** @see https://atproto.com/specs/oauth#clients (read 2026-11-20) */
describe('bluesky client documents', () => {
  it('present a client that signs, without its private parts', async () => {
    const jwk = privateKey()
    const served = await documents({ publicUrl, secrets: { privateKey: JSON.stringify(jwk) } })
    expect(served['client-metadata.json']).to.deep.equal({
      client_id: 'https://svc.example.com/oauth/bluesky/client-metadata.json',
      client_name: 'Carillon',
      client_uri: 'https://svc.example.com',
      application_type: 'web',
      redirect_uris: ['https://svc.example.com/oauth/bluesky/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'atproto transition:generic',
      dpop_bound_access_tokens: true,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks_uri: 'https://svc.example.com/oauth/bluesky/jwks.json',
    })
    const keys = served['jwks.json']?.['keys'] as Record<string, unknown>[]
    expect(keys).to.have.length(1)
    expect(keys[0]).to.deep.include({ kty: 'EC', crv: 'P-256', x: jwk['x'], y: jwk['y'], alg: 'ES256' })
    expect(keys[0]?.['kid']).to.match(/^[\w-]{43}$/)
    expect(JSON.stringify(served)).not.to.contain(jwk['d'])
  })

  it('present every key of a set, so that old connections outlive a new key', async () => {
    const keys = [privateKey(), { ...privateKey(), kid: 'old' }]
    const served = await documents({ publicUrl, secrets: { privateKey: JSON.stringify({ keys }) } })
    const shown = served['jwks.json']?.['keys'] as { kid: string }[]
    expect(shown.map(({ kid }) => kid))
      .to.have.length(2)
      .and.to.include('old')
  })

  it('present a public client without a key', async () => {
    const served = await documents({ publicUrl })
    expect(Object.keys(served)).to.deep.equal(['client-metadata.json'])
    expect(served['client-metadata.json']).to.include({ token_endpoint_auth_method: 'none' })
    expect(served['client-metadata.json']).not.to.have.any.keys('jwks', 'jwks_uri', 'token_endpoint_auth_signing_alg')
  })

  it('are none on a loopback address, whose client is known by its own', async () => {
    expect(await documents({ secrets: { privateKey: JSON.stringify(privateKey()) } })).to.deep.equal({})
    const redirectUri = callbackOf({ publicUrl: 'http://localhost:8080' })
    expect(redirectUri).to.equal('http://127.0.0.1:8080/oauth/bluesky/callback')
    const { client_id: clientId } = clientMetadata(redirectUri, false)
    const { origin, pathname, searchParams } = new URL(String(clientId))
    expect([origin, pathname, searchParams.get('redirect_uri'), searchParams.get('scope')]).to.deep.equal([
      'http://localhost',
      '/',
      redirectUri,
      'atproto transition:generic',
    ])
  })

  it('say what is missing', async () => {
    const unreadable = documents({ publicUrl, secrets: { privateKey: 'not a key' } })
    expect(await failureOf(unreadable)).to.include({ code: 'provider_not_configured' })
    expect(() => clientMetadata('http://svc.example.com/oauth/bluesky/callback', false)).to.throw(
      'public https address',
    )
  })
})
