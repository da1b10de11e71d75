import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { createClient, isApiError, ProfileNotFoundError } from '../src/index.ts'
import { errorBody, type ScriptedServer, scriptedServer, thrownBy } from './scripted-server.ts'

const busy = { status: 503, headers: { 'retry-after': '0' }, body: errorBody('temporarily_unavailable') }

describe('operations by name', () => {
  let server: ScriptedServer
  afterEach(() => server?.close())

  it('take the parameters of the path, the body or query, and options', async () => {
    server = await scriptedServer(() => ({ body: {} }))
    const { client } = server
    await client.profiles.replace('p/1', { name: 'Ä' }, { requestId: 'r1' })
    await client.webhookEndpoints.deliveries.list('e1', { status: 'failed' })
    await client.analytics.instagram.accountInsights({ accountId: 'a' })
    expect(server.calls()).to.deep.equal([
      ...['PUT /profiles/p%2F1', 'GET /webhook-endpoints/e1/deliveries', 'GET /analytics/instagram/account-insights'],
    ])
    expect(server.sent[0]?.body).to.equal('{"name":"Ä"}')
    expect(server.sent[0]?.headers).to.include({ 'x-request-id': 'r1' })
    expect(server.sent[1]?.url).to.match(/\?status=failed$/)
  })

  it('throw an error of the class of its code', async () => {
    server = await scriptedServer(() => ({ status: 404, body: errorBody('profile_not_found') }))
    const thrown = await thrownBy(server.client.profiles.get('p'))
    expect(thrown).to.be.instanceOf(ProfileNotFoundError)
    expect(isApiError(thrown, 'profile_not_found')).to.equal(true)
  })

  it('are repeated where a second request changes nothing, and no others', async () => {
    server = await scriptedServer((_request, index) => (index % 2 === 0 ? busy : { body: { profiles: [] } }))
    await server.client.profiles.list()
    expect(server.sent).to.have.length(2)
    expect(isApiError(await thrownBy(server.client.keys.create({ name: 'a' })))).to.equal(true)
    expect(server.sent).to.have.length(3)
  })

  it('are repeated with the same key, where the operation takes one', async () => {
    server = await scriptedServer((_request, index) => (index === 0 ? { isLost: true } : { status: 201, body: {} }))
    await server.client.profiles.create({ name: 'a' })
    const [first, second] = server.sent.map(({ headers }) => headers['idempotency-key'])
    expect(first).to.be.a('string')
    expect(second).to.equal(first)
  })

  it('are repeated at most as often as `maxRetries` says, and not after a long `Retry-After`', async () => {
    server = await scriptedServer(() => busy)
    await thrownBy(server.client.profiles.list({}, { maxRetries: 1 }))
    expect(server.sent).to.have.length(2)
    server.close()
    server = await scriptedServer(() => ({ ...busy, headers: { 'retry-after': '3600' } }))
    await thrownBy(server.client.profiles.list())
    expect(server.sent).to.have.length(1)
  })

  it('are built once, and neither sent nor looked up, if the request cannot be built', async () => {
    server = await scriptedServer(() => ({ body: { publishes: [] } }), { publishWithinMs: 0, lookupTimeoutMs: 0 })
    const { client } = server
    let built = 0
    const reason = new TypeError('A BigInt is not JSON.')
    const text = () => {
      built += 1
      throw reason
    }
    const body: object = { platform: 'x', accountId: 'a', text: { toJSON: text } }
    const wrong: unknown = { toString: text }
    for (const call of [
      () => client.posts.publish(body as { platform: 'x'; accountId: string; text: string }),
      () => client.get('/profiles', { query: { cursor: wrong as string } }),
      () =>
        client.events
          .follow(undefined, { accountId: wrong as string })
          [Symbol.asyncIterator]()
          .next(),
    ]) {
      built = 0
      expect(await thrownBy(call())).to.equal(reason)
      expect(built).to.equal(1)
    }
    expect(server.sent).to.deep.equal([])
  })

  it('are not repeated, neither by the event feed, if the base URL is invalid', async () => {
    let calls = 0
    const counting: typeof fetch = (...args) => {
      calls += 1
      return fetch(...args)
    }
    for (const baseUrl of ['carillon.example.com', 'http://carillon example']) {
      const client = createClient({ baseUrl, fetch: counting })
      const publishing = () => client.posts.publish({ platform: 'x', accountId: 'a', text: 'b' })
      const following = () => client.events.follow()[Symbol.asyncIterator]().next()
      for (const call of [() => client.profiles.list(), publishing, following]) {
        calls = 0
        expect(await thrownBy(call())).to.be.instanceOf(TypeError)
        expect(calls).to.equal(1)
      }
    }
  })

  it('never reach another path by a parameter: it is neither empty nor a dot segment', async () => {
    server = await scriptedServer(() => ({ body: {} }))
    for (const id of ['', '.', '..']) {
      expect(await thrownBy(server.client.accounts.disconnect('p', id))).to.be.instanceOf(TypeError)
      expect(await thrownBy(server.client.profiles.get(id))).to.be.instanceOf(TypeError)
    }
    await server.client.accounts.disconnect('p', '...')
    expect(server.calls()).to.deep.equal(['DELETE /profiles/p/accounts/...'])
  })

  it('have no timeout if `timeoutMs` is infinite', async () => {
    const fetch = async (_url: unknown, { signal }: RequestInit = {}) => {
      await pause(20)
      signal?.throwIfAborted()
      return new Response('{"profiles":[]}')
    }
    const client = createClient({ baseUrl: '', maxRetries: 0, timeoutMs: Number.POSITIVE_INFINITY, fetch })
    expect(await client.profiles.list()).to.deep.equal({ profiles: [] })
  })

  it('say so if nobody listens', async () => {
    server = await scriptedServer(() => ({}), { maxRetries: 0 })
    const { client } = server
    server.close()
    expect(await thrownBy(client.posts.publish({ platform: 'x', accountId: 'a', text: 'b' }))).to.be.instanceOf(
      TypeError,
    )
  })

  it('count an attempt as lost after `timeoutMs`', async () => {
    const fetch = (_url: unknown, { signal }: RequestInit = {}) =>
      new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const client = createClient({ baseUrl: '', maxRetries: 0, timeoutMs: 5, fetch })
    expect(await thrownBy(client.profiles.list())).to.have.property('name', 'AttemptTimeoutError')
  })

  it('return a CSV as its text', async () => {
    server = await scriptedServer(() => ({ headers: { 'content-type': 'text/csv; charset=utf-8' }, body: 'id,at\n' }))
    expect((await server.client.get('/audit-log', { query: { format: 'csv' } })).data).to.equal('id,at\n')
  })

  it('list the items of all pages, or each page', async () => {
    const pages = [
      { profiles: [{ id: 'a' }, { id: 'b' }], nextCursor: 'c1' },
      { profiles: [{ id: 'c' }], nextCursor: null },
    ]
    server = await scriptedServer(({ url }) => ({ body: pages[url.includes('cursor=c1') ? 1 : 0] }))
    const { client } = server
    const ids: string[] = []
    for await (const { id } of client.profiles.list()) ids.push(id)
    expect(ids).to.deep.equal(['a', 'b', 'c'])
    expect((await client.profiles.list()).profiles).to.have.length(2)
    const sizes: number[] = []
    for await (const { profiles } of client.profiles.list().pages()) sizes.push(profiles.length)
    expect(sizes).to.deep.equal([2, 1])
  })

  it('list each comment once, although the first page has all that are stored and the next ones contain them again', async () => {
    const list = (ids: string[], nextCursor: string | null) => ({
      body: { comments: ids.map((id) => ({ id })), nextCursor, complete: nextCursor === null },
    })
    server = await scriptedServer(({ url }) =>
      url.includes('cursor=c1') ? list(['2', '1'], null) : list(['3', '2'], 'c1'),
    )
    const ids: string[] = []
    for await (const { id } of server.client.comments.list({ platform: 'tiktok', accountId: 'a' })) ids.push(id)
    expect(ids).to.deep.equal(['3', '2', '1'])
  })

  it('follow the feed over lost connections, and give the cursor after what was taken', async () => {
    const events = (ids: string[], cursor: string) => ({
      body: { events: ids.map((id) => ({ id })), cursor, hasMore: false },
    })
    server = await scriptedServer(({ url }, index) => {
      if (index === 1) return { isLost: true }
      return url.includes('cursor=c1') ? events(['3'], 'c2') : events(['1', '2'], 'c1')
    })
    const feed = server.client.events.follow('c0', { types: ['publish.*', 'ping'], waitSeconds: 0 })
    const taken: unknown[] = []
    for await (const { id } of feed) {
      taken.push([id, feed.cursor])
      if (id === '3') break
    }
    expect(taken).to.deep.equal([
      ['1', 'c0'],
      ['2', 'c0'],
      ['3', 'c1'],
    ])
    expect(decodeURIComponent(server.sent[0]?.url ?? '')).to.include('types=publish.*,ping')
  })

  it('end the feed between two events of a response, too, so that the second one is read again', async () => {
    server = await scriptedServer(() => ({
      body: { events: [{ id: '1' }, { id: '2' }], cursor: 'c1', hasMore: false },
    }))
    const ending = new AbortController()
    const feed = server.client.events.follow('c0', { signal: ending.signal })
    const taken: string[] = []
    for await (const { id } of feed) {
      taken.push(id)
      ending.abort()
    }
    expect([taken, feed.cursor]).to.deep.equal([['1'], 'c0'])
  })

  it('wait as long as the service says before they follow the feed again', async () => {
    server = await scriptedServer((_request, index) =>
      index === 0
        ? { status: 429, headers: { 'retry-after': '2', 'x-should-retry': 'true' }, body: errorBody('rate_limited') }
        : { body: { events: [{ id: '1' }], cursor: 'c1', hasMore: false } },
    )
    const began = Date.now()
    for await (const _event of server.client.events.follow('c0')) break
    expect(Date.now() - began).to.be.at.least(1_900)
  })

  it('end the feed with its signal, and with an error that lasts', async () => {
    server = await scriptedServer(() => ({ status: 410, body: errorBody('event_cursor_expired') }))
    const next = (signal?: AbortSignal) =>
      server.client.events
        .follow('c', signal && { signal })
        [Symbol.asyncIterator]()
        .next()
    expect(isApiError(await thrownBy(next()), 'event_cursor_expired')).to.equal(true)
    expect((await next(AbortSignal.abort())).done).to.equal(true)
  })
})

describe('an upload', () => {
  it('has the whole URL that a post takes in the place of a file', async () => {
    const server = await scriptedServer(({ method }) => {
      const headers = { location: '/api/v1/uploads/u1', 'upload-offset': '5' }
      return method === 'GET'
        ? { body: { uploadId: 'u1', bytes: 5 } }
        : { status: method === 'POST' ? 201 : 204, headers }
    })
    const { url } = await server.client.uploads.create(new Blob(['bells']))
    expect(URL.parse(url)?.pathname).to.equal('/api/v1/uploads/u1')
    server.close()
  })

  it('leaves no file open if it is rejected', async function () {
    if (process.platform !== 'linux') return this.skip()
    const server = await scriptedServer(() => ({ status: 413, body: errorBody('upload_quota_exceeded') }))
    const dir = await mkdtemp(join(tmpdir(), 'carillon-upload-'))
    const path = join(dir, 'bread.mp4')
    await writeFile(path, 'bells')
    const thrown = await thrownBy(server.client.uploads.create(path))
    const open = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
    const files = await Promise.all(open)
    server.close()
    await rm(dir, { recursive: true })
    expect(isApiError(thrown, 'upload_quota_exceeded')).to.equal(true)
    expect(files).to.not.include(path)
  })

  it('fails if the service has lost bytes that it had, rather than have others in their place', async () => {
    const server = await scriptedServer(({ method, url }, index) => {
      if (method === 'POST') return { status: 201, headers: { location: `${url}/u1` } }
      if (method === 'PATCH') return index === 1 ? { status: 204, headers: { 'upload-offset': '4' } } : { isLost: true }
      return { headers: { 'upload-offset': '0' } }
    })
    const thrown = await thrownBy(server.client.uploads.create(new Blob(['12345678']), { pieceBytes: 4 }))
    expect(thrown).to.be.instanceOf(RangeError)
    expect(server.sent.map(({ method, body }) => method + body)).to.deep.equal([
      'POST',
      'PATCH1234',
      'PATCH5678',
      'HEAD',
    ])
  })

  it('goes on when the service was away for longer than a request is repeated', async () => {
    let received = 0
    let broken = 0
    const server = await scriptedServer(({ method, headers, body }) => {
      if (method === 'GET') return { body: { uploadId: 'u1', bytes: 5, status: 'complete' } }
      if (method === 'POST') return { status: 201, headers: { location: '/api/v1/uploads/u1' } }
      if (broken < 6) {
        broken += 1
        return { isLost: true }
      }
      if (method === 'PATCH') {
        expect(headers['upload-offset']).to.equal('0')
        received += body.length
      }
      return { status: 204, headers: { 'upload-offset': String(received) } }
    })
    const { status } = await server.client.uploads.create(new Blob(['bells']))
    expect([status, received]).to.deep.equal(['complete', 5])
    server.close()
  })
})
