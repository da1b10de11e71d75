import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { limitUnread } from '../../src/connection/unread-responses.ts'
import { sendWebResponse } from '../../src/mcp/web-exchange.ts'

/** More than the buffers of a connection can take. */
const size = 32 * 1024 * 1024

describe('a stream of MCP results', () => {
  let server: Server
  let client: Socket
  let res: ServerResponse
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const arrived = once(server, 'request')
    client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    client.pause()
    client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    const [, response] = await arrived
    res = response
  })
  afterEach(async () => {
    client.destroy()
    server.close()
    await once(server, 'close')
  })

  /** A response whose results come without waiting for the client. */
  function results(count: number) {
    const cancelled = Promise.withResolvers<void>()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < count) controller.enqueue(new Uint8Array(size))
        else controller.close()
      },
      cancel: () => cancelled.resolve(),
    })
    return { response: new Response(body), cancelled: cancelled.promise }
  }

  const counting = () => ({ unread: limitUnread({ perOwner: 2 * size, total: 100 * size }), owner: 'one' })

  it('that nobody reads is ended, with its connection', async () => {
    const { response, cancelled } = results(10)
    await sendWebResponse(res, response, counting())
    await cancelled
    expect(res.destroyed).to.equal(true)
  })

  it('is complete for a client that reads, however long it is', async () => {
    const { response } = results(4)
    client.resume()
    let bytes = 0
    client.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    // Slowly enough for each result to be read.
    const { body } = response
    if (body === null) throw new Error('no body')
    const reader = body.getReader()
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        while (res.writableLength > 0) await new Promise((done) => setImmediate(done))
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    })
    await sendWebResponse(res, new Response(slow), counting())
    await once(client, 'close')
    expect(bytes).to.be.above(4 * size)
  })
})
