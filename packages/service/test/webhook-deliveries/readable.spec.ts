import type { KeyScope, WebhookDelivery, WebhookEndpoint } from '@carillon/domain'
import { expect } from 'chai'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const narrow: KeyScope[] = ['webhooks:write', 'posts:read']
const allOver = (count: number) => (found: WebhookDelivery[]) =>
  found.length === count && found.every(({ status }) => status !== 'pending')

describe('an endpoint of a key that may not read everything', () => {
  let harness: DeliveryHarness
  let receiver: Receiver
  beforeEach(async () => {
    harness = await startDeliveryHarness()
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await harness.close()
    await receiver.close()
  })

  const create = async (scopes: readonly KeyScope[]) => {
    const body = { url: receiver.url, types: ['*'] }
    return (await harness.call('webhookEndpoints.create', { body, scopes })) as WebhookEndpoint
  }
  const received = () => receiver.received.map(({ body }) => JSON.parse(body).type)

  it('gets the events of objects that the key may read', async () => {
    const { id } = await create(narrow)
    const since = new Date(Date.now() - 60_000).toISOString()
    await harness.raise([{ type: 'message.received' }, { type: 'publish.failed' }, { type: 'comment.created' }])
    harness.work()
    await harness.untilDeliveries(id, allOver(1))
    const replay = { params: { endpointId: id }, body: { since } }
    expect(await harness.call('webhookEndpoints.replay', replay)).to.deep.equal({ deliveries: 1 })
    await harness.untilDeliveries(id, allOver(2))
    expect(received()).to.deep.equal(['publish.failed', 'publish.failed'])
  })

  it('gets no others after such a key has changed its URL, neither those that are pending nor a retry', async () => {
    const { id } = await create(['*'])
    const params = { endpointId: id }
    await harness.raise([{ type: 'message.received' }, { type: 'publish.failed' }])
    const body = { url: `${receiver.url}/theirs` }
    await harness.call('webhookEndpoints.update', { params, body, scopes: narrow })
    harness.work()
    const found = await harness.untilDeliveries(id, allOver(2))
    const message = found.find(({ type }) => type === 'message.received')
    expect(message).to.deep.include({ status: 'cancelled', attempts: [] })
    const retry = { params: { ...params, deliveryId: message?.id }, scopes: narrow }
    await harness.call('webhookEndpoints.deliveries.retry', retry)
    const again = await harness.untilDeliveries(id, allOver(2))
    expect(again.map(({ status }) => status)).to.have.members(['cancelled', 'delivered'])
    expect(await harness.call('webhookEndpoints.get', { params })).to.have.nested.property('health.failing24h', 0)
    expect(received()).to.deep.equal(['publish.failed'])
  })

  it('shows the body of a delivery to keys that may read its object alone', async () => {
    const { id } = await create(['*'])
    await harness.raise([{ type: 'message.received' }])
    const [delivery] = await harness.deliveries(id)
    const params = { endpointId: id, deliveryId: delivery?.id }
    const bodyFor = async (scopes: readonly KeyScope[]) =>
      ((await harness.call('webhookEndpoints.deliveries.get', { params, scopes })) as { body: string | null }).body
    expect(await bodyFor(['webhooks:read'])).to.equal(null)
    expect(JSON.parse((await bodyFor(['webhooks:read', 'messages:read'])) ?? '')).to.include({
      type: 'message.received',
    })
  })
})
