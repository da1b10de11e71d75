import { once } from 'node:events'
import { expect } from 'chai'
import type { Service } from '../../src/service.ts'
import { openRaw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

/** A use case that ends with the signal of its request, as a call to a network does. */
function untilAborted(own: Service): Partial<Service> {
  const wait = (_context: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise<never>((_resolve, reject) => {
      const abort = () => reject(signal.reason)
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    })
  return { useCases: { ...own.useCases, 'comments.create': wait, 'posts.list': wait } }
}

describe('a caller that leaves', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ replace: untilAborted })
  })
  after(() => gateway.close())

  const head = (method: string, path: string, more: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${gateway.installation.key}\r\n${more}\r\n`
  const json = 'Content-Type: application/json\r\n'
  const part = 'Content-Type: multipart/form-data; boundary=b\r\n'

  /** Waits until the gateway has logged `count` requests whose callers left. */
  async function untilGone(count: number): Promise<void> {
    const gone = () => gateway.lines.filter(({ outcome }) => outcome === 'gone').length
    while (gone() < count) await new Promise(setImmediate)
  }

  const comment = () =>
    JSON.stringify({
      platform: 'facebook',
      accountId: gateway.installation.accounts.facebook,
      parentId: '2',
      message: 'Hi',
    })

  for (const [when, bytes] of [
    [
      'in the middle of a JSON body',
      () => `${head('POST', '/api/v1/comments', `${json}Content-Length: 900\r\n`)}{"text": "`,
    ],
    ['before the body', () => head('POST', '/api/v1/comments', `${json}Content-Length: 900\r\n`)],
    [
      'in the middle of a publish',
      () => `${head('POST', '/api/v1/posts', `${json}Content-Length: 9000\r\n`)}{"platform": "`,
    ],
    [
      'in the middle of a chunk',
      () => `${head('POST', '/api/v1/posts', `${json}Transfer-Encoding: chunked\r\n`)}ff\r\n{"platform": "`,
    ],
    [
      'in the middle of a form',
      () =>
        `${head('POST', '/api/v1/posts', `${part}Content-Length: 9000\r\n`)}--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nab`,
    ],
    [
      'while a use case works',
      () => `${head('POST', '/api/v1/comments', `${json}Content-Length: ${comment().length}\r\n`)}${comment()}`,
    ],
    ['while a list is read', () => head('GET', `/api/v1/posts?profileId=${gateway.installation.profileId}`, '')],
  ] as const) {
    it(`is not an error of the gateway: ${when}`, async () => {
      const before = gateway.lines.length
      const times = 12
      for (let n = 0; n < times; n++) {
        const raw = openRaw(gateway.url)
        await once(raw.socket, 'connect')
        raw.send(bytes())
        const gone = gateway.lines.filter(({ outcome }) => outcome === 'gone').length
        // Some leave with an end, others with a reset, at once or when the gateway has begun.
        for (let turn = 0; turn < n; turn++) await new Promise(setImmediate)
        if (n % 2 === 0) raw.socket.destroy()
        else raw.socket.resetAndDestroy()
        if (n > 8) await untilGone(gone + 1)
      }
      const lines = gateway.lines.slice(before)
      expect(lines.filter(({ level }) => Number(level) >= 50 || level === 'error')).to.deep.equal([])
    })
  }
})
