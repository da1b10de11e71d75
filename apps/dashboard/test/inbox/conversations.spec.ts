import type { Message } from '@carillon/client'
import { expect } from 'chai'
import { bodyWords, conversationsOf, participantName, windowEnd } from '../../app/pages/inbox/conversations.ts'
import { filledTemplate, placeholdersIn } from '../../app/pages/inbox/template.ts'

function message(minute: number, more: Partial<Message>): Message {
  const occurredAt = new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString()
  const shape = {
    id: `m${minute}`,
    platform: 'facebook',
    accountId: 'a',
    direction: 'inbound',
    type: 'text',
    body: 'Hi',
  }
  return { ...shape, sender: null, recipient: null, occurredAt, ...more } as Message
}

describe('conversations', () => {
  const messages = [
    message(1, { sender: 'ada' }),
    message(2, { sender: 'bob' }),
    message(3, { direction: 'outbound', recipient: 'ada' }),
    message(4, { sender: null }),
    message(5, { accountId: 'b', sender: 'ada' }),
  ]

  it('are those of an account with one participant, the newest message first', () => {
    const found = conversationsOf(messages)
    expect(found.map(({ id }) => id)).to.deep.equal(['b:ada', 'a:ada', 'a:bob'])
    expect(found[1]?.messages.map(({ id }) => id)).to.deep.equal(['m1', 'm3'])
  })

  it('know when the participant last wrote', () => {
    const [, ada] = conversationsOf(messages)
    expect(ada?.lastInboundAt).to.equal('2026-11-22T12:01:00.000Z')
    expect(windowEnd(ada?.lastInboundAt ?? null, 24)).to.equal('2026-11-23T12:01:00.000Z')
    expect(windowEnd(null, 24)).to.equal(null)
  })

  it('show phone numbers with their plus, and other ids as they are', () => {
    expect(['14155550123', '+14155550123', 'US.abc', '17'].map(participantName)).to.deep.equal([
      '+14155550123',
      '+14155550123',
      'US.abc',
      '17',
    ])
  })

  it('say what cannot be shown', () => {
    expect(bodyWords({ body: '', type: 'unsupported' })).to.contain('only be seen in the app')
    expect(bodyWords({ body: 'Hi', type: 'text' })).to.equal('Hi')
  })
})

describe('a template', () => {
  it('is shown with its values, and with placeholders where there are none', () => {
    expect(filledTemplate('Hello {{1}}, order {{2}} is ready', ['Ada', ''])).to.equal('Hello Ada, order {{2}} is ready')
  })

  it('has as many values as its largest placeholder', () => {
    expect(['No values', '{{1}} and {{1}}', '{{2}} then {{1}}'].map(placeholdersIn)).to.deep.equal([0, 1, 2])
  })

  it('is not filled twice', () => {
    expect(filledTemplate('{{1}}', ['{{2}}', 'x'])).to.equal('{{2}}')
  })
})
