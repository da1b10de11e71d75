import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { type CliHome, cliHome } from './cli-process.ts'
import { account, accountId, errorBody, publishOf, type ScriptedService, scriptedService } from './scripted-service.ts'

const says = 'The request was redirected to /login and not executed.'

describe('a service whose requests are redirected', () => {
  let home: CliHome
  let service: ScriptedService
  before(async () => {
    home = await cliHome()
    service = await scriptedService(({ method, path }) => {
      if (path === '/accounts') return { body: { accounts: [account], errors: [] } }
      if (path === '/login') return { body: publishOf('other') }
      return method === 'POST' ? { status: 302, headers: { location: '/login?return=secret' } } : {}
    })
  })
  beforeEach(() => {
    service.sent.length = 0
  })
  after(async () => {
    service.close()
    await home.remove()
  })

  it('gets no publish, which would end as whatever the other URL responds', async () => {
    const ran = await home.run(['publish', 'Hello', '--account', accountId], { env: service.env })
    expect(ran.code, ran.stdout).to.equal(1)
    expect(ran.stderr).to.contain(says).and.contain('Check CARILLON_URL')
    expect(service.calls().filter((call) => call !== 'GET /accounts')).to.deep.equal(['POST /posts'])
  })

  it('gets no call of an assistant, whose result says why', async () => {
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'publish_post', arguments: {} } }
    const assistant = home.start(['mcp'], service.env)
    assistant.stdin.write(`${JSON.stringify(call)}\n`)
    const [response] = await once(createInterface(assistant.stdout), 'line')
    assistant.stdin.end()
    expect(JSON.parse(String(response))).to.have.property('id', 7)
    expect(response).to.contain(says)
    expect(service.calls()).to.deep.equal(['POST /mcp'])
  })
})

describe('a call of an assistant', () => {
  let home: CliHome
  let service: ScriptedService
  before(async () => {
    home = await cliHome()
  })
  after(() => home.remove())
  afterEach(() => service.close())

  for (const [status, says, isRepeated] of [
    [401, 'rejected the call with 401: {"error":{"code":"unauthorized"', false],
    [503, 'responded with 503', true],
  ] as const) {
    it(`that ends with ${status} says so, and whether to repeat it`, async () => {
      service = await scriptedService(() => ({ status, body: errorBody('unauthorized') }))
      const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'publish_post', arguments: {} } }
      const assistant = home.start(['mcp'], service.env)
      assistant.stdin.write(`${JSON.stringify(call)}\n`)
      const [response] = await once(createInterface(assistant.stdout), 'line')
      assistant.stdin.end()
      const { message } = JSON.parse(String(response)).error
      expect(message).to.contain(says)
      expect(message.includes('Repeat the call'), message).to.equal(isRepeated)
    })
  }

  for (const [number, isPassed] of [
    ['9007199254740993', false],
    ['-1e400', false],
    ['9007199254740991', true],
    ['0.30000000000000004', true],
  ] as const) {
    it(`with the number ${number} is ${isPassed ? 'passed on' : 'rejected: it would be another one'}`, async () => {
      service = await scriptedService(() => ({ status: 503, body: errorBody('internal_error') }))
      const assistant = home.start(['mcp'], service.env)
      const params = `{"name":"call_operation","arguments":{"body":{"metadata":{"id":[${number}]}}}}`
      assistant.stdin.write(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${params}}\n`)
      const [response] = await once(createInterface(assistant.stdout), 'line')
      assistant.stdin.end()
      const { id, error } = JSON.parse(String(response))
      expect([id, error.code]).to.deep.equal([7, isPassed ? -32_603 : -32_602])
      expect(service.calls()).to.deep.equal(isPassed ? ['POST /mcp'] : [])
    })
  }
})
