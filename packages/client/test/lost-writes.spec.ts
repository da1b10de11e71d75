import { expect } from 'chai'
import {
  createClient,
  isApiError,
  PublishFailedError,
  PublishTimeoutError,
  PublishUnknownError,
  WriteFailedError,
  WriteUnknownError,
} from '../src/index.ts'
import { errorBody, type Reply, type ScriptedServer, type Sent, scriptedServer, thrownBy } from './scripted-server.ts'

const publish = (status: string, more: object = {}) => ({
  ...{ publishId: 'p1', requestId: 'r1', status, postIds: [], error: null, ...more },
})
const write = (status: string, more: object = {}) => ({
  ...{ id: 'w1', kind: 'reply', status, platform: 'facebook', accountId: 'a', profileId: 'p', error: null },
  ...{ result: null, createdAt: '2026-11-20T09:00:00.000Z', updatedAt: '2026-11-20T09:00:01.000Z', ...more },
})
const body = { platform: 'x', accountId: 'a', text: 'Hello' } as const
const reply = { platform: 'facebook', accountId: 'a', parentId: 'c', message: 'Thanks' } as const
const isWrite = ({ method }: Sent) => method === 'POST'

describe('a write whose response is lost', () => {
  let server: ScriptedServer
  afterEach(() => server?.close())
  const start = async (respond: (request: Sent, index: number) => Reply) => {
    server = await scriptedServer(respond, { lookupTimeoutMs: 0 })
    return server.client
  }

  /** A time of the service after which the write that was sent last is not stored. */
  const afterDeadline = () => {
    const [last] = server.sent.filter(isWrite).slice(-1)
    return { date: new Date(Date.parse(String(last?.headers['x-publish-before'])) + 10_000).toUTCString() }
  }

  for (const [how, lost] of [
    ['a broken connection', { isLost: true }],
    [
      'a 500 of the service',
      { status: 500, headers: { 'x-should-retry': 'false' }, body: errorBody('internal_error') },
    ],
    ['the error page of a proxy', { status: 502, body: '<html>' }],
    ['half of a response', { status: 201, body: '{"publishId":' }],
  ] as [string, Reply][]) {
    it(`is looked up by its request id and not sent again: ${how}`, async () => {
      const client = await start((request) =>
        isWrite(request) ? lost : { body: { publishes: [publish('published')] } },
      )
      expect(await client.posts.publish(body, { requestId: 'r1' })).to.include({ publishId: 'p1', status: 'published' })
      expect(server.calls()).to.deep.equal(['POST /posts', 'GET /posts/publishes'])
      expect(server.sent[1]?.url).to.include('requestId=r1')
      expect(server.sent[0]?.headers).to.include({ 'x-request-id': 'r1' })
      const before = Date.parse(String(server.sent[0]?.headers['x-publish-before']))
      expect(before - Date.now()).to.be.within(60_000, 130_000)
    })
  }

  it('is noted before it is looked up, and only then', async () => {
    let isLost = true
    const client = await start((request) =>
      !isWrite(request) || !isLost
        ? { status: 201, body: { ...publish('published'), publishes: [publish('published')] } }
        : { isLost },
    )
    const callsThen: unknown[] = []
    const onLost = () => callsThen.push(server.calls())
    await client.posts.publish(body, { requestId: 'r1', onLost })
    expect(callsThen).to.deep.equal([['POST /posts']])
    await client.post('/posts', { body, headers: { 'X-Request-Id': 'r1' }, onLost })
    expect(callsThen).to.have.length(2)
    isLost = false
    await client.posts.publish(body, { requestId: 'r1', onLost })
    expect(callsThen).to.have.length(2)
  })

  it('was not sent if the certificate of the service is not valid, which the error says at once', async () => {
    for (const code of [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ]) {
      const methods: (string | undefined)[] = []
      const failing: typeof fetch = async (_url, init) => {
        methods.push(init?.method)
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) })
      }
      const client = createClient({ baseUrl: 'https://carillon.example.com', fetch: failing, maxRetries: 0 })
      expect(Object(await thrownBy(client.posts.publish(body))).cause, code).to.have.property('code', code)
      expect(methods).to.deep.equal(['POST'])
    }
  })

  it('is looked up before it is sent, if an earlier process may have sent it', async () => {
    const found = { body: { publishes: [publish('published')] } }
    const client = await start(() => found)
    const again = await client.posts.publish(body, { requestId: 'r1', lookUpFirst: true })
    expect(again).to.include({ publishId: 'p1', status: 'published' })
    expect(server.calls()).to.deep.equal(['GET /posts/publishes'])
  })

  it('is sent if that lookup finds nothing', async () => {
    const client = await start((request) =>
      isWrite(request) ? { status: 201, body: publish('published') } : { body: { publishes: [] } },
    )
    await client.posts.publish(body, { requestId: 'r1', lookUpFirst: true })
    expect(server.calls()).to.deep.equal(['GET /posts/publishes', 'POST /posts'])
    expect(server.sent[1]?.headers['x-request-id']).to.equal('r1')
  })

  it('is not sent if that lookup fails', async () => {
    const client = await start(() => ({ isLost: true }))
    const thrown = await thrownBy(client.posts.publish(body, { requestId: 'r1', lookUpFirst: true, maxRetries: 0 }))
    expect(thrown).to.be.instanceOf(PublishUnknownError).and.to.include({ requestId: 'r1', publish: null })
    expect(server.sent.filter(isWrite)).to.deep.equal([])
  })

  it('is sent again with a later time once an empty list is final, under the same id', async () => {
    const client = await start((request, index) => {
      if (!isWrite(request)) return { headers: afterDeadline(), body: { publishes: [] } }
      return index === 0 ? { isLost: true } : { status: 201, body: publish('published') }
    })
    await client.posts.publish(body)
    expect(server.calls()).to.deep.equal(['POST /posts', 'GET /posts/publishes', 'POST /posts'])
    const [first, , second] = server.sent
    expect(second?.headers['x-request-id']).to.equal(first?.headers['x-request-id'])
    expect(String(second?.headers['x-publish-before']) > String(first?.headers['x-publish-before'])).to.equal(true)
  })

  it('is not sent again while an empty list is not final, whatever the clock of this machine says', async () => {
    const early = { date: new Date(Date.now() - 600_000).toUTCString() }
    let looks = 0
    const client = await start((request) => {
      if (isWrite(request)) return { isLost: true }
      looks++
      return looks < 3 ? { headers: early, body: { publishes: [] } } : { body: { publishes: [publish('published')] } }
    })
    await client.posts.publish(body, { headers: { 'X-Publish-Before': new Date(Date.now() - 60_000).toISOString() } })
    expect(server.sent.filter(isWrite)).to.have.length(1)
  })

  it('is sent at most as often as `maxRetries` says, and then fails as it did', async () => {
    const client = await start((request) =>
      isWrite(request) ? { status: 502, body: '<html>' } : { headers: afterDeadline(), body: { publishes: [] } },
    )
    const thrown = await thrownBy(client.posts.publish(body, { maxRetries: 1 }))
    expect(thrown).to.include({ name: 'UnexpectedResponseError', status: 502 })
    expect(server.sent.filter(isWrite)).to.have.length(2)
  })

  it('is not sent again under a time that the caller has chosen', async () => {
    const client = await start((request) =>
      isWrite(request) ? { isLost: true } : { headers: afterDeadline(), body: { publishes: [] } },
    )
    const headers = { 'X-Publish-Before': new Date(Date.now() + 1_000).toISOString() }
    await thrownBy(client.post('/posts', { body, headers }))
    expect(server.sent.filter(isWrite)).to.have.length(1)
  })

  it('is thrown as failed or unknown, if that is how it was found', async () => {
    const error = { code: 'provider_rejected', message: 'Too long.', details: { network: 'x' } }
    let found: object = publish('failed', { error })
    const client = await start((request) => (isWrite(request) ? { isLost: true } : { body: { publishes: [found] } }))
    const failed = await thrownBy(client.posts.publish(body))
    expect(failed).to.be.instanceOf(PublishFailedError)
    expect(isApiError(failed, 'provider_rejected') && failed.message).to.equal('Too long.')
    expect((failed as Error).cause).to.be.instanceOf(Error)
    found = publish('unknown')
    const unknown = await thrownBy(client.posts.publish(body, { requestId: 'r1' }))
    expect(unknown).to.be.instanceOf(PublishUnknownError)
    expect(unknown).to.deep.include({ requestId: 'r1', publish: found })
    expect(server.sent.filter(isWrite)).to.have.length(2)
  })

  it('is not sent again if the response to the probe is something else, such as a page in JSON', async () => {
    const client = await start((request) =>
      isWrite(request) ? { isLost: true } : { headers: afterDeadline(), body: { status: 'signed out' } },
    )
    const headers = { 'X-Publish-Before': new Date().toISOString() }
    for (const lost of [
      client.posts.publish(body, { headers }),
      client.comments.create(reply, { headers }),
      client.schedules.create({ publishAt: '2030-01-01T00:00:00Z', post: body }, { headers }),
    ]) {
      const thrown = await thrownBy(lost)
      expect(Object(thrown).name).to.be.oneOf(['PublishUnknownError', 'WriteUnknownError'])
    }
    expect(server.sent.filter(isWrite)).to.have.length(3)
  })

  it('is unknown, with its request id, if it cannot be looked up', async () => {
    const client = await start((request) => ({ isLost: true, ...(isWrite(request) && { status: 1 }) }))
    const headers = { 'X-Publish-Before': new Date().toISOString() }
    const unknown = await thrownBy(client.posts.publish(body, { requestId: 'r1', maxRetries: 0, headers }))
    expect(unknown).to.be.instanceOf(PublishUnknownError)
    expect(unknown).to.include({ requestId: 'r1', publish: null })
  })

  it('is looked up by path as well, and returns what the operation returns', async () => {
    const client = await start((request) =>
      isWrite(request) ? { isLost: true } : { body: { publishes: [publish('processing')] } },
    )
    const { status, data } = await client.post('/posts', { body })
    expect([status, data.publishId]).to.deep.equal([202, 'p1'])
  })

  it('is looked up among all writes: a reply', async () => {
    const result = { id: 'c2', body: 'Thanks' }
    const client = await start((request) =>
      isWrite(request) ? { isLost: true } : { body: { writes: [write('published', { result })] } },
    )
    expect(await client.comments.create(reply)).to.deep.equal({
      ...{ platform: 'facebook', accountId: 'a', profileId: 'p', comment: result },
    })
    expect(server.calls()).to.deep.equal(['POST /comments', 'GET /writes'])
  })

  it('is looked up among all writes: a message, and a campaign', async () => {
    let stored: object = { kind: 'message', result: { providerId: 'm2' } }
    const client = await start((request) =>
      isWrite(request) ? { isLost: true } : { body: { writes: [write('published', stored)] } },
    )
    const message = { platform: 'facebook', accountId: 'a', recipient: '1', text: 'Hi' } as const
    const sent = await client.messages.send(message)
    expect(sent).to.include({ id: 'w1', providerId: 'm2', recipient: '1', body: 'Hi', status: 'sent', type: 'text' })
    const result = { id: 'k', name: 'Rye', status: 'paused', adSetId: 's', ads: [] }
    stored = { kind: 'campaign', result }
    const campaign = {
      accountId: 'a',
      adAccountId: '1',
      name: 'Rye',
      postIds: ['1'],
      countries: ['SE'],
      dailyBudget: 1_000,
    }
    expect(await client.ads.campaigns.create(campaign)).to.deep.equal({ campaign: result })
  })

  it('is looked up among schedules', async () => {
    const schedule = { scheduleId: 's1', status: 'scheduled' }
    const client = await start((request) => (isWrite(request) ? { isLost: true } : { body: { schedules: [schedule] } }))
    const wanted = { publishAt: '2026-12-24T18:00:00Z', post: body } as const
    expect(await client.schedules.create(wanted, { requestId: 'r1' })).to.deep.equal(schedule)
    expect(server.calls()).to.deep.equal(['POST /schedules', 'GET /schedules'])
    expect(server.sent[1]?.url).to.include('requestId=r1')
    expect(server.sent[0]?.headers['x-publish-before']).to.be.a('string')
  })

  it('is sent again if it is in no list once it can no longer be stored: a schedule', async () => {
    let isFirst = true
    const client = await start((request) => {
      if (!isWrite(request)) return { headers: afterDeadline(), body: { schedules: [] } }
      if (!isFirst) return { status: 201, body: { scheduleId: 's2' } }
      isFirst = false
      return { isLost: true }
    })
    const wanted = { publishAt: '2026-12-24T18:00:00Z', post: body } as const
    expect(await client.schedules.create(wanted)).to.deep.equal({ scheduleId: 's2' })
    const [one, other] = server.sent.filter(isWrite)
    expect(other?.headers['x-request-id']).to.equal(one?.headers['x-request-id'])
  })

  it('is waited for while a reply is being sent, and is thrown as it ended', async () => {
    const ends = [
      write('processing'),
      write('failed', { error: { code: 'provider_rejected', message: 'No.' } }),
      write('unknown'),
    ]
    const client = await start((request) =>
      isWrite(request) ? { isLost: true } : { body: { writes: [ends.shift()] } },
    )
    expect(await thrownBy(client.comments.create(reply))).to.be.instanceOf(WriteFailedError)
    const unknown = await thrownBy(client.comments.create(reply, { requestId: 'r1' }))
    expect(unknown).to.be.instanceOf(WriteUnknownError)
    expect(unknown).to.have.property('requestId', 'r1')
  })

  it('is sent again at once where nothing was stored, by the word of the response', async () => {
    const client = await start((_request, index) =>
      index === 0
        ? { status: 408, headers: { 'x-should-retry': 'true', 'retry-after': '0' }, body: errorBody('deadline_passed') }
        : { status: 201, body: publish('published') },
    )
    await client.posts.publish(body)
    expect(server.calls()).to.deep.equal(['POST /posts', 'POST /posts'])
  })

  it('is not sent again after an error that lasts', async () => {
    const client = await start(() => ({
      status: 429,
      headers: { 'x-should-retry': 'false' },
      body: errorBody('budget_exhausted'),
    }))
    expect(isApiError(await thrownBy(client.posts.publish(body)), 'budget_exhausted')).to.equal(true)
    expect(server.sent).to.have.length(1)
  })

  it('ends with the signal while it is looked up', async () => {
    const controller = new AbortController()
    const client = await start((request) => {
      if (!isWrite(request)) controller.abort(new Error('enough'))
      return isWrite(request) ? { isLost: true } : { body: { publishes: [] } }
    })
    expect(await thrownBy(client.posts.publish(body, { signal: controller.signal }))).to.have.property(
      'message',
      'enough',
    )
  })

  it('is waited for until it is published, with `wait`', async () => {
    const ends = ['processing', 'accepted', 'published']
    const client = await start((request) =>
      isWrite(request) ? { status: 202, body: publish('processing') } : { body: publish(ends.shift() ?? '') },
    )
    expect(await client.posts.publish(body, { wait: true })).to.have.property('status', 'published')
    expect(server.calls()[1]).to.equal('GET /posts/publishes/p1')
  })

  it('is waited for although it cannot be read for a while, as it is stored', async () => {
    let reads = 0
    const client = await start((request) => {
      if (isWrite(request)) return { status: 202, body: publish('processing') }
      reads += 1
      return reads < 6 ? { isLost: true } : { body: publish('published') }
    })
    expect(await client.posts.publish(body, { wait: true })).to.have.property('status', 'published')
    expect(server.calls().filter((call) => call.startsWith('POST'))).to.have.length(1)
  })

  it('is thrown with its id if it is stored and cannot be read any more', async () => {
    const responses: Reply[] = [{ isLost: true }, { status: 401, body: errorBody('unauthorized') }]
    for (const response of responses) {
      const client = await start((request) =>
        isWrite(request) ? { status: 202, body: publish('processing') } : response,
      )
      const thrown = await thrownBy(client.posts.publish(body, { wait: { timeoutMs: 1, maxRetries: 0 } }))
      expect(thrown).to.be.instanceOf(PublishTimeoutError)
      expect(Object(thrown).publish).to.include({ publishId: 'p1', status: 'processing' })
      server.close()
    }
  })

  it('is thrown with `wait` if it fails, is unknown or takes too long', async () => {
    let end = 'failed'
    const client = await start((request) =>
      isWrite(request) ? { status: 202, body: publish('processing') } : { body: publish(end) },
    )
    expect(await thrownBy(client.posts.publish(body, { wait: true }))).to.be.instanceOf(PublishFailedError)
    end = 'unknown'
    expect(await thrownBy(client.posts.publish(body, { wait: true }))).to.be.instanceOf(PublishUnknownError)
    expect(await client.waitForPublish('p1')).to.have.property('status', 'unknown')
    end = 'processing'
    const late = await thrownBy(client.posts.publish(body, { wait: { timeoutMs: 1 } }))
    expect(late).to.be.instanceOf(PublishTimeoutError)
  })
})
