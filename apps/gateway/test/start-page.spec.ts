import { expect } from 'chai'
import { startGateway, type TestGateway } from './test-gateway.ts'

describe('the page at /', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway()
  })
  after(() => gateway.close())

  const get = (accept?: string) =>
    gateway.ask('GET', '/', { authorization: null, headers: accept === undefined ? {} : { accept } })

  it('leads browsers to the dashboard and the documentation', async () => {
    const page = await get('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8'])
    const links = [...page.text.matchAll(/<a href="([^"]+)"/g)].map(([, url]) => url ?? '')
    expect(links).to.include.members(['/dashboard', '/docs'])
    for (const url of links) {
      expect((await gateway.ask('GET', url, { authorization: null })).status, url).to.equal(200)
    }
  })

  it('is JSON for everybody else', async () => {
    for (const accept of [undefined, '*/*', 'application/json']) {
      const reply = await get(accept)
      expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([200, 'application/json; charset=utf-8'])
      expect(reply.body.links).to.include({ dashboard: '/dashboard', documentation: '/docs' })
    }
  })

  it('takes no other method', async () => {
    expect((await gateway.ask('POST', '/', { authorization: null })).status).to.equal(405)
  })
})

describe('a path that does not exist', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway()
  })
  after(() => gateway.close())

  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const get = (path: string, accept?: string) =>
    gateway.ask('GET', path, { authorization: null, headers: accept === undefined ? {} : { accept } })

  for (const path of ['/nowhere', '/docs/nowhere', '/connect/nowhere/x']) {
    it(`is a page for browsers: ${path}`, async () => {
      const page = await get(path, browser)
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8'])
      expect(page.text).to.include('This page does not exist').and.include('href="/dashboard"')
      expect(page.headers.get('content-security-policy')).to.include("style-src 'self'")
      expect(page.headers.get('vary')).to.include('Accept')
    })
  }

  it('is JSON for other clients, and below the API for browsers too', async () => {
    for (const reply of [await get('/nowhere'), await get('/nowhere', '*/*')]) {
      expect([reply.status, reply.body.error.code]).to.deep.equal([404, 'route_not_found'])
    }
    expect((await get('/api/v1/nowhere', browser)).headers.get('content-type')).to.include('application/json')
  })
})
