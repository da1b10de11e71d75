import type { AccountRow } from '@carillon/database'
import type { Message } from '@carillon/domain'
import type { ReceivedMessage } from '@carillon/providers'
import { expect } from 'chai'
import { storeEvents } from '../../src/messages/store-events.ts'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { FakeMessages } from './fake-messages.ts'

const minute = 60_000

describe('the text of a message that its sender has edited', () => {
  let harness: Harness
  let network: FakeMessages
  let account: AccountRow

  beforeEach(async () => {
    network = new FakeMessages()
    harness = await startHarness({ registry: withPorts({ facebook: { messages: network.port } }) })
    account = await harness.connect({ platform: 'facebook' })
  })
  afterEach(() => harness.close())

  async function texts(): Promise<string[]> {
    const scope = { organizationId: harness.organizationId, profileId: null }
    const response = await ask(harness.context, 'messages.list', { scope, query: { accountId: account.id } })
    return bodyOf(response).messages.map(({ body }: Message) => body)
  }

  function edit(providerId: string, change: Partial<Message>): void {
    for (const message of [...network.conversations.values()].flat()) {
      if (message.providerId === providerId) Object.assign(message, change)
    }
  }

  /** Stores the event of an edit, as a webhook reports it. */
  async function report(providerId: string, body: string, at: number): Promise<void> {
    const edited: ReceivedMessage = {
      ...{ accountProviderId: 'page', providerId, direction: 'inbound', type: 'text', sender: 'ada', recipient: null },
      ...{ senderName: null, recipientName: null, body, status: 'received', error: null, isEdit: true },
      occurredAt: new Date(at).toISOString(),
    }
    const accounts = new Map([['page', [account.id]]])
    await storeEvents(harness.context, accounts, { messages: [edited], statuses: [], receipts: [] })
  }

  async function stored(): Promise<string[]> {
    const { rows } = await harness.context.pool.query('select body from message order by occurred_at, id')
    return rows.map(({ body }) => body)
  }

  it('is the edited one after the next read of the conversation', async () => {
    const order = network.add('ada', { body: 'Twelve loaves' })
    network.add('ada', { body: 'Thanks' })
    expect(await texts()).to.deep.equal(['Twelve loaves', 'Thanks'])
    edit(order, { body: 'Ten loaves' })
    expect(await texts()).to.deep.equal(['Ten loaves', 'Thanks'])
  })

  it('is the one that was read if an older edit is reported later, and the one of an edit since', async () => {
    const readAt = harness.context.now().getTime()
    const providerId = network.add('ada', { body: 'Ten loaves' })
    await texts()
    await report(providerId, 'Twelve loaves', readAt - minute)
    expect(await stored()).to.deep.equal(['Ten loaves'])
    edit(providerId, { body: 'Nine loaves' })
    await texts()
    await report(providerId, 'Twelve loaves', readAt - minute)
    expect(await stored()).to.deep.equal(['Nine loaves'])
    await report(providerId, 'Eight loaves', readAt + minute)
    expect(await stored()).to.deep.equal(['Eight loaves'])
  })

  it('is not that of a read before the edit that is stored after it', async () => {
    const providerId = network.add('ada', { body: 'Twelve loaves' })
    await texts()
    await report(providerId, 'Ten loaves', harness.context.now().getTime() + minute)
    network.add('ada', { body: 'Thanks' })
    expect(await texts()).to.deep.equal(['Ten loaves', 'Thanks'])
  })

  it('stays if the network no longer returns it', async () => {
    const order = network.add('ada', { body: 'Twelve loaves' })
    expect(await texts()).to.deep.equal(['Twelve loaves'])
    edit(order, { body: '', type: 'unsupported' })
    expect(await texts()).to.deep.equal(['Twelve loaves'])
  })

  it('stays if the account itself has sent it', async () => {
    const reply = network.add('ada', { body: 'We  have ten', direction: 'outbound' })
    expect(await texts()).to.deep.equal(['We  have ten'])
    edit(reply, { body: 'We have ten' })
    expect(await texts()).to.deep.equal(['We  have ten'])
  })
})
