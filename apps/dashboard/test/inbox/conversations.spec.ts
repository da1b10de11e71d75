import type { Message } from '@carillon/client'
import { expect } from 'chai'
import { bodyWords, conversationsOf, participantName, windowEnd } from '../../app/pages/inbox/conversations.ts'
import { filtered, shownOf } from '../../app/pages/inbox/filter.ts'
import { isUnread, withRead } from '../../app/pages/inbox/seen.ts'
import {
  filledTemplate,
  obstacleOf,
  placeholdersIn,
  type Template,
  templateOptions,
} from '../../app/pages/inbox/template.ts'

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

  it('are called by the newest name, or else by number or id', () => {
    const named = conversationsOf([
      message(1, { sender: 'ada', senderName: 'Ada' }),
      message(2, { direction: 'outbound', recipient: 'ada', recipientName: 'Countess Ada' }),
      message(3, { sender: 'ada' }),
      message(4, { sender: '14155550123' }),
    ])
    expect(named.map(({ name }) => name)).to.deep.equal(['+14155550123', 'Countess Ada'])
  })

  it('are unanswered while the participant wrote last', () => {
    expect(conversationsOf(messages).map(({ isUnanswered }) => isUnanswered)).to.deep.equal([true, false, true])
  })

  it('are found by words, account and mark', () => {
    const all = conversationsOf(messages)
    const ids = (filter: object, isNew = () => false) =>
      filtered(all, { search: '', accountId: null, shown: 'all', ...filter }, isNew).map(({ id }) => id)
    expect(ids({ search: ' BO' })).to.deep.equal(['a:bob'])
    expect(ids({ search: 'hi', accountId: 'b' })).to.deep.equal(['b:ada'])
    expect(ids({ shown: 'unanswered' })).to.deep.equal(['b:ada', 'a:bob'])
    expect(ids({ shown: 'unread' })).to.deep.equal([])
    expect(['unread', 'unanswered', 'else', null].map(shownOf)).to.deep.equal(['unread', 'unanswered', 'all', 'all'])
  })

  it('are unread once the participant has written after what was read', () => {
    const [, , bob] = conversationsOf(messages)
    if (!bob) throw new Error('there is none')
    const before = { since: '2026-11-22T12:00:00.000Z', until: {} }
    expect(isUnread(before, bob)).to.equal(true)
    expect(isUnread(withRead(before, bob), bob)).to.equal(false)
    expect(isUnread({ ...before, since: '2026-11-22T13:00:00.000Z' }, bob)).to.equal(false)
  })

  it('say what cannot be shown', () => {
    expect(bodyWords({ body: '', type: 'unsupported' })).to.contain('only be seen in the app')
    expect(bodyWords({ body: 'Hi', type: 'text' })).to.equal('Hi')
  })
})

describe('a template', () => {
  const template = (components: Template['components'], status = 'approved'): Template => ({
    ...{ name: 'order', language: 'en', status, category: 'utility' },
    components,
  })
  const component = (type: string, text: string | null, more: object = {}) => ({
    ...{ type, text, format: null, buttons: [] },
    ...more,
  })
  const body = component('body', 'Hi {{1}}')

  it('can be sent if it is approved and all its values are numbered and in its body', () => {
    expect(obstacleOf(template([component('header', 'News', { format: 'text' }), body]), 20)).to.equal(null)
    const url = (href: string) => component('buttons', null, { buttons: [{ type: 'url', text: 'Go', url: href }] })
    expect(obstacleOf(template([body, url('https://example.com/')]), 20)).to.equal(null)
    const obstacles = [
      template([body], 'paused'),
      template([component('header', 'Order {{1}}', { format: 'text' }), body]),
      template([component('header', null, { format: 'image' }), body]),
      template([component('body', 'Hi {{name}}')]),
      template([body, url('https://example.com/{{1}}')]),
      template([component('body', 'Hi {{21}}')]),
    ]
    for (const one of obstacles) expect(obstacleOf(one, 20)).to.be.a('string')
    const options = templateOptions([template([body], 'pending_deletion'), { ...template([body]), name: 'b' }], 20)
    expect(options.map(({ label }) => label)).to.deep.equal(['b · en', 'order · en · pending deletion'])
  })

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
