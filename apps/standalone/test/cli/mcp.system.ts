import { join } from 'node:path'
import { childEnv } from '@carillon/testkit'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'chai'
import { startWhole, type Whole } from '../whole.ts'

const program = join(import.meta.dirname, '../../../cli/src/main.ts')

describe('carillon mcp', function () {
  this.timeout(600_000)
  let whole: Whole
  before(async () => {
    whole = await startWhole({ networks: ['x'], env: { PUBLISH_WAIT_MS: '600000' } })
    await whole.connect('x')
  })
  after(() => whole?.close())

  /** The official client, which starts the command as its server. */
  async function connect(mode: 'legacy' | { pin: string }): Promise<Client> {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = childEnv
    const env = { PATH, NODE_COMPILE_CACHE, CARILLON_URL: whole.gatewayUrl, CARILLON_API_KEY: whole.apiKey }
    const transport = new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env })
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
    await client.connect(transport)
    return client
  }

  for (const [era, mode] of [
    ['2026-07-28', { pin: '2026-07-28' }],
    ['2025-11-25', 'legacy'],
  ] as const) {
    it(`publishes a post for the official client of ${era} on standard input and output`, async () => {
      const client = await connect(mode)
      // Results are read field by field; an unexpected shape fails there.
      // biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
      const call = async (name: string, args: object = {}): Promise<any> =>
        (await client.callTool({ name, arguments: { ...args } })).structuredContent
      try {
        const { accounts } = await call('list_accounts')
        const { platform, accountId } = accounts[0]
        const text = `From an assistant of ${era}`
        const { requestId, confirm } = await call('check_post', { platform, accountId, post: { text } })
        const { publish } = await call('publish_post', { requestId, confirm })
        expect(publish).to.include({ platform: 'x', status: 'published', text })
        const again = await call('publish_post', { requestId, confirm })
        expect(again.publish.publishId).to.equal(publish.publishId)
        const { body } = await whole.sandboxCall('GET', '/state/x')
        expect(body.posts.filter((post: { text: string }) => post.text === text)).to.have.length(1)
      } finally {
        await client.close()
      }
    })
  }
})
