import { createLogger } from '@carillon/log'
import { createOutbound, type Outbound } from '@carillon/outbound'
import { networksNamed, type Sandbox, startSandbox } from '@carillon/sandbox'
import { expect } from 'chai'
import { type CallContext, type Identity, type MessagesPort, outcomeOfFailure, registry } from '../../src/index.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { callFor, callOf, failureOf } from '../fake-call.ts'
import { accountOf, channels, portOf, sandboxApp, writing } from './channels.ts'

const redirectUri = 'http://127.0.0.1:1/oauth/callback'

interface Held {
  id: string
  text: string
  direction: string
}

/** The network takes two calls in 1.25 seconds for each key: after each second one, its clock goes on. */
function limiter(moveClock: (ms: number) => Promise<unknown>): CallContext['acquireRateSlot'] {
  const taken = new Map<string, number>()
  return async (_rate, key) => {
    const count = (taken.get(key) ?? 0) + 1
    taken.set(key, count)
    if (count % 2 === 1 && count > 1) await moveClock(1_300)
  }
}

describe('messages against the sandbox', function () {
  this.timeout(900_000)
  let sandbox: Sandbox
  let outbound: Outbound
  const acquireRateSlot = limiter((ms) => ask('/clock', { advanceMs: ms }))

  before(async () => {
    sandbox = await startSandbox({ networks: networksNamed(['facebook', 'instagram']) })
    outbound = createOutbound({ log: createLogger({ name: 'test', level: 'silent' }) })
  })
  after(async () => {
    await sandbox.close()
    await outbound.close()
  })

  const ask = <Result>(path: string, body?: unknown) => askSandbox<Result>(sandbox, path, { body })

  for (const channel of channels) {
    describe(channel.name, () => {
      const { platform, authMethod } = channel
      // Both logins reach the same account: each has people of its own.
      const robin = `robin of ${channel.name}`
      const to = platform === 'facebook' ? 'Lindqvist Bakery' : 'lindqvist.bakery'
      let port: MessagesPort
      let call: CallContext

      async function connected(consent: object = {}): Promise<Identity> {
        const app = callOf(sandboxApp(sandbox, channel), { outbound, now: () => new Date() })
        const { connect } =
          platform === 'instagram' ? await registry.adapter(platform) : await registry.adapter(platform)
        const request = { redirectUri, state: 's', ...(authMethod && { authMethod }) }
        const { authorizationUrl, kept } = await connect.authorize(app, request)
        const walk = { authorizationUrl, decision: 'approve', ...consent }
        const { finalUrl } = await ask<{ finalUrl: string }>('/person/consent', walk)
        const parameters = Object.fromEntries(new URL(finalUrl).searchParams)
        const [identity] = (await connect.complete(app, { parameters, redirectUri, authMethod, kept })).identities
        if (!identity) throw new Error('nobody was connected')
        return identity
      }

      async function acting(identity: Identity): Promise<CallContext> {
        const adapter = await registry.adapter(platform)
        const credentials: unknown = adapter.credentials.parse(identity.credentials)
        const app = callOf(sandboxApp(sandbox, channel), { outbound, now: () => new Date() })
        return callFor(app, { ...accountOf(identity), credentials }, { acquireRateSlot })
      }

      before(async () => {
        port = await portOf(channel)
        call = await acting(await connected())
      })

      const write = (body: object) =>
        ask<{ ids: string[]; sender: string }>('/person/message', { network: platform, to, as: robin, ...body })

      async function conversationWith(sender: string) {
        const { conversations } = await port.conversations(call, { since: null, cursor: null })
        const found = conversations.find(({ participant }) => participant === sender)
        if (!found) throw new Error('there is no such conversation')
        return port.messages(call, found)
      }

      const begun = () => port.send.begin({ writeId: 'w', items: 1, now: new Date(), random: () => new Uint8Array() })

      /** Sends as the service does, without its pauses; the steps tell how it went. */
      async function send(recipient: string, text: string): Promise<{ steps: string[]; providerId: string | null }> {
        const sending = writing(call, { recipient, text })
        const startedAt = new Date()
        try {
          const step = await port.send.advance(sending, await port.send.commit(sending, begun(), 'message'))
          return { steps: ['sent'], providerId: step.kind === 'done' ? step.result.providerId : null }
        } catch (error) {
          if (outcomeOfFailure(error) !== 'indeterminate') throw error
        }
        const open = { step: 'message', startedAt, claimed: new Set<string>(), linksFetched: null }
        const verdict = await port.send.reconcile(sending, begun(), open)
        if (verdict.kind !== 'done') return { steps: ['lost', verdict.kind], providerId: null }
        const step = await port.send.advance(sending, verdict.state)
        return { steps: ['lost', 'found'], providerId: step.kind === 'done' ? step.result.providerId : null }
      }

      async function held(text: string): Promise<Held[]> {
        const { messages } = await ask<{ messages: Held[] }>(`/state/${platform}`)
        return messages.filter((message) => message.text === text)
      }

      const fault = (operation: string, name: string) =>
        ask('/faults', { network: channel.faultsAt, operation, fault: name, times: 1 })

      it('reads what people wrote, also in the Requests folder', async () => {
        const { ids, sender } = await write({ text: 'Are you open?', folder: 'requests' })
        for (const type of ['image', 'sticker', 'reaction', 'location']) await write({ type })
        const messages = await conversationWith(sender)
        expect(messages).to.have.length(5)
        expect(messages.at(-1)).to.deep.include({
          providerId: ids[0],
          direction: 'inbound',
          type: 'text',
          sender,
          senderName: `robin of ${channel.name}`,
          recipient: null,
          recipientName: null,
          body: 'Are you open?',
          status: 'received',
          error: null,
        })
        const others = messages.slice(0, -1).map(({ type, body }) => `${type}${body}`)
        expect(others).to.deep.equal(Array(4).fill('unsupported'))
      })

      it('reads the newest twenty messages of a conversation', async () => {
        const { ids, sender } = await write({ as: `many of ${channel.name}`, count: 30, text: 'Number' })
        const messages = await conversationWith(sender)
        expect(messages.map(({ providerId }) => providerId)).to.deep.equal(ids.slice(-20).reverse())
      })

      it('sends a text, which is then read as outbound', async () => {
        const { sender } = await write({ text: 'Hello' })
        const text = `Good morning 🥖 ${channel.name}`
        const { steps, providerId } = await send(sender, text)
        expect(steps).to.deep.equal(['sent'])
        const [newest] = await conversationWith(sender)
        expect(newest).to.include({ providerId, direction: 'outbound', recipient: sender, body: text, status: 'sent' })
      })

      for (const [name, steps, times] of [
        ['accept-then-drop', ['lost', 'found'], 1],
        ['drop-before', ['lost', 'absent'], 0],
      ] as const) {
        it(`sends once with ${name}`, async () => {
          const { sender } = await write({ text: 'Hello' })
          const text = `Once with ${name}, ${channel.name}`
          await fault('messages.send', name)
          const sent = await send(sender, text)
          expect(sent.steps).to.deep.equal(steps)
          const found = await held(text)
          expect(found).to.have.length(times)
          expect(sent.providerId).to.equal(found[0]?.id ?? null)
        })
      }

      it('is told that the window has closed, and that a user has blocked the account', async () => {
        const late = await write({ as: `late of ${channel.name}`, ageHours: 25 })
        expect(await failureOf(send(late.sender, 'Too late'))).to.include({
          code: 'window_closed',
          outcome: 'rejected',
        })
        const as = `blocking of ${channel.name}`
        const { sender } = await write({ as })
        await ask('/person/message-block', { network: platform, to, as })
        expect(await failureOf(send(sender, 'Hello?'))).to.include({ code: 'provider_error', outcome: 'rejected' })
        expect(await failureOf(send('1', 'Who?'))).to.include({ code: channel.unknownRecipient, outcome: 'rejected' })
      })

      it('reads pages, and stops at what has not changed', async () => {
        for (let index = 0; index < 26; index++) await write({ as: `${index} of ${channel.name}`, ageHours: 2 })
        const { conversations, next } = await port.conversations(call, { since: null, cursor: null })
        expect(conversations).to.have.length(25)
        const more = await port.conversations(call, { since: null, cursor: next })
        const ids = [...conversations, ...more.conversations].map(({ id }) => id)
        expect(new Set(ids)).to.have.property('size', ids.length)
        const since = new Date(Date.now() - 3_600_000).toISOString()
        const changed = await port.conversations(call, { since, cursor: null })
        expect(changed.next).to.equal(null)
        expect(changed.conversations).to.deep.equal(conversations)
      })

      it('reads smaller pages where a page is too much data', async () => {
        await ask('/person/app', { network: platform, maxPage: 5 })
        const { conversations, next } = await port.conversations(call, { since: null, cursor: null })
        expect([conversations.length, next === null]).to.deep.equal([5, false])
        await ask('/person/app', { network: platform, maxPage: null })
      })

      it('reads once more what the network throttles, and not a third time', async () => {
        const throttle = { network: channel.faultsAt, operation: 'conversations.list', fault: 'throttle' }
        const code = platform === 'instagram' ? 613 : 80006
        await ask('/faults', { ...throttle, code, times: 1 })
        const { conversations } = await port.conversations(call, { since: null, cursor: null })
        expect(conversations).to.have.length(25)
        await ask('/faults', { ...throttle, code, times: 2 })
        const failure = await failureOf(port.conversations(call, { since: null, cursor: null }))
        expect(failure).to.include({ code: 'provider_error', outcome: 'rejected' })
      })

      it('lacks what the user withheld', async () => {
        const without = await acting(await connected({ withhold: [channel.scope] }))
        const failure = await failureOf(port.conversations(without, { since: null, cursor: null }))
        expect(failure).to.include(channel.missing)
        await connected()
      })

      it('has expired once the token was revoked', async () => {
        const again = await acting(await connected())
        await fault('conversations.list', 'revoke-token')
        expect(await failureOf(port.conversations(again, { since: null, cursor: null }))).to.include({
          code: 'connection_expired',
          tokenRejected: true,
        })
        call = await acting(await connected())
      })
    })
  }
})
