import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'

describe('images and files of uploads in the dashboard', () => {
  let gateway: TestGateway
  let own: Ask
  before(async () => {
    gateway = await startGateway({ real: true, env: { REQUESTS_PER_MINUTE: '2' } })
    const signedIn = await gateway.ask('POST', '/dashboard/session', {
      json: { key: gateway.installation.key },
      authorization: null,
    })
    const [cookie = ''] = signedIn.headers.getSetCookie()
    own = { authorization: null, headers: { cookie: cookie.split(';', 1).join() } }
  })
  after(() => gateway.close())

  for (const { what, path } of [
    { what: 'an image', path: 'pictures' },
    { what: 'a file', path: 'uploads' },
  ]) {
    it(`429: ${what} is one of the requests of the key, as each is fetched or decoded`, async () => {
      const replies = []
      // A new minute may begin between any two of them, but not twice.
      for (let count = 0; count < 6; count++) {
        replies.push(await gateway.ask('GET', `/dashboard/${path}/${randomUUID()}`, own))
      }
      const limited = replies.find(({ status }) => status === 429)
      expect(limited?.body.error.code).to.equal('rate_limited')
      expect(Number(limited?.headers.get('retry-after'))).to.be.within(1, 60)
    })
  }
})
