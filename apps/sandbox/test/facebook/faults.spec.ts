import { expect } from 'chai'
import express from 'express'
import type { NetworkFault } from '../../src/faults.ts'
import { allTests } from '../fixture.ts'
import { startRig } from '../meta/rig.ts'

describe('facebook and instagram: faults and names of calls', () => {
  const rig = allTests(startRig)

  async function fault(network: 'facebook' | 'instagram', path: string, kind: NetworkFault) {
    const server = express()
      .use((request, response) => rig[network].sendFault(kind, request, response))
      .listen(0)
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const result = await rig.send(`http://127.0.0.1:${port}${path}`)
    server.closeAllConnections()
    server.close()
    return result
  }

  const PAGE = '104512345678901'
  const ACCOUNT = '17841400123456789'
  const cases: ['facebook' | 'instagram', string, NetworkFault, number, number, number | undefined][] = [
    ['facebook', '/v25.0/me', 'throttle', 429, 4, undefined],
    ['facebook', `/v25.0/${PAGE}/feed`, 'throttle', 429, 80001, undefined],
    ['facebook', `/v25.0/${ACCOUNT}/media`, 'throttle', 429, 80002, undefined],
    ['instagram', `/v25.0/${ACCOUNT}/media`, 'throttle', 429, 80002, undefined],
    ['instagram', `/v25.0/${ACCOUNT}/media_publish`, 'quota-exhausted', 403, 9, 2207042],
    ['facebook', `/v25.0/${PAGE}/feed`, 'quota-exhausted', 403, 32, undefined],
    ['facebook', `/v25.0/${PAGE}/videos`, 'upload-limit-exceeded', 400, 368, 1390008],
    ['facebook', '/v25.0/me', 'unavailable', 503, 2, undefined],
    ['instagram', '/v25.0/me', 'accept-then-500', 500, 1, undefined],
  ]
  for (const [network, path, kind, status, code, subcode] of cases) {
    it(`words ${kind} on ${network} ${path}`, async () => {
      const result = await fault(network, path, kind)
      expect([result.status, result.body.error.code, result.body.error.error_subcode]).to.deep.equal([
        status,
        code,
        subcode,
      ])
    })
  }

  it('tells with a throttle when to come back, in minutes', async () => {
    const { headers } = await fault('facebook', `/v25.0/${PAGE}/feed`, 'throttle')
    const [row] = JSON.parse(headers.get('x-business-use-case-usage') ?? '')[PAGE]
    expect(row).to.include({ type: 'pages', call_count: 100, estimated_time_to_regain_access: 19 })
  })

  it('words a throttle of the code exchange as that host does', async () => {
    const { body } = await fault('instagram', '/oauth/access_token', 'throttle')
    expect(body).to.include({ error_type: 'OAuthException', code: 429 })
  })

  const names: [string, string, string | undefined][] = [
    ['GET', '/v25.0/dialog/oauth', undefined],
    ['GET', '/oauth/authorize', undefined],
    ['GET', '/v25.0/oauth/access_token', 'oauth.token'],
    ['POST', '/oauth/access_token', 'oauth.token'],
    ['GET', '/refresh_access_token', 'oauth.refresh'],
    ['GET', '/v25.0/debug_token', 'oauth.debug'],
    ['DELETE', '/v25.0/me/permissions', 'oauth.revoke'],
    ['GET', '/v25.0/me/accounts', 'accounts.list'],
    ['GET', `/v25.0/${PAGE}`, 'accounts.get'],
    ['POST', `/v25.0/${PAGE}/feed`, 'posts.create'],
    ['POST', `/v25.0/${PAGE}/photos`, 'media.upload'],
    ['GET', `/v25.0/${PAGE}/published_posts`, 'posts.list'],
    ['POST', `/v25.0/${ACCOUNT}/media`, 'media.create'],
    ['POST', `/v25.0/${ACCOUNT}/media_publish`, 'posts.create'],
    ['POST', '/video-upload/v25.0/98123', 'media.upload'],
    ['DELETE', '/v25.0/1_2', 'posts.delete'],
    ['GET', '/v25.0/1_2', 'posts.get'],
  ]
  for (const [method, path, name] of names) {
    it(`calls ${method} ${path} ${name}`, () => {
      const request = Object.assign(Object.create(express.request), { method, url: path })
      expect(rig.facebook.operation(request)).to.equal(name)
    })
  }
})
