import { expect } from 'chai'
import nock from 'nock'
import { ProviderError } from '../../src/error-rules.ts'
import { readDialect } from '../../src/facebook/errors.ts'
import type { CallContext, MessagesPort, OpenCommit } from '../../src/index.ts'
import { graphSample } from '../../src/meta/errors.ts'
import { messageRules, sendRules } from '../../src/meta/messages/errors.ts'
import { everyRule, judge } from '../error-table.ts'
import { withoutPage } from '../facebook/network.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import type { Sample } from '../fake-response.ts'
import { type Channel, callOn, channels, freeSlots, portOf, writing } from './channels.ts'

/** @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20) */
const person = { username: 'robin.example', name: 'Robin Example', id: '17841999' }
const fields = 'id,updated_time,participants,messages.limit(20){id,created_time,from,to,message}'
const time = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString().replace('.000Z', '+0000')

interface Said {
  id?: string
  own?: boolean
  text?: string
  at?: number
}

describe('messages of Instagram and of Pages', () => {
  intercept()

  for (const channel of channels) {
    describe(channel.name, () => {
      let port: MessagesPort
      let call: CallContext
      before(async () => {
        port = await portOf(channel)
        call = await callOn(channel)
      })

      function message({ id = 'm_1', own = false, text = 'Hi Kitty!', at = 0 }: Said = {}) {
        const [from, to] = own ? [channel.self, person] : [person, channel.self]
        return { id, created_time: time(at), from, to: { data: [to] }, message: text }
      }

      function conversation(messages: unknown[], over: object = {}) {
        const participants = { data: [person, channel.self] }
        return { id: 't_1', updated_time: time(0), participants, messages: { data: messages }, ...over }
      }

      function listed(data: unknown[], { paging = {}, query = {} }: { paging?: object; query?: object } = {}) {
        return nock(channel.host)
          .get(`/v25.0/${channel.reader}/conversations`)
          .query((asked) => {
            const { appsecret_proof: _proof, ...rest } = asked
            expect(rest).to.deep.equal({ platform: channel.graphPlatform, fields, limit: '25', ...query })
            return true
          })
          .reply(200, { data, paging })
      }

      const first = { since: null, cursor: null }

      it('lists conversations with their newest messages, in both directions', async () => {
        const said = [message({ id: 'm_2', own: true, text: 'Hello' }), message(), message({ id: 'm_0', text: '' })]
        const older = { id: 'm_old', created_time: time(-90) }
        listed([conversation([...said, older])], { paging: { cursors: { after: 'A1' }, next: 'https://x/y' } })
        const { conversations, next } = await port.conversations(call, first)
        expect(next).to.equal('A1')
        expect(conversations).to.have.length(1)
        const [only] = conversations
        if (!only) throw new Error('there is none')
        expect(only).to.include({ id: 't_1', updatedAt: now.toISOString(), participant: person.id })
        const common = { error: null, occurredAt: now.toISOString() }
        const inbound = {
          senderName: person.name,
          recipientName: null,
          direction: 'inbound',
          sender: person.id,
          recipient: null,
          status: 'received',
          ...common,
        }
        const outbound = {
          senderName: null,
          recipientName: person.name,
          direction: 'outbound',
          sender: null,
          recipient: person.id,
          status: 'sent',
          ...common,
        }
        expect(await port.messages(call, only)).to.deep.equal([
          { providerId: 'm_2', type: 'text', body: 'Hello', ...outbound },
          { providerId: 'm_1', type: 'text', body: 'Hi Kitty!', ...inbound },
          { providerId: 'm_0', type: 'unsupported', body: '', ...inbound },
        ])
      })

      it('goes on at a cursor, and stops at what has not changed', async () => {
        const paging = { cursors: { after: 'A2' }, next: 'https://x/y' }
        const data = [conversation([]), conversation([], { id: 't_2', updated_time: time(-60) })]
        listed(data, { paging, query: { after: 'A1' } })
        const since = new Date(now.getTime() - 10_000).toISOString()
        const page = await port.conversations(call, { since, cursor: 'A1' })
        // What is older may be new all the same: Meta lists messages late, and filtered conversations after their release.
        expect(page.conversations.map(({ id }) => id)).to.deep.equal(['t_1', 't_2'])
        expect(page.next).to.equal(null)
      })

      function rejected({ status, body }: Sample, query: object = {}) {
        const read = nock(channel.host).get(`/v25.0/${channel.reader}/conversations`)
        read.query((asked) => Object.entries(query).every(([name, value]) => asked[name] === value)).reply(status, body)
      }

      it('takes a slot for each attempt of a read', async () => {
        const slots: string[] = []
        const paced = await callOn(channel, {}, { acquireRateSlot: async (rate) => void slots.push(rate) })
        rejected({ status: 503, body: '' })
        listed([conversation([])])
        expect((await port.conversations(paced, first)).conversations).to.have.length(1)
        expect(slots).to.deep.equal(Array(2).fill(`${channel.platform}.conversations`))
      })

      for (const code of [613, 80006]) {
        it(`repeats a read once that Graph throttles with ${code}, after a second and with a slot of its own`, async () => {
          const [waits, slots]: [number[], string[]] = [[], []]
          const own = {
            acquireRateSlot: async (rate: string) => void slots.push(rate),
            wait: async (ms: number) => void waits.push(ms),
          }
          const paced = await callOn(channel, {}, own)
          rejected(graphSample(code, { status: 429 }))
          listed([conversation([])])
          expect((await port.conversations(paced, first)).conversations).to.have.length(1)
          expect(waits).to.deep.equal([1000])
          const rate = `${channel.platform}.conversations`
          expect(slots).to.deep.equal([rate, rate])
          for (const _ of [1, 2]) rejected(graphSample(code, { status: 429 }))
          const failure = await failureOf(port.conversations(paced, first))
          expect(failure).to.include({ code: 'provider_error', outcome: 'rejected' })
          expect(waits).to.deep.equal([1000, 1000])
        })
      }

      it('does not repeat a throttled read when the time of its caller is over', async () => {
        const ended = new AbortController()
        const own = { ...freeSlots, signal: ended.signal, wait: async () => ended.abort() }
        rejected(graphSample(613, { status: 429 }))
        const failure = await failureOf(port.conversations(await callOn(channel, {}, own), first))
        expect(failure).to.include({ code: 'provider_error', outcome: 'rejected' })
      })

      it('reads smaller pages while Graph finds a page too large', async () => {
        const tooLarge = graphSample(1, { status: 400 })
        for (const limit of ['25', '10']) rejected(tooLarge, { limit, after: 'A1' })
        listed([conversation([])], { query: { after: 'A1', limit: '5' } })
        const page = await port.conversations(call, { since: null, cursor: 'A1' })
        expect(page.conversations.map(({ id }) => id)).to.deep.equal(['t_1'])
        for (const limit of ['25', '10', '5']) rejected(tooLarge, { limit })
        expect(await failureOf(port.conversations(call, first))).to.include({ code: 'provider_error' })
      })

      it('reads a conversation that came without messages by itself', async () => {
        listed([{ id: 't_1', updated_time: time(0) }])
        const { conversations } = await port.conversations(call, first)
        expect(conversations[0]).to.include({ participant: null, messages: null })
        nock(channel.host)
          .get('/v25.0/t_1')
          .query(({ fields: asked }) => asked === 'messages.limit(20){id,created_time,from,to,message}')
          .reply(200, { messages: { data: [message({ text: 'a\0b\ud800' })] }, id: 't_1' })
        const [only] = conversations
        if (!only) throw new Error('there is none')
        const [read] = await port.messages(call, only)
        expect(read).to.include({ providerId: 'm_1', body: 'a\ufffdb\ufffd' })
      })

      it('waits for a slot of the rate, and gives up after three turns', async () => {
        const taken: string[] = []
        const slots = (free: number) => ({
          async acquireRateSlot(rate: string, key: string) {
            taken.push(`${rate} ${key}`)
            if (taken.length < free) throw new ProviderError('rate_limited', 'busy', 'not_sent', { retryAfter: 0.01 })
          },
        })
        listed([])
        await port.conversations(await callOn(channel, {}, slots(3)), first)
        const one = `${channel.platform}.conversations ${channel.account.providerId}`
        expect(taken).to.deep.equal([one, one, one])
        taken.length = 0
        const failure = await failureOf(port.conversations(await callOn(channel, {}, slots(99)), first))
        expect(failure).to.include({ code: 'provider_error', outcome: 'not_sent', retryAfter: 0.01 })
        expect(taken).to.have.length(3)
      })

      it(`without ${channel.scope} neither reads nor sends`, async () => {
        const scopes = channel.account.scopes.filter((scope) => scope !== channel.scope)
        const without = await callOn(channel, { scopes })
        const wanted = { ...channel.missing, outcome: 'not_sent' }
        expect(await failureOf(port.conversations(without, first))).to.include(wanted)
        expect(await failureOf(sent(without))).to.include(wanted)
      })

      const begun = () => port.send.begin({ writeId: 'w', items: 1, now, random: () => new Uint8Array() })

      async function sent(from: CallContext): Promise<unknown> {
        const write = writing(from, { recipient: person.id, text: 'Hello' })
        const step = await port.send.advance(write, begun())
        if (step.kind !== 'commit') throw new Error(step.kind)
        const state = await port.send.commit(write, begun(), step.step)
        return port.send.advance(write, JSON.parse(JSON.stringify(state)))
      }

      function posting(status: number, reply: unknown) {
        const body = { recipient: { id: person.id }, ...channel.sendParameters, message: { text: 'Hello' } }
        return nock(channel.host)
          .post(`/v25.0/${channel.sender}/messages`, body)
          .query(true)
          .reply(status, reply as object)
      }

      it('sends a text', async () => {
        posting(200, { recipient_id: person.id, message_id: 'm_9' })
        expect(await sent(call)).to.deep.equal({
          kind: 'done',
          result: { providerId: 'm_9', occurredAt: now.toISOString() },
        })
      })

      const rejections: [string, Sample, object][] = [
        [
          'the window has closed',
          graphSample(10, { error_subcode: channel.windowSubcode }),
          { code: 'window_closed', status: 409, outcome: 'rejected' },
        ],
        ['the permission is gone', graphSample(200, { status: 403 }), { ...channel.missing, outcome: 'rejected' }],
        [
          'the token has ended',
          graphSample(190, { status: 401, error_subcode: 463 }),
          { code: 'connection_expired', tokenRejected: true },
        ],
        ['it is throttled', graphSample(613, { status: 429 }), { code: 'provider_error', outcome: 'rejected' }],
        ['the user has blocked the account', graphSample(551), { code: 'provider_error', outcome: 'rejected' }],
        ['the content is abusive', graphSample(368), { code: 'provider_rejected', status: 422, outcome: 'rejected' }],
        [
          'a value is rejected',
          graphSample(100, { error_user_msg: 'This link is not allowed.' }),
          { code: 'provider_rejected', message: 'This link is not allowed. The platform rejected the message.' },
        ],
        ['a value is rejected without a reason', graphSample(100), { code: 'provider_error', outcome: 'rejected' }],
        ['Graph has trouble', graphSample(2, { status: 500 }), { code: 'provider_error', outcome: 'indeterminate' }],
        ['no id comes back', { status: 200, body: {} }, { code: 'provider_error', outcome: 'indeterminate' }],
      ]
      for (const [name, { status, body }, wanted] of rejections) {
        it(`says so when ${name}`, async () => {
          posting(status, body)
          expect(await failureOf(sent(call))).to.include(wanted)
        })
      }

      const open: OpenCommit = { step: 'message', startedAt: now, claimed: new Set(['m_claimed']), linksFetched: null }
      const query = { user_id: person.id }
      const found = async (messages: unknown[], over?: object) => {
        listed([conversation(messages, over)], { query })
        return port.send.reconcile(writing(call, { recipient: person.id, text: 'Hello  there' }), begun(), open)
      }
      const text = 'Hello there'

      it('finds a text whose response was lost', async () => {
        const messages = [message({ text }), message({ id: 'm_9', own: true, text, at: 1 })]
        const verdict = await found(messages)
        expect(verdict).to.have.property('kind', 'done')
        const result = { providerId: 'm_9', occurredAt: new Date(now.getTime() + 1000).toISOString() }
        expect(verdict).to.have.deep.nested.property('state.sent.result', result)
      })

      it('takes no other message for it', async () => {
        const others: Said[] = [
          { own: true, text, at: -60 },
          { own: true, text: 'Hello' },
          { own: false, text },
          { id: 'm_claimed', own: true, text },
        ]
        expect(await found(others.map(message))).to.deep.equal({ kind: 'absent' })
        const elsewhere = { participants: { data: [{ ...person, id: '99' }, channel.self] } }
        expect(await found([message({ own: true, text })], elsewhere)).to.deep.equal({ kind: 'absent' })
      })

      it('does not report it as not_sent if the conversation may be on a later page', async () => {
        const elsewhere = { participants: { data: [{ ...person, id: '99' }, channel.self] } }
        const paging = { cursors: { after: 'A' }, next: 'https://x/y' }
        listed([conversation([], elsewhere)], { query, paging })
        const verdict = await port.send.reconcile(writing(call, { recipient: person.id, text }), begun(), open)
        expect(verdict).to.have.property('kind', 'undecidable')
      })

      it('does not decide between several, or where older messages cannot be read', async () => {
        const twice = [message({ own: true, text }), message({ id: 'm_2', own: true, text })]
        expect(await found(twice)).to.have.property('kind', 'undecidable')
        const many = Array.from({ length: 20 }, (_, index) => message({ id: `m_${index}` }))
        expect(await found(many)).to.have.property('kind', 'undecidable')
        expect(await found(many.slice(1))).to.have.property('kind', 'absent')
      })
    })
  }

  it('of a connection without a Page cannot be reached', async () => {
    const [channel] = channels.filter(({ platform }) => platform === 'facebook') as [Channel]
    const port = await portOf(channel)
    const { credentials } = withoutPage
    const call = await callOn(channel, { credentials: { ...credentials } }, freeSlots)
    expect(await failureOf(port.conversations(call, { since: null, cursor: null }))).to.include({
      code: 'page_not_selected',
      status: 409,
    })
  })

  for (const code of ['connection_expired', 'missing_permission'] as const) {
    const dialect = { ...readDialect, rules: messageRules(code) }
    everyRule(`message rules with ${code}`, {
      rules: dialect.rules,
      judged: (sample: Sample) => judge(dialect, sample),
    })
    const sending = { ...readDialect, rules: sendRules(code) }
    everyRule(`send rules with ${code}`, {
      rules: sending.rules,
      judged: (sample: Sample) => judge(sending, sample),
    })
  }
})
