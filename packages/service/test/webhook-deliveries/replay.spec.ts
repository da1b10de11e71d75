import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@carillon/domain'
import { expect } from 'chai'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { startReceiver } from './receiver.ts'

const since = '2020-01-01T00:00:00Z'

describe('a replay of events', () => {
  let harness: DeliveryHarness
  beforeEach(async () => {
    harness = await startDeliveryHarness()
  })
  afterEach(() => harness.close())

  const replay = (endpointId: string, body: object = {}) =>
    harness.call('webhookEndpoints.replay', { params: { endpointId }, body: { since, ...body } })
  /** An endpoint that did not exist when `count` events were raised. */
  async function lateEndpoint(count: number) {
    const raised = await harness.raise(
      Array.from({ length: count }, (_, at) => ({ type: 'publish.published', objectId: `${at}` })),
    )
    return { raised, endpoint: await harness.create({ url: 'http://127.0.0.1:9', types: ['*'] }) }
  }
  const created = async (endpointId: string): Promise<string[]> => {
    const { rows } = await harness.context.pool.query(
      'select event_id from webhook_delivery where endpoint_id = $1 order by event_position',
      [endpointId],
    )
    return rows.map(({ event_id }) => event_id)
  }

  it('creates one delivery of each event, however many transactions it takes', async () => {
    const { raised, endpoint } = await lateEndpoint(12_000)
    expect(await replay(endpoint.id)).to.deep.equal({ deliveries: 12_000 })
    expect(await created(endpoint.id)).to.deep.equal(raised)
    // They are pending: nothing is created again.
    expect(await replay(endpoint.id)).to.deep.equal({ deliveries: 0 })
  })

  it('ends after the last event where the number is that of whole transactions', async () => {
    const { raised, endpoint } = await lateEndpoint(10_000)
    expect(await replay(endpoint.id)).to.deep.equal({ deliveries: 10_000 })
    expect(await created(endpoint.id)).to.deep.equal(raised)
  })

  it('goes on with the next request where it has reached its limit', async () => {
    const { raised, endpoint } = await lateEndpoint(limits.replayedEvents + 1)
    expect(await replay(endpoint.id)).to.deep.equal({ deliveries: limits.replayedEvents })
    expect(await replay(endpoint.id)).to.deep.equal({ deliveries: 1 })
    expect(await created(endpoint.id)).to.deep.equal(raised)
  })

  it('is made once by requests that come at the same time', async () => {
    const { raised, endpoint } = await lateEndpoint(6_000)
    const responses = await Promise.all(Array.from({ length: 20 }, () => replay(endpoint.id)))
    const counts = responses.map((response) => (response as { deliveries: number }).deliveries)
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(6_000)
    expect(await created(endpoint.id)).to.deep.equal(raised)
  })

  it('is not measured as the first delivery of its events, nor is a delivery that is repeated', async () => {
    const measured: string[] = []
    harness.context.durations.listen((name) => measured.push(name))
    const receiver = await startReceiver()
    const { id: endpointId } = await harness.create({ url: receiver.url, types: ['*'] })
    harness.work()
    await harness.raise([{ type: 'publish.published' }])
    const delivered = (count: number) =>
      harness.untilDeliveries(
        endpointId,
        (found) => found.filter(({ attempts }) => attempts.length > 0).length === count,
      )
    const [first] = await delivered(1)
    expect(await replay(endpointId)).to.deep.equal({ deliveries: 1 })
    await delivered(2)
    await harness.call('webhookEndpoints.deliveries.retry', { params: { endpointId, deliveryId: first?.id } })
    await receiver.until(3)
    expect(measured).to.deep.equal(['first_delivery'])
    await receiver.close()
  })

  it('leaves the connections of the process to others while many requests wait', async () => {
    const { endpoint } = await lateEndpoint(1)
    const other = await harness.another()
    const holder = await other.pool.connect()
    await holder.query('begin')
    await holder.query('select from webhook_endpoint where id = $1 for update', [endpoint.id])
    let ended = 0
    const requests = Array.from({ length: 40 }, () => replay(endpoint.id).finally(() => ended++))
    const waiting = async () => {
      const { rows } = await other.pool.query(
        'select count(*)::int as count from pg_locks l join pg_stat_activity using (pid) where not granted and datname = current_database()',
      )
      return rows[0].count
    }
    while ((await waiting()) === 0) await sleep(20)
    await harness.context.pool.query('select 1')
    expect([await waiting(), ended]).to.deep.equal([1, 0])
    await holder.query('rollback')
    holder.release()
    await Promise.all(requests)
  })
})
