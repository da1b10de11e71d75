import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Request, Response } from 'express'
import { inTurn } from '../../src/connection/in-turn.ts'
import { openApi } from '../../src/public/openapi.ts'
import { openRaw, type Raw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const requests = (count: number) => Array.from({ length: count }, (_, at) => request(`/${at}`)).join('')

describe('requests that a client sends without waiting for responses', () => {
  let server: Server
  let raw: Raw
  let arrived = 0
  let begun: ServerResponse[] = []
  beforeEach(async () => {
    arrived = 0
    begun = []
    server = createServer(inTurn((_req, res) => begun.push(res)))
    server.on('request', () => arrived++)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    raw = openRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterEach(async () => {
    raw.socket.destroy()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  /** Resolves once the server has read a number of requests. */
  async function untilArrived(count: number): Promise<void> {
    while (arrived < count) await once(server, 'request')
  }

  it('begin one after another, and get their responses in their order', async () => {
    raw.send(requests(10))
    await untilArrived(10)
    for (let at = 0; at < 10; at++) {
      expect(begun).to.have.length(at + 1)
      const response = begun[at]
      response?.end(`response ${at}.`)
      await raw.until(new RegExp(`response ${at}\\.`))
      if (at < 9 && begun.length === at + 1) await once(response ?? server, 'close')
    }
  })

  it('are not begun if the connection ends before', async () => {
    raw.send(requests(10))
    await untilArrived(10)
    const closed = once(begun[0] ?? server, 'close')
    raw.socket.destroy()
    await closed
    expect(begun).to.have.length(1)
  })

  it('are not begun after a response that ends the connection', async () => {
    raw.send(requests(10))
    await untilArrived(10)
    begun[0]?.setHeader('Connection', 'close').end('the last one')
    expect(await raw.all()).to.contain('the last one')
    expect(begun).to.have.length(1)
  })

  it('end the connection if they are too many, without being begun', async () => {
    raw.send(requests(1_000))
    expect(await raw.all()).to.equal('')
    expect(begun).to.have.length(1)
  })
})

describe('a gateway', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway()
  })
  after(() => gateway.close())

  it('responds to the requests of a connection in their order, and ends one with too many', async () => {
    const few = openRaw(gateway.url)
    few.send(`${request('/healthz').repeat(20)}${request('/nothing')}`)
    const received = await few.until(/route_not_found/)
    expect(received.match(/HTTP\/1\.1 \d+/g)).to.deep.equal([...Array(20).fill('HTTP/1.1 200'), 'HTTP/1.1 404'])
    few.socket.destroy()

    const many = openRaw(gateway.url)
    many.send(request('/api/v1/openapi.json').repeat(500))
    expect((await many.all()).match(/HTTP\/1\.1 \d+/g) ?? []).to.have.length.below(2)
  })
})

describe('the OpenAPI document', () => {
  it('is in memory once, for however many clients that do not read it', async () => {
    const sent: unknown[] = []
    const res = { setHeader() {}, type: () => ({ send: (body: unknown) => sent.push(body) }) }
    const handle = openApi({ publicUrl: 'http://localhost' })
    for (let count = 0; count < 2; count++)
      await handle({ headers: {} } as Request, res as unknown as Response, () => {})
    expect(sent[0]).to.be.instanceOf(Buffer)
    expect(sent[0]).to.equal(sent[1])
  })
})
