import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('the status page', () => {
  const get = ({ ask }: TestGateway, path: string) => ask('GET', path, { authorization: null })

  it('does not exist unless it is switched on', async () => {
    const gateway = await startGateway()
    try {
      for (const path of ['/status', '/status.json']) {
        const { status, body } = await get(gateway, path)
        expect([status, body.error.code], path).to.deep.equal([404, 'route_not_found'])
      }
    } finally {
      await gateway.close()
    }
  })

  describe('switched on', () => {
    let gateway: TestGateway
    before(async () => {
      gateway = await startGateway({ env: { STATUS_PAGE: 'on' } })
    })
    after(() => gateway.close())

    it('says of each configured network how it is, and what came of publishes', async () => {
      const { status, headers, text } = await get(gateway, '/status')
      expect(status).to.equal(200)
      expect(headers.get('content-type')).to.contain('text/html')
      expect(text).to.contain('<li>Bluesky<span class="quiet">Not called lately</span></li>')
      expect(text).to.contain('<li>Published<span>0</span></li>')
      expect(text).not.to.contain(gateway.installation.organizationId)
    })

    it('is there as JSON', async () => {
      const { status, headers, body } = await get(gateway, '/status.json')
      expect(status).to.equal(200)
      expect(headers.get('cache-control')).to.equal('public, max-age=15')
      expect(body).to.have.all.keys('at', 'networks', 'publishes')
      const none = { published: 0, failed: { post: 0, account: 0, network: 0, carillon: 0 }, unknown: 0, open: 0 }
      expect(body['publishes']).to.deep.equal({ days: 90, total: none, networks: [], daily: [] })
    })

    it('is shown to a session of the dashboard without the publishes of others, and to nobody else', async () => {
      const path = '/dashboard/networks.json'
      const { status, body } = await get(gateway, path)
      expect([status, body.error.code]).to.deep.equal([401, 'unauthorized'])
      const key = { key: gateway.installation.key }
      const signedIn = await gateway.ask('POST', '/dashboard/session', { json: key, authorization: null })
      const cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
      const headers = { cookie, 'carillon-dashboard': '1' }
      const shown = await gateway.ask('GET', path, { authorization: null, headers })
      expect(shown.status).to.equal(200)
      expect(shown.body).to.have.all.keys('at', 'networks')
      expect(shown.body['networks']).to.deep.include({ platform: 'bluesky', state: 'quiet' })
    })
  })
})
