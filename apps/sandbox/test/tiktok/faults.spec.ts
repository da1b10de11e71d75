import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect } from 'chai'
import express from 'express'
import type { NetworkFault } from '../../src/faults.ts'
import { networksNamed } from '../../src/networks.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { allTests } from '../fixture.ts'
import { type Double, startDouble } from './double.ts'

describe('tiktok: faults and operations', () => {
  let double: Double
  let origin: string
  let close: () => void
  let fault: NetworkFault
  const operations: (string | undefined)[] = []

  before(async () => {
    double = await startDouble()
    const app = express().use('/tiktok', (request, response) => {
      operations.push(double.network.operation(request))
      double.network.sendFault(fault, request, response)
    })
    const server = createServer(app)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    origin = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/tiktok` : ''
    close = () => void server.close().closeAllConnections()
  })
  after(async () => {
    close()
    await double.close()
  })

  async function play(kind: NetworkFault, path: string, method = 'GET') {
    fault = kind
    const response = await fetch(`${origin}/open_api/v1.3${path}`, { method })
    return { status: response.status, ...((await response.json()) as { code: number; data: Record<string, string> }) }
  }

  it('words each as the network does', async () => {
    const path = '/business/get/'
    expect(await play('throttle', path)).to.include({ status: 200, code: 40100 })
    expect(await play('quota-exhausted', path)).to.include({ status: 200, code: 40100 })
    expect(await play('unavailable', path)).to.include({ status: 503, code: 50000 })
    expect(await play('accept-then-500', path)).to.include({ status: 500, code: 50000 })
  })

  for (const kind of ['quota-exhausted', 'upload-limit-exceeded'] as const)
    it(`accepts a publish that then fails for too many posts: ${kind}`, async () => {
      const accepted = await play(kind, '/business/video/publish/', 'POST')
      const account = double.account(await double.connect())
      const { data } = await account.get('/business/publish/status/', { publish_id: String(accepted.data['share_id']) })
      expect(data).to.deep.equal({ status: 'FAILED', reason: 'spam_risk_too_many_posts' })
    })

  it('names calls, but not the pages of people', async () => {
    operations.length = 0
    await play('throttle', '/business/photo/publish/', 'POST')
    await play('throttle', '/tt_user/oauth2/token/', 'POST')
    await play('throttle', '/business/comment/reply/create/?a=1', 'POST')
    await play('throttle', '/nothing/')
    await fetch(`${origin}/v2/auth/authorize/`)
    expect(operations).to.deep.equal(['posts.create', 'oauth.token', 'comments.create', undefined, undefined])
  })
})

describe('tiktok: faults of a sandbox', () => {
  const sandbox = allTests(() => startSandbox({ networks: networksNamed(['tiktok']) }))

  for (const fault of ['accept-then-drop', 'accept-then-500', 'truncate'] as const) {
    it(`sends a rejection, whose status is 200, and keeps the fault for a call that is accepted: ${fault}`, async () => {
      const headers = { 'content-type': 'application/json' }
      const rule = { network: 'tiktok', fault, times: 1 }
      await fetch(`${sandbox.url}/faults`, { method: 'POST', headers, body: JSON.stringify(rule) })
      const response = await fetch(`${sandbox.baseUrls['tiktok']}/open_api/v1.3/business/get/`)
      expect([response.status, ((await response.json()) as { code: number }).code]).to.deep.equal([200, 40104])
      expect(await (await fetch(`${sandbox.url}/faults`)).json()).to.deep.equal([rule])
      await fetch(`${sandbox.url}/faults`, { method: 'DELETE' })
    })
  }
})
