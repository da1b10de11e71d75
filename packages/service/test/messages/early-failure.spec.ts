import { insertMessageStatuses } from '@carillon/database'
import { type Registry, registry as real } from '@carillon/providers'
import { expect } from 'chai'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('a message whose failure is reported before the response to its sending', () => {
  let harness: Harness
  let accountId: string

  before(async () => {
    const send = {
      settling: { callSeconds: 1, seconds: 1, maxProbes: 1, probeIntervalSeconds: 1 },
      begin: () => ({}),
      advance: async () => ({ kind: 'done', result: { providerId: 'wamid.1', occurredAt: new Date().toISOString() } }),
    }
    const registry: Registry = {
      async adapter(platform) {
        const adapter = await real.adapter(platform)
        const fake = { credentials: { parse: (stored: object) => stored }, templates: { send } }
        return { ...adapter, ...fake } as unknown as typeof adapter
      },
    }
    harness = await startHarness({ registry })
    accountId = (await harness.connect({ platform: 'whatsapp' })).id
  })
  after(() => harness.close())

  it('is sent in the response, without an error, and failed in the list', async () => {
    const now = harness.context.now()
    const error = { code: '131026', message: 'The message cannot be delivered to this recipient.' }
    await insertMessageStatuses(harness.context.db, [
      { accountId, providerId: 'wamid.1', status: 'failed', error, occurredAt: now, receivedAt: now },
    ])
    const scope = { organizationId: harness.organizationId, profileId: null }
    const template = { name: 'hello', language: 'en' }
    const body = { platform: 'whatsapp', accountId, recipient: '+16505551234', template }
    const sent = bodyOf(await ask(harness.context, 'messages.send', { scope, body }))
    expect(sent).to.include({ status: 'sent', error: null, providerId: 'wamid.1' })
    const { messages } = bodyOf(await ask(harness.context, 'messages.list', { scope, query: { accountId } }))
    expect(messages).to.have.lengthOf(1)
    expect(messages[0]).to.deep.include({ id: sent.id, status: 'failed', error })
  })
})
