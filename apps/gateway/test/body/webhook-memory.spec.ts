import { expect } from 'chai'
import { openRaw, parseRaw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('large webhooks that never end', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway()
  })
  after(() => gateway.close())

  it('take up a limited amount of memory, and those of the usual size are still read', async () => {
    const bytes = 3 * 1024 * 1024
    const unended = `POST /webhooks/whatsapp HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes - 1)}`
    const connections = Array.from({ length: 48 }, () => openRaw(gateway.url))
    for (const raw of connections) raw.send(unended)
    const rejected = parseRaw(await Promise.any(connections.map((raw) => raw.until(/"error":\{.*\}\}/s))))
    expect([rejected.status, JSON.parse(rejected.body).error.code]).to.deep.equal([503, 'temporarily_unavailable'])

    /** Sends a webhook again while it is rejected with `again`, or for arriving too slowly, as on a busy machine. */
    const send = async (size: number, again?: number) => {
      for (;;) {
        const options = { authorization: null, body: 'x'.repeat(size) }
        const { status, text } = await gateway.ask('POST', '/webhooks/whatsapp', options)
        if (status !== again && !text.includes('arrives too slowly')) return status
      }
    }
    expect(await send(60_000)).to.equal(401)
    for (const raw of connections) raw.socket.destroy()
    expect(await send(bytes, 503)).to.equal(401)
  })
})
