import { createPublicKey, verify } from 'node:crypto'
import { expect } from 'chai'
import nock from 'nock'
import { sessionFrom } from '../../src/bluesky/session.ts'
import { callServer } from '../../src/bluesky/xrpc.ts'
import { failureOf } from '../fake-call.ts'
import { appCall, createdAt, credentials, server } from './account.ts'
import { readJwt, simulateHosts } from './simulated.ts'

const method = 'com.atproto.repo.getRecord'
const path = `/xrpc/${method}`
const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"' }

/** Responses written from https://atproto.com/specs/oauth#dpop and https://atproto.com/specs/xrpc (read 2026-11-20). */
describe('bluesky calls to the server of an account', () => {
  const { outbound } = simulateHosts()
  const session = sessionFrom(credentials)
  const call = (request: Partial<Parameters<typeof callServer>[2]> = {}, of = session) =>
    callServer(appCall(outbound()), of, { method, ...request })

  it('prove that they hold the key, for this call and token only', async () => {
    let proof = ''
    nock(server, { reqheaders: { authorization: 'DPoP access-1' } })
      .get(path)
      .query({ rkey: 'a' })
      .reply(200, (request: Request) => {
        proof = request.headers.get('dpop') ?? ''
        return { value: 1 }
      })
    expect(await call({ query: { rkey: 'a' } })).to.deep.equal({ value: 1 })
    const { header, claims } = readJwt(proof)
    expect(header).to.include({ typ: 'dpop+jwt', alg: 'ES256' })
    expect(header['jwk']).not.to.have.property('d')
    expect(claims).to.include({ htm: 'GET', htu: `${server}${path}`, iat: createdAt.getTime() / 1000 })
    // base64url(sha256("access-1"))
    expect(claims['ath']).to.equal('9MKET0Y7WpOlF96BtnoJyLnXlpe9Pn5RReIOHKIBPAY')
    const [head, body, signature = ''] = proof.split('.')
    const key = createPublicKey({ key: header['jwk'] as Record<string, string>, format: 'jwk' })
    const signed = Buffer.from(`${head}.${body}`)
    const ieee = { key, dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', signed, ieee, Buffer.from(signature, 'base64url'))).to.equal(true)
  })

  it("carry the server's newest nonce, and ask once more for the consent for one", async () => {
    const seen: unknown[] = []
    const note = (request: Request) => void seen.push(readJwt(request.headers.get('dpop') ?? '').claims['nonce'])
    const reply = (status: number, headers: Record<string, string>) =>
      nock(server)
        .get(path)
        .reply(
          status,
          (request: Request) => {
            note(request)
            return {}
          },
          headers,
        )
    reply(401, { ...challenge, 'dpop-nonce': 'n1' })
    reply(200, { 'dpop-nonce': 'n2' })
    await call()
    reply(200, {})
    await call()
    expect(seen.slice(1)).to.deep.equal(['n1', 'n2'])
    reply(401, { ...challenge, 'dpop-nonce': 'n3' })
    reply(401, { ...challenge, 'dpop-nonce': 'n4' })
    expect(await failureOf(call())).to.include({ code: 'provider_error', tokenRejected: false })
  })

  it('send a body again for the consent for a nonce', async () => {
    const bodies: string[] = []
    const upload = () => nock(server).post('/xrpc/com.atproto.repo.uploadBlob', (body) => bodies.push(String(body)) > 0)
    upload().reply(401, {}, { ...challenge, 'dpop-nonce': 'n5' })
    upload().reply(200, { blob: {} })
    async function* video() {
      yield Buffer.from('CLIP')
    }
    const bytes = { contentType: 'image/jpeg', length: 4, open: video }
    await call({ method: 'com.atproto.repo.uploadBlob', bytes })
    expect(bodies).to.deep.equal(['CLIP', 'CLIP'])
  })

  it('repeat a query that did not get through, and never anything else', async () => {
    nock(server).get(path).reply(503, {})
    nock(server).get(path).reply(200, { value: 2 })
    expect(await call()).to.deep.equal({ value: 2 })
    nock(server)
      .get(path)
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    nock(server).get(path).reply(200, { value: 3 })
    expect(await call()).to.deep.equal({ value: 3 })
    nock(server).post('/xrpc/com.atproto.repo.putRecord').reply(503, {})
    const failure = await failureOf(call({ method: 'com.atproto.repo.putRecord', input: {} }))
    expect(failure).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('say when the token was rejected', async () => {
    nock(server).get(path).reply(401, {}, { 'www-authenticate': 'DPoP error="invalid_token"' })
    expect(await failureOf(call())).to.include({ code: 'connection_expired', tokenRejected: true })
  })

  it('go nowhere but to public hosts', async () => {
    for (const inside of [
      'https://127.0.0.1',
      'https://169.254.169.254',
      'http://pds.example.com',
      'https://inside.example.com',
    ]) {
      expect(await failureOf(call({}, { ...session, server: inside }))).to.include({ outcome: 'not_sent' })
    }
  })
})
