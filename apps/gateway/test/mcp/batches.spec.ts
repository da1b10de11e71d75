import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const call = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'explain_error', arguments: { code: 'rate_limited' } },
})

describe('a batch of MCP messages', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  async function keyOf(requestsPerMinute: number): Promise<string> {
    const json = { name: 'assistant', budgets: { requestsPerMinute } }
    const { body } = await gateway.ask('POST', '/api/v1/keys', { json })
    return String(body['apiKey'])
  }
  const send = (key: string, messages: number, before = '') =>
    gateway.ask('POST', '/mcp', {
      authorization: `Bearer ${key}`,
      body: before + JSON.stringify(Array.from({ length: messages }, (_, id) => call(id))),
      headers,
    })

  for (const [what, before] of [
    ['', ''],
    [', after spaces', ' \r\n\t'],
    [', after a byte order mark', '\uFEFF'],
  ])
    it(`counts as a request for each of its messages${what}`, async () => {
      const { status, body, text } = await send(await keyOf(20), 100, before)
      expect([status, body.error?.code], text.slice(0, 500)).to.deep.equal([429, 'rate_limited'])
    })

  it('is carried out within the limit', async () => {
    const { status, text } = await send(await keyOf(20), 5)
    expect(status, text.slice(0, 500)).to.equal(200)
    expect(text.match(/^data: /gm)).to.have.length(5)
  })

  it('leaves no warning about the listeners of its response', async () => {
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    expect((await send(await keyOf(20), 2)).status).to.equal(200)
    await nextTurn()
    process.off('warning', note)
    expect(warnings).to.deep.equal([])
  })
})
