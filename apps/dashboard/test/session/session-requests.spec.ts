import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { sendToSession } from '../../app/data/session-query.ts'

describe('the requests of the session', () => {
  const { fetch } = globalThis
  const seen: string[] = []
  const server = createServer((req, res) => {
    seen.push(`${req.method} ${req.url}`)
    if (req.url === '/sign-in') res.end('<p>Sign in</p>')
    else res.writeHead(303, { location: '/sign-in' }).end()
  })
  before(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    globalThis.fetch = (path, init) => fetch(`${url}${path}`, init)
  })
  after(() => {
    globalThis.fetch = fetch
    server.close()
  })

  for (const method of ['POST', 'DELETE']) {
    it(`are not successful if something before the service redirects them: ${method}`, async () => {
      seen.length = 0
      expect((await sendToSession(method)).ok).to.equal(false)
      expect(seen).to.deep.equal([`${method} /dashboard/session`])
    })
  }
})
