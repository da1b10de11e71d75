import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { openRaw, parseRaw, type Raw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const max = 500_000

describe('uploads without an announced length', () => {
  let gateway: TestGateway
  let open: Raw[] = []
  before(async () => {
    gateway = await startGateway({
      env: { UPLOAD_BYTES_PER_ORGANIZATION: String(max), MEDIA_FREE_FLOOR_BYTES: '0' },
    })
  })
  afterEach(() => {
    for (const { socket } of open) socket.destroy()
    open = []
  })
  after(() => gateway.close())

  const beginnings: Record<string, string> = {
    'application/json': '{"platform":"x","text":"T","media":[{"base64":"',
    'multipart/form-data; boundary=B':
      '--B\r\nContent-Disposition: form-data; name="video"; filename="a"\r\nContent-Type: video/mp4\r\n\r\n',
  }

  const arrived = () => [...gateway.installation.context.state.uploads].reduce((sum, { bytes }) => sum + bytes, 0)

  /** Sends the beginning of a request, whose body does not end. */
  function send(lines: readonly string[], body: string, key = gateway.installation.key): Raw {
    const raw = openRaw(gateway.url)
    open.push(raw)
    const head = [...lines, 'Host: localhost', `Authorization: Bearer ${key}`, 'Transfer-Encoding: chunked']
    raw.send(`${head.join('\r\n')}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`)
    return raw
  }

  /** Begins a body with so many characters of a file. */
  const begin = (type: string, characters: number, key?: string): Raw =>
    send(['POST /api/v1/posts HTTP/1.1', `Content-Type: ${type}`], `${beginnings[type]}${'A'.repeat(characters)}`, key)

  for (const type of Object.keys(beginnings)) {
    it(`of an organization have as many bytes as its uploads may have: ${type.split(';')[0]}`, async () => {
      begin(type, 600_000)
      while (arrived() < 400_000) await sleep(5)
      const { status, head, body } = parseRaw(await begin(type, 200_000).until(/docUrl/))
      expect([status, JSON.parse(body).error.code]).to.deep.equal([429, 'rate_limited'])
      expect(head).to.match(/Retry-After: 1/)
      expect(body).to.contain(`at most ${max} are taken together`)
      begin(type, 400_000, gateway.installation.foreign.key)
      const isForeign = (organizationId: string) => organizationId !== gateway.installation.organizationId
      const ofOther = () =>
        [...gateway.installation.context.state.uploads].find(({ organizationId }) => isForeign(organizationId))
      while ((ofOther()?.bytes ?? 0) < 290_000) await sleep(5)
      for (const { socket } of open) socket.destroy()
      while (gateway.slots.open > 0) await sleep(5)
    })
  }

  it('of an organization have as many bytes as its uploads may have: pieces of a resumable upload', async () => {
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '400000' }
    const created = await gateway.ask('POST', '/api/v1/uploads', { headers })
    const lines = [
      `PATCH ${created.headers.get('location')} HTTP/1.1`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
    ]
    send(lines, 'A'.repeat(300_000))
    while (arrived() < 300_000) await sleep(5)
    const { status, body } = parseRaw(await send(lines, 'A'.repeat(300_000)).until(/docUrl/))
    expect([status, JSON.parse(body).error.code]).to.deep.equal([429, 'rate_limited'])
  })
})
