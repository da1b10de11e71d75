import { expect } from 'chai'
import { createClient, UnexpectedResponseError } from '../src/index.ts'
import { type Reply, type ScriptedServer, type Sent, scriptedServer, thrownBy } from './scripted-server.ts'

const body = { platform: 'bluesky', accountId: 'a', text: 'Hello' } as const
const statuses = [301, 302, 303, 307, 308]
const lists = { profiles: [], publishes: [] }

describe('a request that is redirected', () => {
  let server: ScriptedServer
  afterEach(() => server?.close())
  const redirecting = async (status: number) => {
    const isFirst = ({ url }: Sent) => !url.includes('moved')
    const location = '/api/v1/moved?session=secret'
    const respond = (request: Sent): Reply =>
      isFirst(request) ? { status, headers: { location } } : { status: 200, body: lists }
    server = await scriptedServer(respond, { lookupTimeoutMs: 0 })
    return server.client
  }

  for (const status of statuses) {
    it(`is an error with ${status}, if it is a write: it would become a read, or go to another host`, async () => {
      const client = await redirecting(status)
      for (const write of [
        () => client.posts.publish(body),
        () => client.profiles.create({ name: 'a' }),
        () => client.post('/profiles', { body: { name: 'a' } }),
        () => client.uploads.create(new Blob(['a'])),
        () => client.keys.delete('k'),
      ]) {
        server.sent.length = 0
        const thrown = await thrownBy(write())
        expect(thrown).to.be.instanceOf(UnexpectedResponseError)
        expect(thrown).to.include({ status, isRedirect: true })
        expect(thrown).to.have.property(
          'message',
          'The request was redirected to /api/v1/moved and not executed. Set baseUrl to a URL that nothing redirects.',
        )
        expect(server.sent, 'neither repeated nor searched for').to.have.length(1)
      }
    })

    it(`is followed with ${status}, if it is a read`, async () => {
      const client = await redirecting(status)
      expect(await client.profiles.list()).to.deep.equal(lists)
      expect(server.calls()).to.deep.equal(['GET /profiles', 'GET /moved'])
    })
  }

  it('is an error where `fetch` returns it: as its status, or as browsers hide it', async () => {
    const hidden = Object.defineProperty(new Response(), 'status', { value: 0 })
    for (const response of [new Response(null, { status: 302 }), hidden]) {
      const client = createClient({ baseUrl: 'http://localhost', fetch: async () => response, maxRetries: 0 })
      const thrown = await thrownBy(client.posts.publish(body))
      expect(thrown).to.be.instanceOf(UnexpectedResponseError).and.include({ isRedirect: true })
      expect(String(thrown)).to.include('The request was redirected and not executed.')
    }
  })
})
