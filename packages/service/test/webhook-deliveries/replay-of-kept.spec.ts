import { expect } from 'chai'
import { jobs } from '../../src/index.ts'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const day = 86_400_000

describe('a replay of what an endpoint has not received, after a purge', () => {
  let receiver: Receiver
  let harness: DeliveryHarness
  let ahead = 0
  beforeEach(async () => {
    ahead = 0
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await harness.close()
    await receiver.close()
  })

  /** Delivers an event, and purges what has reached its age by `laterAt`. Returns the id of the endpoint. */
  async function deliveredAndPurged(env: Record<string, string>, laterAt: (raisedAt: number) => number) {
    harness = await startDeliveryHarness({ now: () => new Date(Date.now() + ahead) }, env)
    const { id: endpointId } = await harness.create({ url: receiver.url, types: ['*'] })
    await harness.raise([{ type: 'publish.published' }])
    harness.work()
    await harness.untilDeliveries(endpointId, ([one]) => one?.status === 'delivered')
    const { rows } = await harness.context.pool.query<{ at: Date }>('select stored_at as at from event')
    ahead = laterAt(rows[0]?.at.getTime() ?? 0) - Date.now()
    await jobs['retention.run'].run(harness.context, {}, new AbortController().signal)
    return endpointId
  }

  const replay = (endpointId: string) => {
    const body = { since: '2020-01-01T00:00:00Z', onlyFailed: true }
    return harness.call('webhookEndpoints.replay', { params: { endpointId }, body })
  }

  it('leaves out a received event for as long as the operator has set that events are kept', async () => {
    const id = await deliveredAndPurged({ EVENTS_KEPT_DAYS: '90' }, (raisedAt) => raisedAt + 89 * day)
    expect(await replay(id)).to.deep.equal({ deliveries: 0 })
  })

  it('leaves out a received event until the end of its last day', async () => {
    const endOfDay = (at: number) => (Math.floor(at / day) + 1) * day
    const id = await deliveredAndPurged({}, (raisedAt) => endOfDay(raisedAt) + 30 * day - 10_000)
    expect(await replay(id)).to.deep.equal({ deliveries: 0 })
  })

  it('leaves deliveries for 30 days where events are kept for less', async () => {
    const id = await deliveredAndPurged({ EVENTS_KEPT_DAYS: '2' }, (raisedAt) => raisedAt + 30 * day - 60_000)
    expect((await harness.deliveries(id)).map(({ status }) => status)).to.deep.equal(['delivered'])
  })
})
