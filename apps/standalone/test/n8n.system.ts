import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import type { IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow'
import { type Bench, type Delivered, openBench } from './n8n/bench.ts'
import { startWhole, type Whole } from './whole.ts'

describe('the node and the trigger of n8n', function () {
  this.timeout(600_000)
  let whole: Whole
  let bench: Bench
  let accountId: string

  before(async () => {
    whole = await startWhole({
      networks: ['x', 'facebook'],
      env: { PUBLISH_WAIT_MS: '600000', WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*' },
    })
    accountId = await whole.connect('x')
    bench = await openBench({ baseUrl: whole.gatewayUrl, apiKey: whole.apiKey })
  })
  after(() => whole?.close())

  const publish = (text: string, more: object = {}) => ({
    ...{ resource: 'Post', operation: 'posts.publish', platform: 'x', accountId, text, ...more },
  })
  const postsWith = async (text: string): Promise<object[]> => {
    const { body } = await whole.sandboxCall('GET', '/state/x')
    return body.posts.filter((post: { text: string }) => post.text === text)
  }
  const failure = (run: Promise<unknown>): Promise<Error & { description?: string; httpCode?: string }> =>
    run.then(
      () => Promise.reject(new Error('nothing was thrown')),
      (thrown) => thrown,
    )

  const nameOf = async (id: string): Promise<string> =>
    (await whole.call('GET', `/accounts?accountId=${id}`)).body.accounts[0].displayIdentifier

  it('publishes and waits until the post is there', async () => {
    const [item] = await bench.execute(publish('Fresh bread at seven'))
    expect(item?.json).to.include({ status: 'published', platform: 'x', accountId })
    expect(item?.pairedItem).to.deep.equal({ item: 0 })
    expect(await postsWith('Fresh bread at seven')).to.have.length(1)
  })

  it('publishes once when n8n runs the item again, and again in another execution', async () => {
    const first = await bench.execute(publish('Buns at eight'), { executionId: '7' })
    const again = await bench.execute(publish('Buns at eight'), { executionId: '7' })
    expect(again[0]?.json['publishId']).to.equal(first[0]?.json['publishId'])
    expect(await postsWith('Buns at eight')).to.have.length(1)
    const nextRun = await bench.execute(publish('Buns at nine'), { executionId: '7', runIndex: 1 })
    expect(nextRun[0]?.json['publishId']).not.to.equal(first[0]?.json['publishId'])
    expect(await postsWith('Buns at nine')).to.have.length(1)
  })

  it('publishes once for a request id, in any execution', async () => {
    const parameters = publish('Rye on Friday', { options: { requestId: 'order-17' } })
    const first = await bench.execute(parameters)
    const again = await bench.execute(parameters)
    expect(again[0]?.json['publishId']).to.equal(first[0]?.json['publishId'])
    expect(await postsWith('Rye on Friday')).to.have.length(1)
  })

  it('sends a publish that failed again, under an id of its own', async () => {
    await bench.execute(publish('Rolls on Sunday'))
    // The network rejects the same text.
    for (let attempt = 1; attempt <= 2; attempt++) {
      const thrown = await failure(bench.execute(publish('Rolls on Sunday'), { executionId: '8' }))
      expect(thrown.description).to.include('duplicate_post')
    }
    const { body } = await whole.call('GET', '/posts/publishes?search=Rolls')
    expect(body.publishes.map(({ status }: { status: string }) => status)).to.deep.equal([
      'failed',
      'failed',
      'published',
    ])
    const [second, first] = body.publishes
    expect(second.requestId).to.equal(`${first.requestId}.2`)
  })

  it('throws an error with its code, its reference and its status, or goes on with it', async () => {
    const wrong = { ...publish('Hello'), accountId: whole.profileId }
    const thrown = await failure(bench.execute(wrong))
    expect(thrown).to.have.property('httpCode', '404')
    expect(thrown.description).to.include('account_not_found').and.to.include('/docs')
    const [item] = await bench.execute(wrong, { continueOnFail: true })
    expect(item?.json).to.have.property('code', 'account_not_found')
    expect(item?.pairedItem).to.deep.equal({ item: 0 })
  })

  it('sends a file of the item, in its memory or outside', async () => {
    const response = await fetch(`${whole.sandbox.url}/samples/photo-640x480.jpg`)
    const data = Buffer.from(await response.arrayBuffer()).toString('base64')
    const media = { value: [{ binaryPropertyName: 'photo' }] }
    const photo = { data, mimeType: 'image/jpeg', fileName: 'bread.jpeg' }
    for (const [text, file] of [
      ['In memory', photo],
      ['Outside', { ...photo, data: 'filesystem', id: data }],
    ] as const) {
      const items: INodeExecutionData[] = [{ json: {}, binary: { photo: file } }]
      const [item] = await bench.execute(publish(text, { additionalFields: { media } }), { items })
      expect(item?.json, text).to.include({ status: 'published' })
      expect(await postsWith(text)).to.have.nested.property('[0].media.length', 1)
    }
    const items = [{ json: {}, binary: { photo } }]
    let uploads = 0
    const isLost = ({ url, method }: IHttpRequestOptions) => {
      if (method === 'POST' && url.endsWith('/uploads')) uploads++
      return false
    }
    const run = { items, executionId: '9', isLost }
    await failure(bench.execute(publish('x'.repeat(25_001), { additionalFields: { media } }), run))
    await bench.execute(publish('Run again', { additionalFields: { media } }), run)
    expect(await postsWith('Run again')).to.have.nested.property('[0].media.length', 1)
    expect(uploads, 'uploads of both runs').to.equal(1)
    const none = await failure(bench.execute(publish('None', { additionalFields: { media } })))
    expect(none.message).to.include("'photo'")
  })

  it('sends a file as bytes where the API takes no URL', async () => {
    const page = await whole.connect('facebook')
    const response = await fetch(`${whole.sandbox.url}/samples/photo-640x480.jpg`)
    const data = Buffer.from(await response.arrayBuffer()).toString('base64')
    const image = { value: { binaryPropertyName: 'data' } }
    const fields = { message: 'From n8n', image }
    const parameters = { ...publish(''), platform: 'facebook', accountId: page, additionalFields: fields }
    const items: INodeExecutionData[] = [{ json: {}, binary: { data: { data, mimeType: 'image/jpeg' } } }]
    const [item] = await bench.execute(parameters, { items })
    expect(item?.json).to.include({ status: 'published', platform: 'facebook' })
  })

  it('lists as items: up to a limit, or all pages', async () => {
    for (let at = 0; at < 3; at++) await whole.call('POST', '/profiles', { name: `Customer ${at}` })
    const list = { resource: 'Profile', operation: 'profiles.list' }
    const limited = await bench.execute({ ...list, limit: 2 })
    expect(limited).to.have.length(2)
    const all = await bench.execute({ ...list, returnAll: true })
    expect(all.map(({ json }) => json['name'])).to.include.members(['Default', 'Customer 0', 'Customer 2'])
  })

  it('lists each comment once, although later pages contain stored ones, and reads no page after the limit', async () => {
    const pages: Readonly<Record<string, object>> = {
      none: { comments: [{ id: '3' }, { id: '2' }], nextCursor: 'c1' },
      c1: { comments: [{ id: '2' }, { id: '1' }], nextCursor: 'c2' },
      c2: { comments: [{ id: '0' }], nextCursor: null },
    }
    const read: string[] = []
    const service = createServer((req, res) => {
      const cursor = new URL(req.url ?? '', 'http://localhost').searchParams.get('cursor') ?? 'none'
      read.push(cursor)
      res.end(JSON.stringify(pages[cursor]))
    })
      .listen(0, '127.0.0.1')
      .unref()
    await once(service, 'listening')
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const scripted = await openBench({ baseUrl, apiKey: whole.apiKey })
    const list = { resource: 'Comment', operation: 'comments.list', platform: 'tiktok', accountId }
    const ids = async (more: object) => (await scripted.execute({ ...list, ...more })).map(({ json }) => json['id'])
    expect(await ids({ returnAll: true })).to.deep.equal(['3', '2', '1', '0'])
    expect(await ids({ limit: 3 })).to.deep.equal(['3', '2', '1'])
    expect(read).to.deep.equal(['none', 'c1', 'c2', 'none', 'c1'])
    service.close()
  })

  it('sends numbers that expressions give as texts, also in a list', async () => {
    const sent: object[] = []
    const service = createServer(async (req, res) => {
      sent.push(JSON.parse((await buffer(req)).toString()))
      res.end('{}')
    })
      .listen(0, '127.0.0.1')
      .unref()
    await once(service, 'listening')
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const scripted = await openBench({ baseUrl, apiKey: whole.apiKey })
    const post = { resource: 'Post', operation: 'posts.validate', platform: 'youtube', accountId, title: 17 }
    await scripted.execute({ ...post, additionalFields: { tags: [18, 'bread'] } })
    expect(sent[0]).to.deep.include({ title: '17', tags: ['18', 'bread'] })
    service.close()
  })

  it('creates a profile once when n8n runs the item again', async () => {
    const create = { resource: 'Profile', operation: 'profiles.create', name: 'Bakery' }
    const [first] = await bench.execute(create, { executionId: '9' })
    const [again] = await bench.execute(create, { executionId: '9' })
    expect(again?.json).to.deep.equal(first?.json)
  })

  describe('what cannot be looked up', () => {
    const create = (name: string) => ({
      resource: 'Organization',
      operation: 'keys.create',
      name,
      scopes: ['posts:read'],
    })
    const keysNamed = async (name: string): Promise<object[]> => {
      const { body } = await whole.call('GET', '/keys')
      return body.keys.filter((key: { name: string }) => key.name === name)
    }
    const isPost = ({ method }: { method?: string }) => method === 'POST'

    it('is not sent again when n8n runs the item again after a lost response, and is in another execution', async () => {
      for (const isLost of [isPost, () => false]) {
        const thrown = await failure(bench.execute(create('Lost'), { executionId: '20', isLost }))
        expect(thrown.message).to.match(/response was lost.* is not sent again/)
        const [item] = await bench.execute(create('Lost'), { executionId: '20', isLost, continueOnFail: true })
        expect(item?.json).to.have.property('status', 'unknown')
      }
      expect(await keysNamed('Lost')).to.have.length(1)
      const [item] = await bench.execute(create('Lost'), { executionId: '21' })
      expect(item?.json).to.have.property('apiKey')
      expect(await keysNamed('Lost')).to.have.length(2)
    })

    it('is not sent again for the items before one that failed', async () => {
      let sent = 0
      const isLost = (request: { method?: string }) => isPost(request) && ++sent === 2
      const items: INodeExecutionData[] = [{ json: {} }, { json: {} }]
      await failure(bench.execute(create('Two'), { executionId: '22', items, isLost }))
      const again = await bench.execute(create('Two'), { executionId: '22', items, continueOnFail: true })
      expect(again[0]?.json).to.have.property('apiKey')
      expect(again[1]?.json).to.have.property('status', 'unknown')
      expect(await keysNamed('Two')).to.have.length(2)
    })

    it('is sent again if it was rejected or did not arrive', async () => {
      const wrong = { ...create('Rejected'), additionalFields: { profileId: '0199d1b2-ffff-7000-8000-000000000000' } }
      await failure(bench.execute(wrong, { executionId: '23' }))
      const [item] = await bench.execute(create('Rejected'), { executionId: '23' })
      expect(item?.json).to.have.property('apiKey')
    })
  })

  it('offers the accounts of all profiles, or of the profile that is chosen', async () => {
    const { body } = await whole.call('POST', '/profiles', { name: 'Rye & Co' })
    const [account] = await bench.choices('getAccounts')
    expect(account).to.deep.equal({ name: `${await nameOf(accountId)} (x), Default`, value: accountId })
    const additionalFields = { profileId: body.id }
    expect(await bench.choices('getAccounts', { additionalFields })).to.deep.equal([])
    const inProfile = await bench.choices('getAccounts', { additionalFields: { profileId: whole.profileId } })
    expect(inProfile.map(({ value }) => value)).to.include(accountId)
    // The value of an expression is not known before the node runs.
    const byExpression = { profileId: '={{ $json.profileId }}' }
    expect(await bench.choices('getAccounts', { additionalFields: byExpression })).to.deep.include(account)
    const profiles = await bench.choices('getProfiles')
    expect(profiles).to.deep.include({ name: 'Rye & Co', value: body.id })
  })

  describe('the trigger', () => {
    const deliveries: Delivered[] = []
    const server = createServer(async (req, res) => {
      deliveries.push({ rawBody: await buffer(req), headers: req.headers as Record<string, string> })
      res.end()
    })
    let url: string

    before(async () => {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/1`
    })
    after(() => server.close())

    const endpoints = async () => (await whole.call('GET', '/webhook-endpoints')).body.webhookEndpoints
    /** The delivery of an event; not that of an earlier publish, whose event may have been sent out only now. */
    const delivered = async (type: string, publishId?: unknown): Promise<Delivered> => {
      for (;;) {
        const found = deliveries.find(({ rawBody }) => {
          const event = JSON.parse(rawBody.toString())
          return event.type === type && (publishId === undefined || event.object.id === publishId)
        })
        if (found) return found
        await new Promise((done) => setTimeout(done, 50))
      }
    }

    it('creates an endpoint, receives verified events and deletes the endpoint', async () => {
      const trigger = bench.trigger({ events: ['publish.*'] }, url)
      expect(await trigger.checkExists()).to.equal(false)
      await trigger.activate()
      await trigger.activate()
      expect(await endpoints()).to.have.length(1)
      expect((await endpoints())[0]).to.deep.include({ url, types: ['publish.*'], status: 'enabled' })
      const [item] = await bench.execute(publish('Good evening'))
      const event = await delivered('publish.published', item?.json['publishId'])
      const started = await trigger.receive(event)
      expect(started.status).to.equal(200)
      expect(started.items[0]).to.deep.include({
        type: 'publish.published',
        object: { type: 'publish', id: item?.json['publishId'] },
      })
      const forged = { ...event, rawBody: Buffer.from(event.rawBody.toString().replace('published', 'unknown')) }
      expect(await trigger.receive(forged)).to.deep.equal({ status: 401, items: [] })
      await whole.call('POST', `/webhook-endpoints/${trigger.kept['endpointId']}/test`, {})
      expect(await trigger.receive(await delivered('ping'))).to.deep.equal({ status: 200, items: [] })
      await trigger.deactivate()
      expect(await endpoints()).to.deep.equal([])
      expect(trigger.kept).to.deep.equal({})
    })

    it('keeps the endpoint that got the only profile of the API key', async () => {
      const { body: profile } = await whole.call('POST', '/profiles', { name: 'Harbour Bakery' })
      const { body: key } = await whole.call('POST', '/keys', { name: 'n8n', profileId: profile.id })
      const bound = await openBench({ baseUrl: whole.gatewayUrl, apiKey: key.apiKey })
      const trigger = bound.trigger({ events: ['*'] }, url)
      await trigger.activate()
      expect((await endpoints())[0]).to.include({ profileId: profile.id })
      expect(await trigger.checkExists()).to.equal(true)
      await trigger.deactivate()
      expect(trigger.kept).to.deep.equal({})
    })

    it('replaces the endpoint that it has lost the secret of, or that is disabled', async () => {
      await bench.trigger({ events: ['*'] }, url).activate()
      const trigger = bench.trigger({ events: ['*'] }, url)
      await trigger.activate()
      const [endpoint, ...others] = await endpoints()
      expect(others).to.deep.equal([])
      await whole.call('PATCH', `/webhook-endpoints/${endpoint.id}`, { enabled: false })
      expect(await trigger.checkExists()).to.equal(false)
      await trigger.activate()
      expect((await endpoints())[0]).to.include({ status: 'enabled' })
      await trigger.deactivate()
      expect(await endpoints()).to.deep.equal([])
    })
  })
})
