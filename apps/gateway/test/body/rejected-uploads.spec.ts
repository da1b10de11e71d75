import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { openRaw, parseRaw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('a form that is rejected while one of its files arrives', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ pace: { bytes: 100_000, everyMs: 50 } })
  })
  after(() => gateway.close())

  it('leaves no open file if the client then leaves, as collecting one as garbage would end the process', async () => {
    const raw = openRaw(gateway.url)
    const lines = [
      'POST /api/v1/posts HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${gateway.installation.key}`,
      'Content-Type: multipart/form-data; boundary=B',
      'Content-Length: 1000000',
      '',
      '--B',
      'Content-Disposition: form-data; name="video"; filename="a"',
      'Content-Type: video/mp4',
      '',
      'slow',
    ]
    raw.send(lines.join('\r\n'))
    expect(parseRaw(await raw.until(/too slowly.*\}\}/s)).status).to.equal(400)
    raw.socket.destroy()
    while ((await gateway.installation.files()).length > 0) await sleep(5)
  })
})

describe('a client that leaves before its form is read', () => {
  let gateway: TestGateway
  const admission = Promise.withResolvers<() => void>()
  before(async () => {
    gateway = await startGateway({
      replace: ({ admitUpload }) => ({
        admitUpload: async (...args) => {
          const slot = await admitUpload(...args)
          await new Promise<void>((resolve) => admission.resolve(resolve))
          return slot
        },
      }),
    })
  })
  after(() => gateway.close())

  it('frees its upload slot', async () => {
    const raw = openRaw(gateway.url)
    raw.send(
      `POST /api/v1/posts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${gateway.installation.key}\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 1000\r\n\r\n`,
    )
    const admit = await admission.promise
    raw.socket.destroy()
    while (!gateway.lines.some(({ outcome }) => outcome === 'gone')) await sleep(5)
    admit()
    while (gateway.slots.open > 0) await sleep(5)
  })
})
