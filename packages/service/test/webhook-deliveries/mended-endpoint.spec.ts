import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { createResults } from '../../src/webhook-deliveries/results.ts'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { startReceiver } from './receiver.ts'

const minute = 60_000

describe('an endpoint that fails', () => {
  let harness: DeliveryHarness
  beforeEach(async () => {
    harness = await startDeliveryHarness()
  })
  afterEach(() => harness.close())

  for (const [name, changedMs, status] of [
    ['is disabled after too long', -minute, 'disabled'],
    ['is not disabled if it is changed while its results are stored', minute, 'enabled'],
  ] as const) {
    it(name, async () => {
      const { context } = harness
      const { id: endpointId } = await harness.create({ url: 'http://127.0.0.1:9/', types: ['*'] })
      const now = context.now()
      await context.pool.query(
        `update webhook_endpoint set failures = 50, failing_since = $1, updated_at = $2 where id = $3`,
        [new Date(0), new Date(now.getTime() + changedMs), endpointId],
      )
      const results = createResults(context, () => {})
      const failed = { at: now, durationMs: 1, status: 500, error: 'failed', response: null }
      results.add({ deliveryId: randomUUIDv7(), endpointId, ...failed, outcome: 'retry', retrySeconds: 1 })
      await results.close()
      const endpoint = await harness.call('webhookEndpoints.get', { params: { endpointId } })
      expect(endpoint).to.include({ status })
    })
  }

  for (const [name, errors, first] of [
    ['counts as failing from its first failure on', ['failed', 'failed', 'failed'], 0],
    ['counts as failing from the first failure after a success on', ['failed', null, 'failed', 'failed'], 2],
  ] as const) {
    it(name, async () => {
      const { context } = harness
      const { id: endpointId } = await harness.create({ url: 'http://127.0.0.1:9/', types: ['*'] })
      const begin = context.now().getTime()
      const results = createResults(context, () => {})
      for (const [index, error] of errors.entries()) {
        const at = new Date(begin + index * 1_000)
        const ended = { at, durationMs: 1, status: null, error, response: null, retrySeconds: 1 }
        const outcome = error === null ? 'delivered' : 'retry'
        results.add({ deliveryId: randomUUIDv7(), endpointId, ...ended, outcome })
      }
      await results.close()
      const { rows } = await context.pool.query('select failing_since from webhook_endpoint where id = $1', [
        endpointId,
      ])
      expect(rows).to.deep.equal([{ failing_since: new Date(begin + first * 1_000) }])
    })
  }

  it('is measured again by events that are stored after it has responded', async () => {
    await harness.close()
    harness = await startDeliveryHarness({}, { WEBHOOK_RETRY_SCALE: '1' })
    let measured = 0
    harness.context.durations.listen(() => measured++)
    let status = 500
    const receiver = await startReceiver((_request, response) => response.writeHead(status).end())
    const { id } = await harness.create({ url: receiver.url, types: ['*'] })
    harness.work()
    const attempted = async (count: number) => {
      await harness.raise([{ type: 'publish.published', objectId: `${count}` }])
      await harness.untilDeliveries(id, (found) => found.length === count && found.every(({ attempts: [one] }) => one))
      return measured
    }
    expect([await attempted(1), await attempted(2)]).to.deep.equal([1, 1])
    status = 204
    expect([await attempted(3), await attempted(4)]).to.deep.equal([1, 2])
    await receiver.close()
  })

  it('is not measured for what its slow responses hold up, and is for what is stored after them', async () => {
    let measured = 0
    harness.context.durations.listen(() => measured++)
    const receiver = await startReceiver((_request, response) => {
      setTimeout(() => response.writeHead(204).end(), 1_000)
    })
    const { id } = await harness.create({ url: receiver.url, types: ['*'] })
    harness.work()
    const delivered = async (objects: string[], count: number) => {
      await harness.raise(objects.map((objectId) => ({ type: 'publish.published', objectId })))
      await harness.untilDeliveries(
        id,
        (found) => found.filter(({ status }) => status === 'delivered').length === count,
      )
      return measured
    }
    expect(await delivered(['1', '2', '3'], 3)).to.equal(1)
    expect(await delivered(['4'], 4)).to.equal(2)
    await receiver.close()
  })
})
