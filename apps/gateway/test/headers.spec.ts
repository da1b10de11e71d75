import { expect } from 'chai'

import { startGateway, type TestGateway } from './test-gateway.ts'

const v7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('headers', () => {
  let gateway: TestGateway
  let accountId = ''
  before(async () => {
    gateway = await startGateway()
    accountId = gateway.installation.accounts.x
  })
  after(() => gateway.close())

  describe('X-Request-Id', () => {
    const idFor = async (sent: string) =>
      (await gateway.ask('GET', '/api/v1/profiles', { headers: { 'x-request-id': sent } })).headers.get('x-request-id')

    it('is kept when it is a sane token, on the way to the use case too', async () => {
      gateway.calls.length = 0
      expect(await idFor('order_17.a-B')).to.equal('order_17.a-B')
      expect(gateway.calls[0]?.requestId).to.equal('order_17.a-B')
    })

    it('is made if it is missing or not a valid token', async () => {
      for (const sent of ['', 'a b', 'x'.repeat(129), 'a,b', 'é']) expect(await idFor(sent), sent).to.match(v7)
    })

    it('is on every response', async () => {
      for (const path of ['/nothing', '/healthz', '/api/v1/profiles/%E0%A4%A', '/media/x', '/docs']) {
        expect((await gateway.ask('GET', path)).headers.get('x-request-id'), path).to.match(v7)
      }
    })
  })

  describe('Idempotency-Key', () => {
    it('reaches the use case and is held to its length', async () => {
      gateway.calls.length = 0
      const json = { name: 'A' }
      await gateway.ask('POST', '/api/v1/profiles', { json, headers: { 'idempotency-key': 'k' } })
      expect(gateway.calls[0]?.input).to.deep.include({ headers: { 'idempotency-key': 'k' } })
      const long = await gateway.ask('POST', '/api/v1/profiles', {
        json,
        headers: { 'idempotency-key': 'k'.repeat(256) },
      })
      expect(long.status).to.equal(400)
      expect(long.body.error.message).to.equal('idempotency-key: 256 characters, at most 255 are allowed')
    })
  })

  describe('security', () => {
    const policyOf = async (path: string) => (await gateway.ask('GET', path)).headers.get('content-security-policy')

    it('closes everything for the interface', async () => {
      const { headers } = await gateway.ask('GET', '/api/v1/profiles')
      expect(headers.get('content-security-policy')).to.equal(
        "default-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'none'",
      )
      expect(headers.get('x-content-type-options')).to.equal('nosniff')
      expect(headers.get('referrer-policy')).to.equal('no-referrer')
      expect(headers.get('cache-control')).to.equal('no-store')
      expect(headers.get('x-powered-by')).to.equal(null)
      expect(headers.get('etag')).to.equal(null)
    })

    it('allows a page its own style, and no page a host of others', async () => {
      const page = await policyOf('/billing')
      expect(page)
        .to.contain("style-src 'self'")
        .and.to.contain("frame-ancestors 'none'")
        .and.not.to.contain('script-src')
      expect(await policyOf('/docs'))
        .to.contain("script-src 'self'")
        .and.not.to.match(/https?:/)
    })

    it('asks for https only where it is served', async () => {
      const hsts = async (publicUrl: string) => {
        const other = await startGateway({ installation: gateway.installation, publicUrl })
        const { headers } = await other.ask('GET', '/healthz')
        await other.close()
        return headers.get('strict-transport-security')
      }
      expect(await hsts('https://api.example.com')).to.contain('max-age=31536000')
      expect(await hsts('http://127.0.0.1:8080')).to.equal(null)
    })

    it('lets no other origin in', async () => {
      const { headers } = await gateway.ask('GET', '/api/v1/profiles', { headers: { origin: 'https://evil.example' } })
      expect(headers.get('access-control-allow-origin')).to.equal(null)
      const preflight = await gateway.ask('OPTIONS', '/api/v1/profiles', {
        headers: { origin: 'https://evil.example' },
      })
      expect(preflight.status).to.equal(405)
    })
  })

  describe('HEAD', () => {
    it('responds like GET, without a body', async () => {
      const reply = await gateway.ask('HEAD', `/api/v1/accounts?accountId=${accountId}`)
      expect({ status: reply.status, text: reply.text }).to.deep.equal({ status: 200, text: '' })
    })
  })

  describe('the log', () => {
    it('has no line for a check of health that succeeds, of which there is one each second', async () => {
      gateway.lines.length = 0
      for (const path of ['/healthz', '/readyz', '/metrics']) {
        expect((await gateway.ask('GET', path, { authorization: null })).status, path).to.equal(200)
      }
      await gateway.ask('POST', '/healthz', { authorization: null })
      await gateway.ask('GET', '/nothing')
      expect(gateway.lines.map(({ method, route, status }) => `${method} ${route} ${status}`)).to.deep.equal([
        'POST /healthz 405',
        'GET none 404',
      ])
    })

    it('has one line for a request, with ids and without its address', async () => {
      gateway.lines.length = 0
      const reply = await gateway.ask('GET', `/api/v1/accounts?accountId=${accountId}`)
      await gateway.ask('GET', '/nothing')
      const [line] = gateway.lines
      expect(line).to.include({
        level: 'info',
        message: 'request',
        method: 'GET',
        route: 'accounts.list',
        operation: 'accounts.list',
        status: 200,
        requestId: reply.headers.get('x-request-id'),
        organizationId: gateway.installation.organizationId,
        keyId: gateway.installation.keyId,
      })
      expect(JSON.stringify(line)).not.to.contain(accountId)
    })
  })
})
