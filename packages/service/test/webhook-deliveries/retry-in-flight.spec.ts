import { expect } from 'chai'
import { retryDelays } from '../../src/webhook-deliveries/retry-schedule.ts'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { type Receiver, startReceiver } from './receiver.ts'

describe('a delivery whose attempt is in flight', () => {
  let harness: DeliveryHarness
  let receiver: Receiver
  /** Ends the first attempt, with an error. */
  let release: () => void
  beforeEach(async () => {
    // With the real delays, no retry but the requested one comes within a test.
    harness = await startDeliveryHarness({}, { WEBHOOK_RETRY_SCALE: '1' })
    const released = Promise.withResolvers<void>()
    release = released.resolve
    receiver = await startReceiver((_request, response, number) => {
      if (number === 1) released.promise.then(() => response.writeHead(503).end())
      else response.writeHead(204).end()
    })
  })
  afterEach(async () => {
    await harness.close()
    await receiver.close()
  })

  /** Starts the first attempt of a delivery that has failed `failures` times before. */
  async function inFlight(failures: number) {
    const { id: endpointId } = await harness.create({ url: receiver.url, types: ['*'] })
    await harness.raise([{ type: 'publish.published' }])
    await harness.context.db.kysely.updateTable('webhookDelivery').set({ failures }).execute()
    harness.work()
    await receiver.until(1)
    const [delivery] = await harness.deliveries(endpointId)
    const params = { endpointId, deliveryId: String(delivery?.id) }
    return { endpointId, retry: () => harness.call('webhookEndpoints.deliveries.retry', { params }) }
  }

  for (const failures of [5, retryDelays.length]) {
    it(`is attempted again at once on request, after ${failures} failures`, async () => {
      const { endpointId, retry } = await inFlight(failures)
      await retry()
      release()
      await receiver.until(2)
      const [delivery] = await harness.untilDeliveries(endpointId, ([one]) => one?.status !== 'pending')
      expect(delivery?.status).to.equal('delivered')
      expect(delivery?.attempts.map(({ status }) => status)).to.deep.equal([503, 204])
      const row = await harness.context.db.kysely.selectFrom('webhookDelivery').selectAll().executeTakeFirstOrThrow()
      expect(row.failures).to.equal(0)
    })
  }

  it('is not attempted again at once without a request', async () => {
    const { endpointId } = await inFlight(5)
    release()
    await harness.untilDeliveries(endpointId, ([one]) => one?.attempts.length === 1)
    // A list reads the deliveries first and then their attempts.
    const [delivery] = await harness.deliveries(endpointId)
    expect(delivery?.status).to.equal('pending')
    expect(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()).to.be.above(3_600_000)
  })
})
