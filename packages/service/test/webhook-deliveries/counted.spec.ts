import type { KeyScope } from '@carillon/domain'
import { expect } from 'chai'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const narrow: KeyScope[] = ['webhooks:write', 'posts:read']

describe('the metric of webhook deliveries', () => {
  let harness: DeliveryHarness
  const receivers: Receiver[] = []
  beforeEach(async () => {
    harness = await startDeliveryHarness()
  })
  afterEach(async () => {
    await harness.close()
    await Promise.all(receivers.map((receiver) => receiver.close()))
  })

  /** Creates an endpoint whose first attempts get these statuses; the others get 204. */
  async function endpointWith(...statuses: number[]) {
    const receiver = await startReceiver((_request, response, number) =>
      response.writeHead(statuses[number - 1] ?? 204).end(),
    )
    receivers.push(receiver)
    return harness.create({ url: receiver.url, types: ['*'] })
  }

  it('counts each attempt by its outcome, and a delivery that is cancelled', async () => {
    const endpoint = await endpointWith(500, 503)
    const tested = await endpointWith(500)
    const params = { endpointId: endpoint.id }
    await harness.call('webhookEndpoints.test', { params: { endpointId: tested.id } })
    await harness.call('webhookEndpoints.update', { params: { endpointId: tested.id }, body: { enabled: false } })
    await harness.raise([{ type: 'publish.published' }, { type: 'message.received' }])
    // The key may not read messages.
    await harness.call('webhookEndpoints.update', { params, body: { url: `${endpoint.url}/new` }, scopes: narrow })
    harness.work()
    for (const [id, count] of [
      [endpoint.id, 2],
      [tested.id, 1],
    ] as const) {
      await harness.untilDeliveries(
        id,
        (found) => found.length === count && found.every(({ status }) => status !== 'pending'),
      )
    }
    const counted = harness.context.counters.read('webhook_deliveries').map(({ labels, count }) => [...labels, count])
    expect(counted).to.have.deep.members([
      ['retry', 2],
      ['delivered', 1],
      ['failed', 1],
      ['cancelled', 1],
    ])
  })
})
