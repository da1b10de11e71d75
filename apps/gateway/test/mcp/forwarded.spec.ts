import { expect } from 'chai'
import { openRaw, parseRaw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

/** A call of a tool as a client of the latest revision sends it. */
const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'whoami',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

describe('MCP behind a proxy that adds a header line of its own', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { TRUSTED_PROXIES: '127.0.0.0/8' } })
  })
  after(() => gateway.close())

  async function callFrom(...forwarded: readonly string[]): Promise<string> {
    const { body } = await gateway.ask('POST', '/api/v1/keys', {
      json: { name: 'Assistant', allowedIps: ['203.0.113.9'] },
    })
    const raw = openRaw(gateway.url)
    raw.send(
      [
        'POST /mcp HTTP/1.1',
        'Host: 127.0.0.1',
        `Authorization: Bearer ${body['apiKey']}`,
        ...forwarded.map((addresses) => `X-Forwarded-For: ${addresses}`),
        'Accept: application/json, text/event-stream',
        'MCP-Protocol-Version: 2026-07-28',
        'MCP-Method: tools/call',
        'MCP-Name: whoami',
        'Content-Type: application/json',
        `Content-Length: ${call.length}`,
        'Connection: close',
        '',
        call,
      ].join('\r\n'),
    )
    return parseRaw(await raw.all()).body
  }

  for (const forwarded of [['203.0.113.9'], ['198.51.100.1', '203.0.113.9'], ['198.51.100.1, 203.0.113.9']])
    it(`lets a tool be called from an allowed IP address: ${forwarded.join(' and ')}`, async () => {
      expect(await callFrom(...forwarded)).to.contain('"scopes":["*"]')
    })

  it('lets none be called from another', async () => {
    expect(await callFrom('203.0.113.9', '198.51.100.1')).to.contain('"unauthorized"')
  })
})
