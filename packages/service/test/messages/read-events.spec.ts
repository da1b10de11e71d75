import { expect } from 'chai'
import { ask } from '../ask.ts'
import { startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { FakeMessages } from './fake-messages.ts'

describe('the events of messages that are read', () => {
  it('are raised from the second in which the first read began, as networks give whole seconds', async () => {
    const network = new FakeMessages()
    const harness = await startHarness({ registry: withPorts({ instagram: { messages: network.port } }) })
    const { organizationId, context } = harness
    const { id: accountId } = await harness.connect({ platform: 'instagram' })
    const list = () =>
      ask(context, 'messages.list', { scope: { organizationId, profileId: null }, query: { accountId } })
    network.add('ada')
    await list()
    const { rows } = await context.pool.query<{ began: Date }>(
      `update message_sync set first_synced_at = date_trunc('second', first_synced_at) + interval '700 ms'
        returning first_synced_at as began`,
    )
    const began = rows[0]?.began.getTime() ?? 0
    network.add('ada', { body: 'before', occurredAt: new Date(began - 1_700).toISOString() })
    network.add('ada', { body: 'in that second', occurredAt: new Date(began - 700).toISOString() })
    await list()
    const { rows: events } = await context.pool.query(
      `select data->>'body' as body from (select data from event_outbox union all select data from event) as raised`,
    )
    expect(events).to.deep.equal([{ body: 'in that second' }])
    await harness.close()
  })
})
