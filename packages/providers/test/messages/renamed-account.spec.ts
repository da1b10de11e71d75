import { expect } from 'chai'
import nock from 'nock'
import { intercept, now } from '../fake-call.ts'
import { callOn, channels, portOf, writing } from './channels.ts'

const recipient = { id: '17841999', username: 'robin.example' }
const text = 'Hello there'

describe('messages of an Instagram account that was renamed after it was connected', () => {
  intercept()

  for (const channel of channels.filter(({ platform }) => platform === 'instagram')) {
    /** The account under its second id and a username that the connection does not know. */
    const self = { id: '25025320', username: 'lindqvist.bakes' }

    async function verdictOn(messages: { id: string; from: object; to: object }[]) {
      const [port, call] = [await portOf(channel), await callOn(channel)]
      const created_time = now.toISOString().replace('.000Z', '+0000')
      const data = messages.map(({ to, ...rest }) => ({ ...rest, to: { data: [to] }, created_time, message: text }))
      const participants = { data: [self, recipient] }
      nock(channel.host)
        .get(`/v25.0/${channel.reader}/conversations`)
        .query(({ user_id }) => user_id === recipient.id)
        .reply(200, { data: [{ id: 't_1', participants, messages: { data } }] })
      const begun = port.send.begin({ writeId: 'w', items: 1, now, random: () => new Uint8Array() })
      const open = { step: 'message', startedAt: now, claimed: new Set<string>(), linksFetched: null }
      return port.send.reconcile(writing(call, { recipient: recipient.id, text }), begun, open)
    }

    it(`show its own as sent (${channel.name})`, async () => {
      const [port, call] = [await portOf(channel), await callOn(channel)]
      const said = { id: 'm_2', from: self, to: { data: [recipient] }, created_time: now.toISOString(), message: text }
      nock(channel.host)
        .get(`/v25.0/${channel.reader}/conversations`)
        .query(true)
        .reply(200, { data: [{ id: 't_1', participants: { data: [self, recipient] }, messages: { data: [said] } }] })
        .get(`/v25.0/${channel.account.providerId}`)
        .query(({ fields }) => fields === 'username')
        .reply(200, { username: self.username, id: channel.account.providerId })
      const { conversations } = await port.conversations(call, { since: null, cursor: null })
      expect(conversations).to.have.length(1)
      expect(conversations[0]).to.include({ participant: recipient.id })
      expect(conversations[0]?.messages?.[0]).to.include({ direction: 'outbound', recipient: recipient.id })
    })

    it(`include a text whose response was lost (${channel.name})`, async () => {
      const verdict = await verdictOn([
        { id: 'm_1', from: recipient, to: self },
        { id: 'm_2', from: self, to: recipient },
      ])
      expect(verdict).to.have.nested.property('state.sent.result.providerId', 'm_2')
    })

    it(`do not take the same text of the other person for it (${channel.name})`, async () => {
      expect(await verdictOn([{ id: 'm_1', from: recipient, to: self }])).to.deep.equal({ kind: 'absent' })
    })
  }
})
