import { operationRow } from '@carillon/contract'
import { expect } from 'chai'
import { compileCheck } from '../../src/validate/validate.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

const origin = 'https://app.example.com'

function expectShape(id: 'origins.list' | 'origins.create' | 'origins.delete', { status, body }: Reply): void {
  compileCheck(operationRow(id).responses[status]?.schema ?? false)(body, { whole: 'response' })
}

describe('allowed origins, with the service behind them', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  const as = (key: string) => ({ authorization: `Bearer ${key}` })
  const list = async (options?: Ask) => {
    const reply = await gateway.ask('GET', '/api/v1/origins', options)
    expect(reply.status, reply.text).to.equal(200)
    expectShape('origins.list', reply)
    return reply.body['origins']
  }
  const allow = (value: unknown, options: Ask = {}) =>
    gateway.ask('POST', '/api/v1/origins', { json: { origin: value }, ...options })
  const remove = (value: string, options?: Ask) =>
    gateway.ask('DELETE', `/api/v1/origins?${new URLSearchParams({ origin: value })}`, options)

  it('201 and 200: are allowed, once each, listed, and removed', async () => {
    const reply = await allow(`${origin}/`)
    expectShape('origins.create', reply)
    expect([reply.status, reply.body]).to.deep.equal([201, { origin }])
    expect((await allow(origin)).status).to.equal(201)
    await allow('http://localhost:3000')
    expect(await list()).to.deep.equal(['http://localhost:3000', origin])
    const removed = await remove(origin)
    expectShape('origins.delete', removed)
    expect([removed.status, removed.body]).to.deep.equal([200, { origin, deleted: true }])
    expect(await list()).to.deep.equal(['http://localhost:3000'])
  })

  it('409 origin_limit_reached: are at most 1,000, and one that is allowed can be allowed again', async () => {
    const { context, organizationId } = gateway.installation
    const rows = Array.from({ length: 1_000 }, (_, at) => ({
      organizationId,
      origin: `https://many-${at}.example.com`,
    }))
    await context.db.kysely.deleteFrom('allowedOrigin').execute()
    await context.db.kysely.insertInto('allowedOrigin').values(rows.slice(1)).execute()
    const both = await Promise.all([allow('https://many-0.example.com'), allow('https://more.example.com')])
    expect(both.map(({ status }) => status).toSorted()).to.deep.equal([201, 409])
    const rejected = await allow('https://last.example.com')
    expect([rejected.status, rejected.body.error.code]).to.deep.equal([409, 'origin_limit_reached'])
    expect((await allow('https://many-7.example.com')).status).to.equal(201)
    expect(await list()).to.have.length(1_000)
    await context.db.kysely.deleteFrom('allowedOrigin').execute()
  })

  it('are removed, too, if they were allowed before HTTPS was required', async () => {
    const { context, organizationId } = gateway.installation
    const earlier = 'http://earlier.example.com'
    await context.db.kysely.insertInto('allowedOrigin').values({ organizationId, origin: earlier }).execute()
    expect(await list()).to.include(earlier)
    expect((await remove(earlier)).status).to.equal(200)
  })

  it('decide where a connection may redirect', async () => {
    const { profileId } = gateway.installation
    const start = () =>
      gateway.ask('POST', `/api/v1/profiles/${profileId}/whatsapp-signup`, {
        json: { redirectUrl: 'https://other.example.com/done' },
      })
    expect((await start()).body.error.code).to.equal('invalid_redirect_uri')
    await allow('https://other.example.com')
    expect((await start()).body.error?.code).not.to.equal('invalid_redirect_uri')
  })

  for (const value of [
    'app.example.com',
    'https://app.example.com/path',
    'https://*.example.com',
    'https://user@app.example.com',
    'https://app.example.com?a=1',
    'ftp://app.example.com',
    'http://app.example.com',
    'http://localhost.example.com',
    'http://127.0.0.2:3000',
    'javascript:alert(1)',
    '',
    7,
  ]) {
    it(`400: is not an origin: ${JSON.stringify(value)}`, async () => {
      const { status, body } = await allow(value)
      expect([status, body.error.code]).to.deep.equal([400, 'invalid_request'])
      expect(body.error.details).to.have.nested.property('[0].path').that.deep.equals(['origin'])
    })
  }

  it('401: without a key', async () => {
    const none = { authorization: null }
    const replies = [
      await gateway.ask('GET', '/api/v1/origins', none),
      await allow(origin, none),
      await remove(origin, none),
    ]
    expect(replies.map(({ status }) => status)).to.deep.equal([401, 401, 401])
  })

  it('403: with a key that is bound to a profile', async () => {
    const bound = as(gateway.installation.boundKey)
    const replies = [
      await gateway.ask('GET', '/api/v1/origins', bound),
      await allow(origin, bound),
      await remove(origin, bound),
    ]
    for (const { status, body } of replies) {
      expect([status, body.error.code]).to.deep.equal([403, 'profile_scope_violation'])
    }
  })

  it('404: an origin of another organization is as absent as one that nobody has, and stays', async () => {
    await allow('https://mine.example.com')
    const foreign = { ...as(gateway.installation.foreign.key), headers: { 'x-request-id': 'same' } }
    expect(await list(foreign)).to.deep.equal([])
    const replies = [
      await remove('https://mine.example.com', foreign),
      await remove('https://nobody.example.com', foreign),
    ]
    for (const { status, body } of replies) expect([status, body.error.code]).to.deep.equal([404, 'origin_not_found'])
    expect(replies[0]?.text).to.equal(replies[1]?.text)
    expect(await list()).to.include('https://mine.example.com')
  })
})
