import type { AccountRow } from '@carillon/database'
import type { Message } from '@carillon/domain'
import { expect } from 'chai'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { FakeMessages } from './fake-messages.ts'

describe('names of the users of messages', () => {
  let harness: Harness
  let network: FakeMessages
  let account: AccountRow

  beforeEach(async () => {
    network = new FakeMessages()
    harness = await startHarness({ registry: withPorts({ instagram: { messages: network.port } }) })
    account = await harness.connect({ platform: 'instagram' })
  })
  afterEach(() => harness.close())

  async function list(): Promise<Message[]> {
    await harness.context.pool.query("update message_sync set synced_at = now() - interval '10 minutes'")
    const scope = { organizationId: harness.organizationId, profileId: null }
    const response = await ask(harness.context, 'messages.list', { scope, query: { accountId: account.id } })
    return bodyOf(response).messages
  }
  const names = async () => (await list()).map(({ senderName, recipientName }) => [senderName, recipientName])

  it('are those of the conversation, in both directions, and null where the network reports none', async () => {
    network.add('ada', { senderName: 'Ada Lovelace' })
    network.add('ada', { direction: 'outbound' })
    network.add('joe')
    expect(await names()).to.have.deep.members([
      ['Ada Lovelace', null],
      [null, 'Ada Lovelace'],
      [null, null],
    ])
  })

  it('are known once one message has them, and change with the newest', async () => {
    network.add('ada')
    expect(await names()).to.deep.equal([[null, null]])
    network.add('ada', { senderName: 'Ada' })
    expect(await names()).to.deep.equal([
      ['Ada', null],
      ['Ada', null],
    ])
    network.add('ada', { direction: 'outbound', recipientName: 'Countess Ada' })
    const own = await names()
    expect(own).to.deep.equal([
      ['Countess Ada', null],
      ['Countess Ada', null],
      [null, 'Countess Ada'],
    ])
  })

  it('raise no event of a message that has not changed otherwise', async () => {
    network.add('ada')
    await list()
    const count = async () => {
      const { rows } = await harness.context.pool.query('select count(*)::int as count from event_outbox')
      return rows[0].count
    }
    const before = await count()
    const known = network.conversations.get('ada')
    for (const message of known ?? []) message.senderName = 'Ada'
    await list()
    expect(await names()).to.deep.equal([['Ada', null]])
    expect(await count()).to.equal(before)
  })

  it('belong to one account', async () => {
    network.add('ada', { senderName: 'Ada' })
    await list()
    const { rows } = await harness.context.pool.query('select account_id, participant, name from message_participant')
    expect(rows).to.deep.equal([{ account_id: account.id, participant: 'ada', name: 'Ada' }])
    await harness.context.pool.query('delete from account where id = $1', [account.id])
    expect((await harness.context.pool.query('select from message_participant')).rowCount).to.equal(0)
  })
})
