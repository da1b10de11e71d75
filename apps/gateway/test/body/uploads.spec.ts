import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { openRaw, parseRaw } from '../raw.ts'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'

const count = Number(process.env['ABORTED_UPLOADS'] ?? 60)
const atOnce = 10
const sentBytes = 300 * 1024

/** How many descriptors of this process are sockets, and how many are anything else. */
function openDescriptors(): { sockets: number; others: number } {
  const count = { sockets: 0, others: 0 }
  for (const descriptor of readdirSync('/proc/self/fd')) {
    let target = ''
    try {
      target = readlinkSync(`/proc/self/fd/${descriptor}`)
    } catch {
      // That of the folder itself.
      continue
    }
    count[target.startsWith('socket:') ? 'sockets' : 'others']++
  }
  return count
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes that are still referred to, buffers included. */
function heldBytes(): number {
  for (let round = 0; round < 3; round++) collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function poll(done: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await done())) await sleep(5)
}

describe('uploads that break off', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ env: { REQUESTS_PER_MINUTE: '1000000' } })
  })
  after(() => gateway.close())

  const beginnings: Record<string, string> = {
    'application/json': '{"platform":"x","text":"T","media":[{"base64":"',
    'multipart/form-data; boundary=B':
      '--B\r\nContent-Disposition: form-data; name="video"; filename="a"\r\nContent-Type: video/mp4\r\n\r\n',
  }

  async function breakOff(type: string): Promise<void> {
    const { installation, slots, url } = gateway
    const taken = slots.taken
    const raw = openRaw(url)
    const lines = [
      'POST /api/v1/posts HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${installation.key}`,
      `Content-Type: ${type}`,
      `Content-Length: ${sentBytes * 4}`,
    ]
    raw.send(`${lines.join('\r\n')}\r\n\r\n${beginnings[type]}${'A'.repeat(sentBytes)}`)
    await poll(async () => slots.taken > taken && (await installation.files()).length > 0)
    raw.socket.destroy()
  }

  async function breakOffMany(type: string, many: number): Promise<void> {
    for (let done = 0; done < many; done += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, () => breakOff(type)))
      await poll(async () => gateway.slots.open === 0 && (await gateway.installation.files()).length === 0)
    }
  }

  for (const type of Object.keys(beginnings)) {
    it(`leave neither file, descriptor nor memory behind: ${count} of ${type.split(';')[0]}`, async function () {
      this.timeout(900_000)
      await breakOffMany(type, 2 * atOnce)
      const [before, held] = [openDescriptors(), heldBytes()]
      await breakOffMany(type, count)
      gateway.lines.length = 0
      const grown = heldBytes() - held
      expect(await gateway.installation.files()).to.deep.equal([])
      const { sockets, others } = openDescriptors()
      expect(others, 'descriptors of files').to.be.at.most(before.others + 3)
      // Connections of the database come and go; a socket left by one upload in four would show.
      expect(sockets, 'sockets').to.be.below(before.sockets + count / 4)
      // Were a tenth of what each had sent kept, it would show.
      expect(grown).to.be.below(1024 * 1024 + (count * sentBytes) / 10)
    })
  }
})

describe('a media volume below its floor', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ env: { MEDIA_FREE_FLOOR_BYTES: String(2 ** 52) } })
  })
  after(() => gateway.close())

  const publish = (ask: Ask) => gateway.ask('POST', '/api/v1/posts', ask)
  const text = () => ({ platform: 'x', accountId: gateway.installation.accounts.x, text: 'T' })

  it('takes posts that need none of it, announced or not', async () => {
    expect((await publish({ json: text() })).status).to.equal(200)
    const body = new Blob([JSON.stringify({ ...text(), media: [{ url: 'https://example.com/a.png' }] })]).stream()
    const chunked = { body, duplex: 'half', headers: { 'content-type': 'application/json' } } as Ask
    expect((await publish(chunked)).status).to.equal(200)
  })

  it('rejects files as safe to send again, JSON or form, and stays up', async () => {
    const image = { content_type: 'image/png', base64: 'AAAA' }
    const form = new FormData()
    form.set('platform', 'tiktok')
    form.set('video', new Blob(['x'], { type: 'video/mp4' }), 'a.mp4')
    for (const ask of [{ json: { ...text(), media: [image] } }, { body: form }]) {
      const { status, body } = await publish(ask)
      expect([status, body.error.code]).to.deep.equal([502, 'database_error'])
      expect(body.error.message).to.contain('A retry is safe.')
    }
    expect(await gateway.installation.files()).to.deep.equal([])
    expect(gateway.slots.open).to.equal(0)
    expect((await publish({ json: text() })).status).to.equal(200)
  })

  it('rejects what is certain to bring files before it is sent', async () => {
    const raw = openRaw(gateway.url)
    const lines = [
      'POST /api/v1/posts HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${gateway.installation.key}`,
      'Content-Type: application/json',
      'Content-Length: 2000000',
      'Expect: 100-continue',
    ]
    raw.send(`${lines.join('\r\n')}\r\n\r\n`)
    const response = await raw.until(/"error"/)
    expect(response).not.to.contain('100 Continue')
    expect(parseRaw(response).status).to.equal(502)
    raw.socket.destroy()
  })
})
