import { expect } from 'chai'
import { ask, bodyOf } from '../ask.ts'
import { startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { FakeMessages } from './fake-messages.ts'

const dayMs = 24 * 3_600_000

describe('a reply whose window seems to be over', () => {
  it('is left to the network if the conversations cannot be read within the deadline of a read', async () => {
    const network = new FakeMessages()
    const harness = await startHarness({ registry: withPorts({ facebook: { messages: network.port } }) })
    const { organizationId, context } = harness
    const { config } = context
    const hurried = { ...context, config: { ...config, gateway: { ...config.gateway, readDeadlineMs: 100 } } }
    const { id: accountId } = await harness.connect({ platform: 'facebook' })
    const scope = { organizationId, profileId: null }
    network.add('ada', { occurredAt: new Date(Date.now() - 2 * dayMs).toISOString() })
    await ask(context, 'messages.list', { scope, query: { accountId } })
    await context.pool.query(`update message_sync set synced_at = synced_at - interval '1 hour'`)
    const reading = Promise.withResolvers<void>()
    network.before.push(() => reading.promise)
    const message = { platform: 'facebook', accountId, recipient: 'ada', text: 'Hello' }
    const sent = bodyOf(await ask(hurried, 'messages.send', { scope, body: message }))
    expect(sent).to.include({ status: 'sent', recipient: 'ada' })
    reading.resolve()
    await harness.close()
  })
})
