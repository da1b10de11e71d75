import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const secret = 'app-secret'

describe("the callbacks for requests of a network's users", () => {
  let gateway: TestGateway

  before(async () => {
    gateway = await startGateway({ real: true, env: { FACEBOOK_CLIENT_SECRET: secret } })
  })
  after(() => gateway.close())

  /** @see https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback (read 2026-11-22) */
  function signed(userId: string, key = secret): string {
    const issuedAt = Math.floor(gateway.installation.context.now().getTime() / 1000)
    const payload = Buffer.from(
      JSON.stringify({ algorithm: 'HMAC-SHA256', issued_at: issuedAt, user_id: userId }),
    ).toString('base64url')
    return `${createHmac('sha256', key).update(payload).digest('base64url')}.${payload}`
  }

  const post = (path: string, body: string) =>
    gateway.ask('POST', path, {
      authorization: null,
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  const form = (signedRequest: string) => new URLSearchParams({ signed_request: signedRequest }).toString()

  it('200: takes the end of an access', async () => {
    const reply = await post('/oauth/facebook/deauthorize', form(signed('77')))
    expect([reply.status, reply.text]).to.deep.equal([200, ''])
  })

  it('200: confirms a deletion with a code and the page that tells how far it is', async () => {
    const reply = await post('/oauth/facebook/data-deletion', form(signed('77')))
    expect(reply.status).to.equal(200)
    const { url, confirmation_code: code, ...others } = JSON.parse(reply.text)
    expect(others).to.deep.equal({})
    expect(code).to.match(/^[a-z0-9]+$/)
    expect(url).to.match(new RegExp(`/data-deletion/${code}$`))
    const page = await gateway.ask('GET', new URL(url).pathname, { authorization: null })
    expect(page.status).to.equal(200)
    expect(page.headers.get('content-type')).to.match(/^text\/html/)
    expect(page.text).to.include(code).and.include('In progress')
  })

  it('404: for a code that was never given', async () => {
    for (const code of ['0'.repeat(32), 'other', '%00']) {
      const page = await gateway.ask('GET', `/data-deletion/${code}`, { authorization: null })
      expect(page.status, code).to.equal(404)
      expect(page.text).to.include('confirmation code')
    }
    expect(gateway.lines.filter(({ level }) => level === 'error')).to.deep.equal([])
  })

  for (const path of ['/oauth/facebook/deauthorize', '/oauth/facebook/data-deletion']) {
    it(`401: ${path} with a wrong signature`, async () => {
      const reply = await post(path, form(signed('77', 'another-app')))
      expect(reply.status).to.equal(401)
      expect(reply.text).to.include('"unauthorized"')
    })

    it(`400: ${path} without signed_request, or with two`, async () => {
      const one = form(signed('77'))
      expect((await post(path, 'other=1')).status).to.equal(400)
      expect((await post(path, `${one}&${one}`)).status).to.equal(400)
    })

    it(`415: ${path} with JSON`, async () => {
      const reply = await gateway.ask('POST', path, { authorization: null, body: '{}' })
      expect(reply.status).to.equal(415)
    })

    it(`404: ${path} of a network that has no such requests, and of none`, async () => {
      expect((await post(path.replace('facebook', 'youtube'), form(signed('77')))).status).to.equal(404)
      expect((await post(path.replace('facebook', 'nowhere'), form(signed('77')))).status).to.equal(404)
    })
  }
})
