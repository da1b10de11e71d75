import { expect } from 'chai'
import { openRaw, parseRaw, type Raw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const bytes = 1024 * 1024

describe('bodies of API requests that never end', () => {
  let gateway: TestGateway
  let open: Raw[] = []
  before(async () => {
    // However slowly the bodies arrive, on a busy machine as well.
    const pace = { bytes: 1, everyMs: 600_000 }
    gateway = await startGateway({ env: { REQUESTS_PER_MINUTE: '1000000' }, pace })
  })
  afterEach(() => {
    for (const { socket } of open) socket.destroy()
  })
  after(() => gateway.close())

  for (const path of ['/api/v1/profiles', '/mcp'])
    it(`take up a limited amount of memory, and leave it to other organizations: ${path}`, async () => {
      const { key, foreign } = gateway.installation
      const body = `{"name":"${'x'.repeat(bytes)}`.slice(0, bytes - 1)
      const unended = [
        `POST ${path} HTTP/1.1`,
        'Host: a',
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        `Content-Length: ${bytes}`,
      ]
      open = Array.from({ length: 80 }, () => openRaw(gateway.url))
      for (const raw of open) raw.send(`${unended.join('\r\n')}\r\n\r\n${body}`)
      const rejected = parseRaw(await Promise.any(open.map((raw) => raw.until(/"error":\{.*\}\}/s))))
      expect([rejected.status, JSON.parse(rejected.body).error.code]).to.deep.equal([503, 'temporarily_unavailable'])

      const send = async (own: string, size: number) => {
        const headers = { accept: 'application/json, text/event-stream' }
        const json = { name: 'x'.repeat(size) }
        return (await gateway.ask('POST', path, { authorization: `Bearer ${own}`, json, headers })).status
      }
      expect(await send(foreign.key, bytes - 20)).to.equal(400)
      expect(await send(key, 60_000)).to.equal(400)
      for (const { socket } of open) socket.destroy()
      while ((await send(key, bytes - 20)) === 503);
    })
})
