import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('images of the dashboard, for a session of a key with few scopes', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  /** The statuses of the avatar of an account and of the thumbnail of one of its posts. */
  async function statusesWith(scopes: string[]): Promise<number[]> {
    const { accounts } = gateway.installation
    const created = await gateway.ask('POST', '/api/v1/keys', { json: { name: 'Few', scopes } })
    const key = created.body['apiKey']
    const signedIn = await gateway.ask('POST', '/dashboard/session', { json: { key }, authorization: null })
    const [cookie = ''] = signedIn.headers.getSetCookie()
    const headers = { cookie: cookie.split(';', 1).join() }
    const paths = [accounts.youtube, `${accounts.youtube}/post`].map((path) => `/dashboard/pictures/${path}`)
    const replies = await Promise.all(paths.map((path) => gateway.ask('GET', path, { authorization: null, headers })))
    return replies.map(({ status }) => status)
  }

  it('need the scope of what they show: accounts:read and comments:read', async () => {
    expect(await statusesWith(['usage:read'])).to.deep.equal([403, 403])
    expect(await statusesWith(['accounts:read'])).to.deep.equal([204, 403])
    expect(await statusesWith(['comments:write'])).to.deep.equal([403, 204])
    expect(await statusesWith(['*'])).to.deep.equal([204, 204])
  })
})
