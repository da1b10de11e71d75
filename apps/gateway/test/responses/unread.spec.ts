import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { limitUnread } from '../../src/connection/unread-responses.ts'
import { startGateway, type TestGateway, type TestOptions } from '../test-gateway.ts'

const MiB = 1024 * 1024
/** More than the buffers of a connection can take. */
const size = 32 * MiB

const withLargeList: TestOptions['replace'] = ({ useCases }) => ({
  useCases: {
    ...useCases,
    'profiles.list': async () => ({ status: 200, body: { profiles: ['x'.repeat(size) as never] } }),
  },
})

const headersOf = ({ installation }: TestGateway) => `Authorization: Bearer ${installation.key}\r\n`

/** Returns the number of bytes that a client receives: more than `size` if it gets the whole list. */
async function bytesOf(client: Socket): Promise<number> {
  let bytes = 0
  try {
    for await (const chunk of client) {
      bytes += chunk.length
      if (bytes > size) break
    }
  } catch {
    // The connection was reset.
  }
  return bytes
}

describe('large responses that are not read', () => {
  let server: Server
  let clients: Socket[] = []
  beforeEach(async () => {
    clients = []
    server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    for (const client of clients) client.destroy()
    server.close()
    await once(server, 'close')
  })

  /** Requests something on a connection that reads nothing. */
  function requestOf(port: number, path = '/', headers = ''): Socket {
    const client = connect(port, '127.0.0.1').on('error', () => {})
    client.pause()
    client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
    clients.push(client)
    return client
  }

  async function response(): Promise<ServerResponse> {
    const arrived = once(server, 'request')
    requestOf((server.address() as AddressInfo).port)
    const [, res] = await arrived
    return res
  }

  it('lose their connections above the limit of their owner, the oldest first', async () => {
    const unread = limitUnread({ perOwner: 2 * size, total: 100 * size })
    const responses: ServerResponse[] = []
    for (const owner of ['one', 'other', 'one', 'one', 'one']) {
      const res = await response()
      const body = Buffer.alloc(size)
      res.end(body)
      res.once('close', unread.add(res, owner, [body]))
      responses.push(res)
    }
    expect(responses.map(({ destroyed }) => destroyed)).to.deep.equal([true, false, true, false, false])
  })

  it('lose their connections above the limit of all, those of the owner with the most bytes first', async () => {
    const unread = limitUnread({ perOwner: 100 * size, total: 3 * size })
    const responses: ServerResponse[] = []
    for (const owner of ['one', 'other', 'other', 'third', 'fourth']) {
      const res = await response()
      const body = Buffer.alloc(size)
      res.end(body)
      res.once('close', unread.add(res, owner, [body]))
      responses.push(res)
    }
    // The newest response of an owner is kept.
    expect(responses.map(({ destroyed }) => destroyed)).to.deep.equal([false, true, false, false, false])
  })

  it('count once what they share, and no longer when they have been read', async () => {
    const unread = limitUnread({ perOwner: size, total: 100 * size })
    const body = Buffer.alloc(size)
    const responses: ServerResponse[] = []
    for (let count = 0; count < 3; count++) {
      const res = await response()
      res.end(body)
      res.once('close', unread.add(res, 'one', [body]))
      responses.push(res)
    }
    expect(responses.map(({ destroyed }) => destroyed)).to.deep.equal([false, false, false])
    const closed = Promise.all(responses.map((res) => once(res, 'close')))
    for (const client of clients) client.resume()
    await closed
    const res = await response()
    const other = Buffer.alloc(size)
    res.end(other)
    unread.add(res, 'one', [other])
    expect(res.destroyed).to.equal(false)
  })

  it('lose their connections when their clients read nothing for long', async () => {
    const gateway = await startGateway({ silentMs: 200, deadlineMs: 100, replace: withLargeList })
    try {
      const client = requestOf(Number(new URL(gateway.url).port), '/api/v1/profiles', headersOf(gateway))
      const [socket] = await once(gateway.gateway.server, 'connection')
      await once(client, 'readable')
      if (!socket.destroyed) await once(socket, 'close')
      expect(await bytesOf(client)).to.be.below(size)
    } finally {
      await gateway.close()
    }
  })

  it('of a gateway take a bounded part of its memory', async () => {
    const gateway = await startGateway({
      unread: { perOwner: size, total: 100 * size },
      replace: withLargeList,
    })
    try {
      const { port } = new URL(gateway.url)
      for (let count = 0; count < 2; count++) {
        const client = requestOf(Number(port), '/api/v1/profiles', headersOf(gateway))
        await once(client, 'readable')
      }
      const received: number[] = []
      for (const client of clients) received.push(await bytesOf(client))
      expect(received[0]).to.be.below(size)
      expect(received[1]).to.be.above(size)
    } finally {
      await gateway.close()
    }
  })
})
