import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { startWhole, type Whole } from '../whole.ts'

describe('a user who removes the app at the network', function () {
  this.timeout(600_000)
  let whole: Whole
  const accounts: string[] = []
  let userId: string

  before(async () => {
    whole = await startWhole({ networks: ['facebook', 'instagram'] })
    accounts.push(await whole.connect('facebook'))
    accounts.push(await whole.connect('instagram', { body: { authMethod: 'facebook_login' } }))
    const { rows } = await whole.context.pool.query<{ granted_by: string }>(
      `select distinct granted_by from account where platform = 'facebook'`,
    )
    userId = rows[0]?.granted_by ?? ''
  })
  after(() => whole.close())

  /** @see https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback (read 2026-11-22) */
  async function post(callback: string): Promise<Response> {
    const issuedAt = Math.floor(whole.context.now().getTime() / 1000)
    const fields = { algorithm: 'HMAC-SHA256', issued_at: issuedAt, user_id: userId }
    const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
    const secret = whole.sandbox.environment['FACEBOOK_CLIENT_SECRET'] ?? ''
    const signature = createHmac('sha256', secret).update(payload).digest('base64url')
    const body = new URLSearchParams({ signed_request: `${signature}.${payload}` })
    return fetch(`${whole.gatewayUrl}/oauth/facebook/${callback}`, { method: 'POST', body })
  }

  const statusOf = async (id: string) => {
    const { body } = await whole.call('GET', `/profiles/${whole.profileId}/accounts/${id}`)
    return body.status ?? body.error.code
  }

  it('is known by the id that the login told', () => expect(userId).to.match(/^\d+$/))

  it('has the accounts of the app expire, whichever network they are of', async () => {
    expect((await post('deauthorize')).status).to.equal(200)
    expect(await Promise.all(accounts.map(statusOf))).to.include('expired')
    expect(await statusOf(accounts[0] ?? '')).to.equal('expired')
  })

  it('has everything deleted on request, and is told when it is done', async () => {
    const response = (await (await post('data-deletion')).json()) as { url: string; confirmation_code: string }
    for (;;) {
      const page = await (await fetch(response.url)).text()
      expect(page).to.include(response.confirmation_code)
      if (page.includes('Completed at')) break
      await new Promise((done) => setTimeout(done, 100))
    }
    expect(await statusOf(accounts[0] ?? '')).to.equal('account_not_found')
  })
})
