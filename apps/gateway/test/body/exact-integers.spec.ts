import { expect } from 'chai'
import { type Ask, type Reply, rejected, startGateway, type TestGateway } from '../test-gateway.ts'

const problem = 'integers beyond 9007199254740991 cannot be kept exactly; send it as a string'

const json = (body: string): Ask => ({ body, headers: { 'content-type': 'application/json' } })

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

describe('integers that JavaScript cannot keep', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  function changed(reply: Reply, path: readonly string[]): void {
    rejected(reply, 400, 'invalid_request')
    expect(reply.body.error.details).to.deep.equal([{ path, message: problem }])
    expect(reply.body.error.message).to.equal(`${path.join('.')}: ${problem}`)
  }

  it('are rejected in the metadata of a profile, which stays as it is', async () => {
    const created = await gateway.ask('POST', '/api/v1/profiles', json('{"name":"A","metadata":{"id":1}}'))
    const path = `/api/v1/profiles/${created.body['id']}`
    const body = '{"name":"A","metadata":{"ids":["9007199254740993",9007199254740993]}}'
    changed(await gateway.ask('PUT', path, json(body)), ['metadata', 'ids', '1'])
    changed(await gateway.ask('POST', '/api/v1/profiles', json(body)), ['metadata', 'ids', '1'])
    expect((await gateway.ask('GET', path)).body['metadata']).to.deep.equal({ id: 1 })
  })

  it('are kept if nothing of them is lost', async () => {
    const metadata = '{"max":9007199254740991,"even":9007199254740992,"text":"9007199254740993"}'
    const { status, body } = await gateway.ask('POST', '/api/v1/profiles', json(`{"name":"B","metadata":${metadata}}`))
    expect(status).to.equal(201)
    const { text } = await gateway.ask('GET', `/api/v1/profiles/${body['id']}`)
    for (const each of ['"max":9007199254740991', '"even":9007199254740992', '"text":"9007199254740993"']) {
      expect(text).to.contain(each)
    }
  })

  it('are rejected in a body with media', async () => {
    const { tiktok } = gateway.installation.accounts
    const post = {
      platform: 'tiktok',
      accountId: tiktok,
      music_usage_confirmed: true,
      video: { url: 'https://a.test' },
    }
    const body = JSON.stringify({ ...post, cover_timestamp: 0 }).replace(':0}', ':9007199254740993}')
    changed(await gateway.ask('POST', '/api/v1/posts', json(body)), ['cover_timestamp'])
  })

  it('are rejected in the fields and the JSON of a form', async () => {
    const { tiktok, instagram } = gateway.installation.accounts
    const large = '9007199254740993'
    const post = { platform: 'tiktok', accountId: tiktok, music_usage_confirmed: 'true' }
    const publish = (fields: Record<string, string>) => gateway.ask('POST', '/api/v1/posts', { body: formOf(fields) })
    changed(await publish({ ...post, cover_timestamp: large }), ['cover_timestamp'])
    const listed = { platform: 'instagram', accountId: instagram, collaborators: `["a",${large}]` }
    changed(await publish(listed), ['collaborators', '1'])
    const schedule = `{"publishAt":"2027-01-01T00:00:00Z","onLate":{"afterMinutes":${large}}}`
    const reply = await gateway.ask('POST', '/api/v1/schedules', { body: formOf({ ...post, schedule }) })
    changed(reply, ['schedule', 'onLate', 'afterMinutes'])
  })

  it('are rejected in a message of MCP', async () => {
    const body = '{"name":"C","metadata":{"id":9007199254740993}}'
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"call_operation","arguments":{"operationId":"profiles.create","body":${body}}}}`
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const path = ['params', 'arguments', 'body', 'metadata', 'id']
    changed(await gateway.ask('POST', '/mcp', { body: call, headers }), path)
    changed(await gateway.ask('POST', '/mcp', { body: `\uFEFF[${call}]`, headers }), ['0', ...path])
  })
})
