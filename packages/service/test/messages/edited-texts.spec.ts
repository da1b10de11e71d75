import type { AccountRow } from '@carillon/database'
import type { Message } from '@carillon/domain'
import { expect } from 'chai'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { FakeMessages } from './fake-messages.ts'

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

  it('is the edited one after the next read of the conversation', async () => {
    const order = network.add('ada', { body: 'Twelve loaves' })
    network.add('ada', { body: 'Thanks' })
    expect(await texts()).to.deep.equal(['Twelve loaves', 'Thanks'])
    edit(order, { body: 'Ten loaves' })
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
