import { expect } from 'chai'
import { PublishUnknownError, WriteUnknownError } from '../src/index.ts'
import { type Reply, type ScriptedServer, type Sent, scriptedServer, thrownBy } from './scripted-server.ts'

const body = { platform: 'x', accountId: 'a', text: 'Hello' } as const
const reply = { platform: 'facebook', accountId: 'a', parentId: 'c', message: 'Thanks' } as const
const message = { platform: 'facebook', accountId: 'a', recipient: '1', text: 'Hi' } as const
const scheduled = { publishAt: '2030-01-01T00:00:00Z', post: body } as const
const isWrite = ({ method }: Sent) => method === 'POST'
const nothing = { publishes: [], writes: [], schedules: [] }

describe('the request id of a write', () => {
  let server: ScriptedServer
  afterEach(() => server?.close())
  const start = async (respond: (request: Sent) => Reply) => {
    server = await scriptedServer(respond, { lookupTimeoutMs: 0 })
    return server.client
  }

  for (const requestId of ['gid://shop/Order/45', '#1042', ' r1', 'a b', '', 'x'.repeat(129)]) {
    it(`is rejected before anything is sent, as the service would replace it: ${JSON.stringify(requestId)}`, async () => {
      const client = await start((request) => (isWrite(request) ? { isLost: true } : { body: nothing }))
      for (const write of [
        () => client.posts.publish(body, { requestId }),
        () => client.posts.publish(body, { requestId, lookUpFirst: true }),
        () => client.comments.create(reply, { requestId }),
        () => client.schedules.create(scheduled, { requestId }),
        () => client.post('/posts', { body, headers: { 'X-Request-Id': requestId } }),
      ]) {
        const thrown = await thrownBy(write())
        expect(thrown).to.be.instanceOf(TypeError)
        expect(String(thrown)).to.include('1 to 128 letters, digits, dots, hyphens and underscores')
      }
      expect(server.sent).to.deep.equal([])
    })
  }

  it('is sent with its lookup; if the service got another one, an empty list says nothing', async () => {
    const replaced = { 'x-request-id': 'made-by-a-proxy', date: new Date(Date.now() + 600_000).toUTCString() }
    const client = await start((request) =>
      isWrite(request) ? { isLost: true } : { headers: replaced, body: nothing },
    )
    const headers = { 'X-Publish-Before': new Date(Date.now() - 60_000).toISOString() }
    const published = await thrownBy(client.posts.publish(body, { requestId: 'r1' }))
    expect(published).to.be.instanceOf(PublishUnknownError)
    expect(server.sent[1]?.headers['x-request-id']).to.equal('r1')
    expect(await thrownBy(client.comments.create(reply, { headers }))).to.be.instanceOf(WriteUnknownError)
    expect(server.sent.filter(isWrite)).to.have.length(2)
  })

  it('may be a number, as of an expression of n8n', async () => {
    const date = new Date(Date.now() + 600_000).toUTCString()
    const client = await start((request) => {
      if (!isWrite(request)) return { headers: { date }, body: nothing }
      return server.sent.length === 1 ? { isLost: true } : { status: 201, body: { status: 'published' } }
    })
    const requestId: unknown = 1042
    await client.posts.publish(body, { requestId: requestId as string })
    expect(server.sent.map(({ headers }) => headers['x-request-id'])).to.deep.equal(['1042', '1042', '1042'])
  })

  it('is also that of another write, which is not taken for the lost one', async () => {
    const date = new Date(Date.now() + 600_000).toUTCString()
    const others = ['publish', 'deletion', 'campaign'].map((kind) => ({
      ...{ id: kind, kind, status: 'published', platform: 'facebook', accountId: 'a', profileId: 'p' },
      ...{ error: null, result: { id: kind, providerId: kind }, createdAt: '', updatedAt: '' },
    }))
    let wanted: object[] = []
    const client = await start((request) => {
      if (!isWrite(request)) return { headers: { date }, body: { writes: [...others, ...wanted] } }
      return server.sent.filter(isWrite).length === 1
        ? { isLost: true }
        : { status: 201, body: { comment: { id: 'new' } } }
    })
    const created = await client.comments.create(reply, { requestId: 'r1' })
    expect(created.comment.id).to.equal('new')
    expect(server.sent.filter(isWrite)).to.have.length(2)

    server.sent.length = 0
    wanted = [{ ...others[0], id: 'm', kind: 'message', result: { providerId: 'm1' } }]
    expect(await client.messages.send(message, { requestId: 'r1' })).to.include({ id: 'm', providerId: 'm1' })
    expect(server.sent.filter(isWrite)).to.have.length(1)
  })

  it('comes with a time that can be read: without one, a lookup would never end', async () => {
    const client = await start((request) => (isWrite(request) ? { isLost: true } : { body: nothing }))
    const headers = { 'X-Publish-Before': 'in two minutes' }
    const thrown = await thrownBy(client.posts.publish(body, { headers }))
    expect(thrown).to.be.instanceOf(TypeError)
    expect(String(thrown)).to.include('X-Publish-Before')
    expect(server.sent).to.deep.equal([])
  })
})
