import { operationRow } from '@carillon/contract'
import { expect } from 'chai'
import { compileCheck } from '../../src/validate/validate.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('the budgets of API keys, with the service behind them', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  const as = (key: unknown) => ({ authorization: `Bearer ${key}` })
  const create = (json: object, options: object = {}) =>
    gateway.ask('POST', '/api/v1/keys', { json: { name: 'Bot', ...json }, ...options })
  const current = (key: unknown) => gateway.ask('GET', '/api/v1/keys/current', as(key))

  it('are shown when the key is created, listed and describes itself', async () => {
    const budgets = { publishesPerDay: 3, repliesPerDay: 0 }
    const { status, body } = await create({ budgets })
    expect(status).to.equal(201)
    compileCheck(operationRow('keys.create').responses[201]?.schema ?? false)(body, { whole: 'response' })
    expect(body['budgets']).to.deep.equal(budgets)
    expect(body['used']).to.deep.equal({ publishesPerDay: 0, repliesPerDay: 0 })
    expect((await current(body['apiKey'])).body['budgets']).to.deep.equal(budgets)
    const { body: list } = await gateway.ask('GET', '/api/v1/keys')
    compileCheck(operationRow('keys.list').responses[200]?.schema ?? false)(list, { whole: 'response' })
    const listed = list['keys'] as { keyId: string; budgets: object | null }[]
    expect(listed.find(({ keyId }) => keyId === body['keyId'])?.budgets).to.deep.equal(budgets)
    expect(listed.find(({ keyId }) => keyId === gateway.installation.keyId)?.budgets).to.equal(null)
  })

  it('are those of the key that creates the key, or narrower: 403', async () => {
    const parent = as((await create({ budgets: { publishesPerDay: 3 } })).body['apiKey'])
    const wide = await create({ budgets: { publishesPerDay: 4 } }, parent)
    expect([wide.status, wide.body.error.code]).to.deep.equal([403, 'insufficient_scope'])
    expect(wide.body.error.details).to.deep.equal({ budgets: { publishesPerDay: 3 } })
    const child = await create({ budgets: { messagesPerDay: 1 } }, parent)
    expect(child.body['budgets']).to.deep.equal({ publishesPerDay: 3, messagesPerDay: 1 })
  })

  it('are required by the preset of an assistant: 400', async () => {
    const without = await create({ preset: 'assistant' })
    expect([without.status, without.body.error.details]).to.deep.equal([
      400,
      [{ path: ['budgets'], message: 'the preset assistant requires budgets' }],
    ])
    const { status, body } = await create({ preset: 'assistant', budgets: { repliesPerDay: 50 } })
    expect([status, body['budgets']]).to.deep.equal([201, { repliesPerDay: 50 }])
    expect(body['scopes']).to.include.members(['posts:write', 'comments:write']).and.not.include('*')
  })

  for (const [what, budgets] of [
    ['none', {}],
    ['a negative one', { publishesPerDay: -1 }],
    ['a fraction', { publishesPerDay: 1.5 }],
    ['one that does not exist', { readsPerDay: 1 }],
    ['a null', { publishesPerDay: null }],
  ] as const) {
    it(`400: ${what}`, async () => {
      const { status, body } = await create({ budgets })
      expect([status, body.error.code]).to.deep.equal([400, 'invalid_request'])
    })
  }

  it('limit the requests of a minute, of the dashboard sessions of the key too: 429', async () => {
    const { apiKey } = (await create({ budgets: { requestsPerMinute: 2 } })).body
    const origin = new URL(gateway.url).origin
    const dashboard = { 'carillon-dashboard': '1', origin }
    const key = { authorization: null, headers: dashboard, json: { key: apiKey } }
    const entered = await gateway.ask('POST', '/dashboard/session', key)
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    const signedIn = { authorization: null, headers: { ...dashboard, cookie } }
    const first = await current(apiKey)
    // Together, since a minute may end between them.
    const ofSession = Array.from({ length: 6 }, () => gateway.ask('GET', '/api/v1/keys/current', signedIn))
    const replies = [first, ...(await Promise.all(ofSession))]
    expect(replies.map(({ headers }) => headers.get('ratelimit-policy'))).to.include('"key";q=2;w=60')
    const rejected = replies.find(({ status }) => status === 429)
    expect(rejected?.body.error.code).to.equal('rate_limited')
    expect(Number(rejected?.headers.get('retry-after'))).to.be.within(0, 60)
  })
})
