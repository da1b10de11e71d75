import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

/** The paths of the open files of this process. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return []
    }
  })
}

describe('a client that leaves before its media file is found', () => {
  let gateway: TestGateway
  const asked = Promise.withResolvers<void>()
  const found = Promise.withResolvers<void>()
  before(async () => {
    gateway = await startGateway({
      replace: () => ({
        async openPublicMedia({ media }) {
          const bytes = Buffer.alloc(2_000_000, 'a')
          const writer = media.create()
          writer.write(bytes)
          const { id, sha256 } = await writer.finish()
          asked.resolve()
          await found.promise
          return { contentType: 'image/png', bytes: bytes.length, sha256, open: (range) => media.open(id, range) }
        },
      }),
    })
  })
  after(() => gateway.close())

  it('leaves no open file behind', async () => {
    const { dir } = gateway.installation.context.config.media
    const raw = openRaw(gateway.url)
    raw.send('GET /media/token HTTP/1.1\r\nHost: a\r\n\r\n')
    await asked.promise
    raw.socket.destroy()
    while (!gateway.lines.some(({ outcome }) => outcome === 'gone')) await sleep(5)
    found.resolve()
    await sleep(200)
    while (openFiles().some((path) => path.startsWith(dir))) await sleep(5)
  })
})
