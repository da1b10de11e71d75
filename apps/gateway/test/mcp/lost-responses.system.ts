import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import type { Service } from '../../src/service.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'
import { connectClient } from './mcp-client.ts'

const publishes = 60
const lanes = 6

/** A validation queries the network, which this test does not have. */
function withoutNetwork({ useCases }: Service): Partial<Service> {
  const body = {
    ...{ valid: true, problems: [], media: [], unchecked: [], charges: [] },
    preview: { text: null, facets: [] },
  }
  return { useCases: { ...useCases, 'posts.validate': async () => ({ status: 200, body }) } }
}

/** Passes requests on, and cuts about a third of the exchanges at a random byte of the request or the response. */
async function relay(req: IncomingMessage, res: ServerResponse, to: URL): Promise<void> {
  const body = await buffer(req)
  const fate = randomInt(6)
  const headers = { ...req.headers, connection: 'close' }
  const sent = request({ host: to.hostname, port: to.port, method: req.method, path: req.url, headers })
  sent.once('error', () => res.destroy())
  if (fate === 0) {
    sent.write(body.subarray(0, randomInt(body.length)), () => sent.destroy())
    return
  }
  sent.end(body)
  const [reply]: IncomingMessage[] = await once(sent, 'response')
  if (reply === undefined) return
  const response = await buffer(reply)
  res.writeHead(reply.statusCode ?? 502, reply.headers)
  if (fate === 1) res.write(response.subarray(0, randomInt(response.length + 1)), () => res.destroy())
  else res.end(response)
}

describe('publish_post whose calls and results are cut off', () => {
  let gateway: TestGateway
  let server: Server
  before(async () => {
    const env = { PUBLISH_WAIT_MS: '0', REQUESTS_PER_MINUTE: '1000000' }
    gateway = await startGateway({ real: true, env, replace: withoutNetwork })
    const to = new URL(gateway.url)
    server = createServer((req, res) => void relay(req, res, to).catch(() => res.destroy())).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await gateway.close()
  })

  it(`publishes each of ${publishes} posts once`, async () => {
    const { port } = server.address() as AddressInfo
    const relayed = { ...gateway, url: `http://127.0.0.1:${port}` }
    const direct = await connectClient(gateway)
    const accountId = gateway.installation.accounts.bluesky
    const ids: string[] = []

    async function publishUntilKnown(post: { requestId: unknown; confirm: unknown }): Promise<void> {
      for (;;) {
        try {
          const client = await connectClient(relayed)
          const calls = [1, 2].map(() => client.call('publish_post', post))
          const replies = await Promise.all(calls).finally(() => client.close())
          if (replies.every(({ isError }) => !isError)) return
        } catch {
          // The call or its result was lost: the same call again.
        }
      }
    }
    async function lane(): Promise<void> {
      while (ids.length < publishes) {
        const text = `Post ${ids.push('')}`
        const { facts } = await direct.call('check_post', { platform: 'bluesky', accountId, post: { text } })
        ids[Number(text.slice(5)) - 1] = String(facts['requestId'])
        await publishUntilKnown({ requestId: facts['requestId'], confirm: facts['confirm'] })
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    await direct.close()
    const { rows } = await gateway.installation.context.pool.query<{ requestId: string }>(
      'select request_id as "requestId" from external_write order by id',
    )
    expect(rows.map(({ requestId }) => requestId)).to.have.members(ids)
  })
})
