import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { openRaw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const body = JSON.stringify({ session: 't', event: 'FINISH', code: 'c', data: {} })
/** What the browser of a user sends at the end of an authorization, whose code works once. */
const requests: Readonly<Record<string, string>> = {
  'the redirect from a network': 'GET /oauth/bluesky/callback?code=c&state=s HTTP/1.1\r\nHost: a\r\n\r\n',
  'the result of a sign-up': `POST /connect/whatsapp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
}

describe('a user who leaves or reloads the page while the account is connected', () => {
  let gateway: TestGateway
  let asked = Promise.withResolvers<AbortSignal>()
  let connected = Promise.withResolvers<void>()

  before(async () => {
    gateway = await startGateway({
      replace: () => ({
        async completeConnection(_context, { platform, signal }) {
          asked.resolve(signal)
          await connected.promise
          return { status: 'completed', platform, redirectTo: null, error: null }
        },
        async completeSignup(_context, { platform, signal }) {
          asked.resolve(signal)
          await connected.promise
          return { status: 'completed', platform, redirectTo: null, error: null }
        },
      }),
    })
  })
  after(() => gateway.close())
  beforeEach(() => {
    asked = Promise.withResolvers()
    connected = Promise.withResolvers()
    gateway.lines.length = 0
  })

  for (const [what, request] of Object.entries(requests)) {
    it(`does not end it, with ${what}`, async () => {
      const raw = openRaw(gateway.url)
      raw.send(request)
      const signal = await asked.promise
      raw.socket.destroy()
      while (!gateway.lines.some(({ outcome }) => outcome === 'gone')) await sleep(5)
      expect(signal.aborted).to.equal(false)
      connected.resolve()
      await sleep(50)
      expect(gateway.lines.filter(({ level }) => level !== 'info')).to.deep.equal([])
    })
  }
})
