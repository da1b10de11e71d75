import { failNextImport } from '@carillon/testkit'
import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'
import { connectClient, eras, type ToolReply } from './mcp-client.ts'

const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name)

/** A request of the latest revision as any client could send it. */
const discover = {
  jsonrpc: '2.0',
  id: 1,
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
}
const headers = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'server/discover',
}

describe('MCP', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { PUBLISH_WAIT_MS: '0', REQUESTS_PER_MINUTE: '100000' } })
  })
  after(() => gateway.close())

  const keyWith = async (options: object): Promise<string> => {
    const created = await gateway.ask('POST', '/api/v1/keys', { json: { name: 'assistant', ...options } })
    return String(created.body['apiKey'])
  }
  const listWith = async (options: Parameters<typeof connectClient>[1] = {}) => {
    const { client, close } = await connectClient(gateway, options)
    const { tools } = await client.listTools()
    await close()
    return tools
  }
  const codeOf = ({ facts }: ToolReply) => (facts['error'] as { code: string; message: string }).code
  const messageOf = ({ facts }: ToolReply) => (facts['error'] as { code: string; message: string }).message

  it('is served after its modules could not be loaded', async () => {
    failNextImport('@carillon/mcp')
    const send = () => gateway.ask('POST', '/mcp', { json: discover, headers })
    expect((await send()).status).to.equal(500)
    const { status, text } = await send()
    expect(status, text).to.equal(200)
  })

  for (const era of eras) {
    it(`serves the official client of ${era}`, async () => {
      const { client, call, close } = await connectClient(gateway, { era })
      const { tools } = await client.listTools()
      expect(tools).to.have.length(19)
      expect(tools.every(({ annotations, description, title }) => annotations && description && title)).to.equal(true)
      const { facts } = await call('whoami')
      expect(facts).to.deep.include({ keyId: gateway.installation.keyId, scopes: ['*'] })
      const { facts: accounts } = await call('list_accounts')
      expect(accounts['accounts']).to.have.length(Object.keys(gateway.installation.accounts).length)
      await close()
    })
  }

  describe('the list', () => {
    it('of a full key takes at most 16,000 characters', async () => {
      expect(JSON.stringify(await listWith()).length).to.be.at.most(16_000)
    })

    it('shows what the scopes of the key permit', async () => {
      const key = await keyWith({ scopes: ['comments:write', 'accounts:read'] })
      expect(names(await listWith({ key }))).to.deep.equal([
        ...['whoami', 'list_accounts', 'read_comments', 'reply_to_comment'],
        ...['explain_error', 'find_operation', 'call_operation'],
      ])
    })

    it('has no tool whose second scope the key lacks', async () => {
      const key = await keyWith({ scopes: ['schedules:write'] })
      expect(names(await listWith({ key }))).to.not.include('schedule_post')
      const both = await keyWith({ scopes: ['schedules:write', 'posts:write'] })
      expect(names(await listWith({ key: both }))).to.include('schedule_post')
    })

    it('is narrowed by toolsets and readonly', async () => {
      expect(names(await listWith({ query: '?toolsets=messages' }))).to.deep.equal([
        ...['list_accounts', 'read_messages', 'send_message', 'explain_error', 'find_operation', 'call_operation'],
      ])
      const tools = await listWith({ query: '?toolsets=messages,comments&readonly=1' })
      expect(names(tools)).to.not.include.members(['send_message', 'reply_to_comment'])
      expect(names(tools)).to.include.members(['read_messages', 'read_comments', 'call_operation'])
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).to.equal(true)
    })
  })

  describe('errors before a tool runs', () => {
    it('have the envelope: 401 without a key, and with a dashboard session', async () => {
      for (const options of [{ authorization: null }, { authorization: 'Bearer wrong' }]) {
        const {
          status,
          body,
          headers: sent,
        } = await gateway.ask('POST', '/mcp', { json: discover, headers, ...options })
        expect(status).to.equal(401)
        expect(body.error.code).to.equal('unauthorized')
        expect(sent.get('www-authenticate')).to.equal('Bearer')
      }
      const session = { ...headers, 'carillon-dashboard': '1' }
      const { status } = await gateway.ask('POST', '/mcp', { json: discover, headers: session, authorization: null })
      expect(status).to.equal(401)
    })

    it('are 403 for pages of other origins, although the Host header names them as well', async () => {
      for (const origin of ['https://evil.example', 'null', 'http://evil.example']) {
        const { status, body } = await gateway.ask('POST', '/mcp', { json: discover, headers: { ...headers, origin } })
        expect(status).to.equal(403)
        expect(body.error.code).to.equal('invalid_request')
      }
      const own = await gateway.ask('POST', '/mcp', { json: discover, headers: { ...headers, origin: gateway.url } })
      expect(own.status).to.equal(200)
    })

    it('are 413 for a body that is too large, 405 for other methods, 400 for an unknown toolset', async () => {
      const large = await gateway.ask('POST', '/mcp', { json: { ...discover, x: 'x'.repeat(1024 * 1024) }, headers })
      expect([large.status, large.body.error.code]).to.deep.equal([413, 'invalid_request'])
      expect((await gateway.ask('GET', '/mcp')).status).to.equal(405)
      const unknown = await gateway.ask('POST', '/mcp?toolsets=all', { json: discover, headers })
      expect(unknown.status).to.equal(400)
      expect(unknown.body.error.message).to.contain('toolsets: all is not one of publishing, comments')
    })
  })

  describe('tools', () => {
    let mcp: Awaited<ReturnType<typeof connectClient>>
    before(async () => {
      mcp = await connectClient(gateway)
    })
    after(() => mcp.close())

    it('name the argument that is wrong', async () => {
      const reply = await mcp.call('check_post', { platform: 'bluesky', accountId: 'x', post: {} })
      expect(reply.isError).to.equal(true)
      expect(messageOf(reply)).to.contain('accountId')
    })

    it('describe the fields of a post, and explain errors', async () => {
      const { facts } = await mcp.call('describe_post_fields', { platform: 'bluesky' })
      const post = facts['post'] as { properties: object }
      expect(Object.keys(post.properties)).to.include('text').and.not.include('accountId')
      expect(JSON.stringify(facts).length).to.be.at.most(16_000)
      const none = await mcp.call('describe_post_fields', { platform: 'whatsapp' })
      expect(none.isError).to.equal(true)
      const explained = await mcp.call('explain_error', { code: 'budget_exhausted' })
      expect(explained.facts).to.deep.include({ code: 'budget_exhausted', statuses: [429] })
    })

    it('list the accounts with what is wrong with them', async () => {
      const { accounts, context } = gateway.installation
      const become = (status: string) =>
        context.pool.query('update account set status = $1 where id = $2', [status, accounts.bluesky])
      await become('expired')
      const { facts } = await mcp.call('list_accounts')
      await become('connected')
      expect(facts['errors']).to.have.length(1)
      expect(facts).to.have.nested.property('errors[0].accountId', accounts.bluesky)
    })

    it('find operations and call them; those that write to a network name their tool', async () => {
      const found = await mcp.call('find_operation', { query: 'change a webhook endpoint' })
      const [first] = found.facts['operations'] as { operationId: string }[]
      expect(first?.operationId).to.equal('webhookEndpoints.update')
      const called = await mcp.call('call_operation', { operationId: 'profiles.list' })
      expect(called.facts).to.deep.equal({ operationId: 'profiles.list', status: 200, isCut: false })
      expect(called.content[1]?._meta).to.deep.equal({ 'carillon/untrusted': true })
      expect(called.content[1]?.text).to.contain(gateway.installation.profileId)
      const tools = {
        'posts.publish': 'publish_post',
        'comments.create': 'reply_to_comment',
        'messages.send': 'send_message',
      }
      for (const [operationId, tool] of Object.entries(tools)) {
        const rejected = await mcp.call('call_operation', { operationId })
        expect(rejected.isError).to.equal(true)
        expect(messageOf(rejected)).to.contain(`Use ${tool}.`)
      }
    })

    it('return no new key and no secret', async () => {
      const { body } = await gateway.ask('POST', '/api/v1/webhook-endpoints', {
        json: { url: 'https://receiver.example/', types: ['*'] },
      })
      const calls = {
        'keys.create': { query: 'create an API key', body: { name: 'Mine' } },
        'webhookEndpoints.create': {
          query: 'create a webhook endpoint',
          body: { url: 'https://receiver.example/', types: ['*'] },
        },
        'webhookEndpoints.secret.renew': {
          query: 'renew the secret of a webhook endpoint',
          path: { endpointId: String(body['id']) },
        },
      }
      for (const [operationId, { query, ...input }] of Object.entries(calls)) {
        const found = (await mcp.call('find_operation', { query })).facts['operations'] as { operationId: string }[]
        expect(found.map((each) => each.operationId)).not.to.include(operationId)
        const rejected = await mcp.call('call_operation', { operationId, ...input })
        expect([rejected.isError, codeOf(rejected)], operationId).to.deep.equal([true, 'invalid_request'])
        expect(messageOf(rejected)).to.contain('returns a secret')
      }
    })

    it('without a parameter of their path are rejected by its name, and not as a path that does not exist', async () => {
      for (const path of [undefined, {}, { profile: 'x' }, { profileId: '' }]) {
        const rejected = await mcp.call('call_operation', { operationId: 'profiles.get', ...(path && { path }) })
        expect([rejected.isError, codeOf(rejected)]).to.deep.equal([true, 'invalid_request'])
        expect(messageOf(rejected)).to.equal('path.profileId: it is required')
      }
    })

    it('are found by keys with the scope that they need, or one of several', async () => {
      for (const [scope, isFound] of [
        ['usage:read', false],
        ['ads:read', true],
      ] as const) {
        const limited = await connectClient(gateway, { key: await keyWith({ scopes: [scope] }) })
        const { facts } = await limited.call('find_operation', { query: 'find the writes of a request' })
        expect(JSON.stringify(facts).includes('"writes.list"'), scope).to.equal(isFound)
        await limited.close()
      }
    })

    it('that the key may not call are rejected by the operation, with an entry in the audit log', async () => {
      const key = await keyWith({ scopes: ['posts:read'] })
      const limited = await connectClient(gateway, { key })
      const reply = await limited.call('publish_post', { requestId: gateway.installation.keyId })
      expect([reply.isError, codeOf(reply)]).to.deep.equal([true, 'insufficient_scope'])
      await limited.close()
      let entries: unknown[] = []
      while (entries.length === 0) {
        const { body } = await gateway.ask('GET', '/api/v1/audit-log?action=posts.publish')
        entries = (body['entries'] as { outcome: unknown }[]).map(({ outcome }) => outcome)
      }
      expect(entries[0]).to.deep.equal({ status: 403, code: 'insufficient_scope' })
    })

    it('of another view are unknown', async () => {
      const narrow = await connectClient(gateway, { query: '?readonly=1' })
      const calling = narrow.client.callTool({ name: 'publish_post', arguments: {} })
      await calling.then(
        () => expect.fail('the tool was called'),
        ({ message }) => expect(message).to.contain('publish_post not found'),
      )
      const write = await narrow.call('call_operation', { operationId: 'profiles.create', body: { name: 'Bakery' } })
      expect(write.isError).to.equal(true)
      await narrow.close()
    })
  })

  it('is not there with MCP=off', async () => {
    const without = await startGateway({ env: { MCP: 'off' } })
    const { status, body } = await without.ask('POST', '/mcp', { json: discover, headers })
    expect([status, body.error.code]).to.deep.equal([404, 'route_not_found'])
    expect((await without.ask('GET', '/docs/server.json')).status, 'entry for registries').to.equal(404)
    await without.close()
  })
})
