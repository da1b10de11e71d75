import { raiseEvents } from '@carillon/database'
import type { WebhookDelivery } from '@carillon/domain'
import { expect } from 'chai'
import { newEvent } from '../../src/events/new-event.ts'
import { retryDelays } from '../../src/webhook-deliveries/retry-schedule.ts'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { type Receiver, type Respond, startReceiver } from './receiver.ts'

const isOver = ({ status }: WebhookDelivery) => status !== 'pending'
const allOver = (count: number) => (found: WebhookDelivery[]) => found.length === count && found.every(isOver)

describe('webhook deliveries', () => {
  let harness: DeliveryHarness
  const receivers: Receiver[] = []
  beforeEach(async () => {
    harness = await startDeliveryHarness()
  })
  afterEach(async () => {
    await harness.close()
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  })

  async function endpointOn(respond?: Respond, more: object = {}) {
    const receiver = await startReceiver(respond)
    receivers.push(receiver)
    const endpoint = await harness.create({ url: `${receiver.url}/carillon?a=b`, types: ['*'], ...more })
    return { receiver, endpoint }
  }

  it('posts the event with its headers', async () => {
    const { receiver, endpoint } = await endpointOn(undefined, { headers: { Authorization: 'Bearer theirs' } })
    const [id] = await harness.raise([{ type: 'publish.published' }])
    harness.work()
    const [request] = await receiver.until(1)
    expect(request?.path).to.equal('/carillon?a=b')
    expect(request?.headers).to.deep.include({
      ...{ 'content-type': 'application/json', 'webhook-id': id, authorization: 'Bearer theirs' },
      'content-length': String(Buffer.byteLength(request?.body ?? '')),
    })
    expect(request?.headers['user-agent']).to.match(/^Carillon\/\d+\.\d+\.\d+/)
    expect(request?.headers['webhook-timestamp']).to.match(/^\d{10}$/)
    expect(JSON.parse(request?.body ?? '')).to.deep.include({ id, type: 'publish.published', apiVersion: 'v1' })
    const [delivery] = await harness.untilDeliveries(endpoint.id, allOver(1))
    expect(delivery).to.deep.include({ eventId: id, status: 'delivered', nextAttemptAt: null })
    expect(delivery?.attempts).to.have.length(1)
    expect(delivery?.attempts[0]).to.deep.include({ status: 204, error: null, response: null })
    const { health } = (await harness.call('webhookEndpoints.get', { params: { endpointId: endpoint.id } })) as {
      health: { lastSuccessAt: string | null }
    }
    expect(health).to.deep.include({ lastFailureAt: null, pending: 0, failing24h: 0 })
    expect(health.lastSuccessAt).to.be.a('string')
  })

  it('delivers the events of changes, as soon as they have their places in the feed', async () => {
    const { receiver } = await endpointOn()
    harness.work()
    const { context, organizationId, profileId } = harness
    const owner = { organizationId, profileId, accountId: null, platform: null }
    const data = { message: 'First' }
    const event = newEvent(owner, { type: 'connection.failed', id: 'one', at: new Date(), data })
    await raiseEvents(context.db, [event])
    await context.events.now()
    const [request] = await receiver.until(1)
    const sent = JSON.parse(request?.body ?? '')
    expect(sent).to.deep.include({ id: event.id, type: 'connection.failed', profileId, sequence: 1, data })
    expect(sent.object).to.deep.equal({ type: 'connection', id: 'one' })
  })

  it('delivers what an endpoint takes, and nothing else', async () => {
    const other = { profileId: null }
    const one = await endpointOn(undefined, { types: ['publish.*'] })
    const two = await endpointOn(undefined, { types: ['comment.created', 'publish.failed'] })
    const off = await endpointOn(undefined, { enabled: false })
    const types = ['publish.accepted', 'comment.created', 'publish.failed', 'message.received'] as const
    const [accepted, created, failed] = await harness.raise(types.map((type) => ({ type, ...other })))
    harness.work()
    const idsOf = async (endpointId: string, count: number) =>
      (await harness.untilDeliveries(endpointId, allOver(count))).map(({ eventId }) => eventId)
    expect(await idsOf(one.endpoint.id, 2)).to.have.members([accepted, failed])
    expect(await idsOf(two.endpoint.id, 2)).to.have.members([created, failed])
    expect(await harness.deliveries(off.endpoint.id)).to.deep.equal([])
    expect(off.receiver.received).to.deep.equal([])
  })

  it('retries with the same bytes and id, and then fails', async () => {
    const { receiver, endpoint } = await endpointOn((_request, response) => response.writeHead(401).end('no'))
    await harness.raise([{ type: 'publish.published' }])
    harness.work()
    const attempts = retryDelays.length + 1
    const [delivery] = await harness.untilDeliveries(endpoint.id, allOver(1))
    expect(delivery?.status).to.be.oneOf(['failed', 'cancelled'])
    expect(delivery?.attempts).to.have.length(attempts)
    for (const each of delivery?.attempts ?? []) {
      expect(each).to.deep.include({ status: 401, error: 'the endpoint responded with 401', response: 'no' })
    }
    expect(receiver.received).to.have.length(attempts)
    expect(new Set(receiver.received.map(({ body }) => body)).size).to.equal(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1)
  })

  it('retries until the endpoint succeeds', async () => {
    const { endpoint } = await endpointOn((_request, response, number) =>
      response.writeHead(number < 4 ? 500 : 200).end(),
    )
    await harness.raise([{ type: 'publish.published' }])
    harness.work()
    const [delivery] = await harness.untilDeliveries(endpoint.id, allOver(1))
    expect(delivery?.attempts.map(({ status }) => status)).to.deep.equal([500, 500, 500, 200])
    expect(delivery?.status).to.equal('delivered')
  })

  it('does not follow redirects', async () => {
    const target = await startReceiver()
    receivers.push(target)
    const { endpoint } = await endpointOn((_request, response, number) =>
      number === 1 ? response.writeHead(302, { location: target.url }).end() : response.writeHead(200).end(),
    )
    await harness.raise([{ type: 'publish.published' }])
    harness.work()
    const [delivery] = await harness.untilDeliveries(endpoint.id, allOver(1))
    expect(delivery?.attempts[0]?.error).to.include('302').and.include('redirects are not followed')
    expect(target.received).to.deep.equal([])
  })

  it('disables an endpoint that responds with 410, cancels the rest, and raises an event for the others', async () => {
    const { receiver, endpoint } = await endpointOn((_request, response) => response.writeHead(410).end())
    await harness.raise([
      { type: 'publish.published', objectId: 'a' },
      { type: 'publish.failed', objectId: 'a' },
    ])
    harness.work()
    const found = await harness.untilDeliveries(endpoint.id, allOver(2))
    expect(found.map(({ status }) => status)).to.have.members(['cancelled', 'cancelled'])
    expect(receiver.received).to.have.length(1)
    const read = (await harness.call('webhookEndpoints.get', { params: { endpointId: endpoint.id } })) as object
    expect(read).to.deep.include({ status: 'disabled', disabledReason: 'gone' })
    const { rows } = await harness.context.pool.query(
      `select data from (select type, data from event_outbox union all select type, data from event)
      where type = 'endpoint.disabled'`,
    )
    expect(rows).to.have.length(1)
    expect(rows[0].data).to.deep.include({ id: endpoint.id, disabledReason: 'gone' })
  })

  it('sends nothing more to an endpoint that responded with 410, however long it takes to disable it', async () => {
    const { pool } = harness.context
    await pool.query(`
      create function pause_update() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return null; end $$;
      create trigger pause_update before update on webhook_endpoint for each statement execute function pause_update()`)
    try {
      const { receiver, endpoint } = await endpointOn((_request, response) => response.writeHead(410).end())
      const events = ['a', 'a', 'b', 'c', 'd'].map((objectId) => ({ type: 'publish.published' as const, objectId }))
      await harness.raise(events)
      harness.work()
      const found = await harness.untilDeliveries(endpoint.id, allOver(events.length))
      expect(new Set(found.map(({ status }) => status))).to.deep.equal(new Set(['cancelled']))
      expect(receiver.received).to.have.length(1)
    } finally {
      await pool.query('drop function pause_update cascade')
    }
  })

  it('does not disable an endpoint for what its former URL responded', async () => {
    const { receiver: former, endpoint } = await endpointOn(async (_request, response) => {
      const body = { url: current.url }
      await harness.call('webhookEndpoints.update', { params: { endpointId: endpoint.id }, body })
      response.writeHead(410).end()
    })
    const current = await startReceiver()
    receivers.push(current)
    await harness.raise([{ type: 'publish.published' }])
    harness.work()
    const [delivery] = await harness.untilDeliveries(endpoint.id, allOver(1))
    expect(delivery?.status).to.equal('delivered')
    expect([former.received.length, current.received.length]).to.deep.equal([1, 1])
  })

  for (const [what, changes] of [
    ['other headers', [{ headers: { Authorization: 'Bearer new' } }]],
    ['been disabled and enabled', [{ enabled: false }, { enabled: true }]],
  ] as const) {
    it(`does not disable an endpoint that has ${what} since the attempt that got 410`, async () => {
      const changed = Promise.withResolvers<void>()
      const { endpoint } = await endpointOn(async (_request, response, number) => {
        const params = { endpointId: endpoint.id }
        if (number === 1) for (const body of changes) await harness.call('webhookEndpoints.update', { params, body })
        changed.resolve()
        response.writeHead(number === 1 ? 410 : 200).end()
      })
      await harness.raise([{ type: 'publish.published' }])
      harness.work()
      await changed.promise
      await harness.untilDeliveries(endpoint.id, allOver(1))
      const read = await harness.call('webhookEndpoints.get', { params: { endpointId: endpoint.id } })
      expect(read).to.deep.include({ status: 'enabled', disabledReason: null })
    })
  }

  it('fails a delivery whose last attempt gets 410, and cancels the others', async () => {
    const { endpoint } = await endpointOn((_request, response) => response.writeHead(410).end())
    const [last] = await harness.raise([
      { type: 'publish.published', objectId: 'a' },
      { type: 'publish.published', objectId: 'b' },
    ])
    const { pool } = harness.context
    await pool.query('update webhook_delivery set failures = $2 where event_id = $1', [last, retryDelays.length])
    await pool.query(`update webhook_delivery set next_attempt_at = now() + interval '1 hour' where event_id <> $1`, [
      last,
    ])
    harness.work()
    const found = await harness.untilDeliveries(endpoint.id, (all) => all.some(({ status }) => status === 'failed'))
    expect(Object.fromEntries(found.map(({ eventId, status }) => [eventId === last, status]))).to.deep.equal({
      true: 'failed',
      false: 'cancelled',
    })
  })

  it('has no two deliveries of an object in flight, and goes on with the later ones while an earlier one waits', async () => {
    let inFlight = 0
    let maxInFlight = 0
    const { receiver, endpoint } = await endpointOn((_request, response, number) => {
      inFlight++
      maxInFlight = Math.max(maxInFlight, inFlight)
      setImmediate(() => {
        inFlight--
        response.writeHead(number === 1 ? 503 : 200, number === 1 ? { 'retry-after': '2' } : {}).end()
      })
    })
    const types = Array.from({ length: 8 }, () => ({ type: 'publish.published' as const, objectId: 'one' }))
    const ids = await harness.raise(types)
    const [first, second] = [harness.work(), harness.work()]
    await harness.untilDeliveries(endpoint.id, allOver(8))
    await Promise.all([first.close(), second.close()])
    expect(maxInFlight).to.equal(1)
    const order = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(order).to.deep.equal([...ids, ids[0]])
  })

  it('makes each delivery once, however many workers there are', async () => {
    const { receiver, endpoint } = await endpointOn()
    const workers = [harness.work(), harness.work(), harness.work()]
    const count = 150
    await harness.raise(Array.from({ length: count }, (_, at) => ({ type: 'publish.published', objectId: `${at}` })))
    await harness.untilDeliveries(endpoint.id, allOver(count))
    await Promise.all(workers.map((worker) => worker.close()))
    expect(receiver.received).to.have.length(count)
  })

  it('sends a test once, also to a disabled endpoint, and not again when it fails', async () => {
    const { receiver, endpoint } = await endpointOn((_request, response) => response.writeHead(500).end('broken'), {
      enabled: false,
    })
    harness.work()
    await harness.call('webhookEndpoints.test', { params: { endpointId: endpoint.id }, body: { type: 'ping' } })
    const [delivery] = await harness.untilDeliveries(endpoint.id, allOver(1))
    expect(delivery).to.deep.include({ type: 'ping', status: 'failed' })
    expect(delivery?.attempts).to.have.length(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).to.deep.include({ type: 'ping', profileId: null })
    expect(receiver.received[0]?.headers['webhook-id']).to.equal(delivery?.eventId)
  })

  it('replays what was missed while the endpoint was disabled, once', async () => {
    const { receiver, endpoint } = await endpointOn(undefined, { enabled: false })
    const params = { endpointId: endpoint.id }
    const since = new Date(Date.now() - 60_000).toISOString()
    const ids = await harness.raise([{ type: 'publish.published' }, { type: 'comment.created' }])
    await harness.call('webhookEndpoints.update', { params, body: { enabled: true } })
    const replay = (body: object) => harness.call('webhookEndpoints.replay', { params, body: { since, ...body } })
    expect(await replay({ dryRun: true })).to.deep.equal({ deliveries: 2 })
    expect(await replay({ types: ['comment.*'] })).to.deep.equal({ deliveries: 1 })
    expect(await replay({ dryRun: true })).to.deep.equal({ deliveries: 1 })
    expect(await Promise.all([replay({}), replay({})])).to.have.deep.members([{ deliveries: 1 }, { deliveries: 0 }])
    harness.work()
    await harness.untilDeliveries(endpoint.id, allOver(2))
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).to.have.members(ids)
    expect(await replay({ onlyFailed: true, dryRun: true })).to.deep.equal({ deliveries: 0 })
    expect(await replay({ onlyFailed: true })).to.deep.equal({ deliveries: 0 })
    expect(await replay({})).to.deep.equal({ deliveries: 2 })
    await harness.untilDeliveries(endpoint.id, allOver(4))
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(2)
  })

  it('attempts a delivery again on request, with the same id', async () => {
    const { receiver, endpoint } = await endpointOn()
    await harness.raise([{ type: 'publish.published' }])
    harness.work()
    const [delivery] = await harness.untilDeliveries(endpoint.id, allOver(1))
    const params = { endpointId: endpoint.id, deliveryId: delivery?.id ?? '' }
    await harness.call('webhookEndpoints.deliveries.retry', { params })
    const again = await harness.untilDeliveries(endpoint.id, ([one]) => one?.attempts.length === 2 && isOver(one))
    expect(again[0]?.status).to.equal('delivered')
    expect(receiver.received[0]?.body).to.equal(receiver.received[1]?.body)
    expect(await harness.call('webhookEndpoints.deliveries.get', { params })).to.deep.equal({
      ...again[0],
      body: receiver.received[0]?.body,
    })
  })

  it('stores the first KiB of a response, without the headers that it repeats', async () => {
    const { endpoint } = await endpointOn(
      (request, response) => response.writeHead(200).end(`${request.headers['x-key']} \0 ${'ä'.repeat(2_000)}`),
      { headers: { 'x-key': 'the-key-of-theirs' } },
    )
    await harness.raise([{ type: 'publish.published' }])
    harness.work()
    const [delivery] = await harness.untilDeliveries(endpoint.id, allOver(1))
    const stored = delivery?.attempts[0]?.response ?? ''
    expect(stored.startsWith('[header] \uFFFD ää')).to.equal(true)
    expect(Buffer.byteLength(stored)).to.be.within(1_000, 1_026)
  })

  for (const [how, repeat] of [
    ['in JSON', (value: string) => JSON.stringify({ value })],
    ['in a URL', (value: string) => encodeURIComponent(value)],
    ['without their scheme', (value: string) => value.replace('Bearer ', 'token ')],
  ] as const)
    it(`stores no header that a response repeats ${how}`, async () => {
      const { endpoint } = await endpointOn(
        (request, response) => response.writeHead(401).end(repeat(String(request.headers['authorization']))),
        { headers: { authorization: 'Bearer of+"theirs"/0123' } },
      )
      await harness.raise([{ type: 'publish.published' }])
      harness.work()
      const [delivery] = await harness.untilDeliveries(endpoint.id, ([one]) => (one?.attempts.length ?? 0) > 0)
      const stored = delivery?.attempts[0]?.response ?? ''
      expect(stored).to.include('[header]')
      expect(stored).not.to.include('theirs')
    })

  it('leaves deliveries that are in flight when the process stops to others', async () => {
    const { receiver, endpoint } = await endpointOn((_request, response, number) => {
      if (number > 1) response.writeHead(200).end()
    })
    await harness.raise([{ type: 'publish.published' }])
    const stopping = harness.work()
    await receiver.until(1)
    await stopping.close()
    harness.work()
    const [delivery] = await harness.untilDeliveries(endpoint.id, allOver(1))
    expect(delivery?.status).to.equal('delivered')
    expect(delivery?.attempts).to.have.length(1)
  })
})
