import type { AccountRow } from '@carillon/database'
import { expect } from 'chai'
import { runRetention } from '../../src/jobs/run-retention.ts'
import { resolveWrite } from '../../src/operator/writes.ts'
import { normalizeBatch } from '../../src/webhooks/normalize.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'
import { FakeMessages } from './fake-messages.ts'
import { bodyOf as eventBody, status } from './whatsapp-events.ts'

describe('a message of which nobody knows whether it was sent', () => {
  let harness: Harness
  let network: FakeMessages
  let account: AccountRow
  let aheadMs = 0

  async function connect(platform: 'instagram' | 'whatsapp'): Promise<void> {
    network = new FakeMessages()
    const { port: messages, templates } = network
    const registry = withPorts({ instagram: { messages }, whatsapp: { templates } })
    aheadMs = 0
    harness = await startHarness({ registry, now: () => new Date(Date.now() + aheadMs) })
    account = await harness.connect({ platform })
  }
  afterEach(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })

  /** Sends what the network takes without a response; the id of the message that the error names. */
  async function loseSend(body: object): Promise<string> {
    network.lost = 1
    const { platform } = account
    const sent = ask(harness.context, 'messages.send', {
      scope: scope(),
      body: { platform, accountId: account.id, recipient: 'ada', ...body },
    })
    const isOver = sent.then(
      () => true,
      () => true,
    )
    while (!(await Promise.race([isOver, new Promise<false>((next) => setImmediate(() => next(false)))]))) {
      await runJobs(harness.context, 'write.run')
    }
    const error = await rejection(sent)
    expect(error).to.include({ code: 'provider_error', status: 502 })
    const { messageId, status: known } = error.details as { messageId: string; status: string }
    expect(known).to.equal('unknown')
    return messageId
  }

  async function listed() {
    const response = await ask(harness.context, 'messages.list', { scope: scope(), query: { accountId: account.id } })
    return bodyOf(response).messages
  }

  async function report(writeId: string, word: string): Promise<void> {
    const { context } = harness
    const told = status('wamid.late', word, { biz_opaque_callback_data: writeId })
    const body = Buffer.from(JSON.stringify(eventBody([{ number: account.providerId, statuses: [told] }])))
    await context.intake.store({ platform: 'whatsapp', body })
    const { rows } = await context.pool.query('select batch_id from webhook_event where processed_at is null')
    for (const { batch_id } of rows) await normalizeBatch(context, batch_id)
  }

  it('is decided by the next reading of its conversation', async () => {
    await connect('instagram')
    network.hidden = true
    const id = await loseSend({ text: 'See you at seven.' })
    const [open] = (await listed()).filter((message: { id: string }) => message.id === id)
    expect(open).to.include({ status: 'unknown', providerId: null, body: 'See you at seven.' })
    network.hidden = false
    // What is seen later arrives with a change of the conversation.
    network.add('ada')
    await listed()
    const messages = (await listed()).filter(({ body }: { body: string }) => body === 'See you at seven.')
    expect(messages).to.have.length(1)
    expect(messages[0]).to.include({ id, status: 'sent', direction: 'outbound' })
    expect(messages[0].providerId).to.match(/^m-/)
    expect(network.calls.filter((call) => call === 'send')).to.have.length(1)
  })

  it('keeps its time when an operator has found it', async () => {
    await connect('instagram')
    network.hidden = true
    const id = await loseSend({ text: 'See you at seven.' })
    const find = async () => (await listed()).find((message: { id: string }) => message.id === id)
    const { occurredAt } = await find()
    await resolveWrite(harness.context, { writeId: id, providerId: 'm-found' })
    expect(await find()).to.include({ status: 'sent', providerId: 'm-found', occurredAt })
  })

  it('stays unknown when two messages of the conversation could be it', async () => {
    await connect('instagram')
    network.hidden = true
    const id = await loseSend({ text: 'Hello' })
    network.hidden = false
    network.add('ada', { direction: 'outbound', body: 'Hello' })
    await listed()
    const [open] = (await listed()).filter((message: { id: string }) => message.id === id)
    expect(open.status).to.equal('unknown')
  })

  it('stays unknown when the only one that could be it is that of an equal one that waits for its response', async () => {
    await connect('instagram')
    network.hidden = true
    const id = await loseSend({ text: 'Hello' })
    network.conversations.clear()
    network.hidden = false
    network.afterSend.push(listed)
    const body = { platform: account.platform, accountId: account.id, recipient: 'ada', text: 'Hello' }
    const sent = ask(harness.context, 'messages.send', { scope: scope(), body })
    while (network.calls.filter((call) => call === 'send').length < 2) await runJobs(harness.context, 'write.run')
    const { id: other } = bodyOf(await sent)
    const messages: { id: string; status: string }[] = await listed()
    const known = Object.fromEntries(messages.map((message) => [message.id, message.status]))
    expect(known).to.deep.equal({ [id]: 'unknown', [other]: 'sent' })
  })

  it('stays unknown once the sends to which an equal message could belong are no longer kept', async () => {
    await connect('instagram')
    network.hidden = true
    const id = await loseSend({ text: 'Hello' })
    network.conversations.clear()
    const { platform } = account
    const body = { platform, accountId: account.id, recipient: 'ada', text: 'Hello' }
    const sent = ask(harness.context, 'messages.send', { scope: scope(), body })
    while (network.calls.filter((call) => call === 'send').length < 2) await runJobs(harness.context, 'write.run')
    const { id: other } = bodyOf(await sent)
    aheadMs = 31 * 86_400_000
    await runRetention(harness.context, new AbortController().signal)
    network.add('ada')
    const messages: { id: string; status: string }[] = await listed()
    const known = new Map(messages.map((message) => [message.id, message.status]))
    expect([known.get(id), known.get(other)]).to.deep.equal(['unknown', 'sent'])
  })

  for (const [word, end] of [
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['failed', 'failed'],
  ] as const) {
    it(`is decided by a webhook that says ${word} and repeats its id`, async () => {
      await connect('whatsapp')
      const template = { name: 'order_update', language: 'en_US' }
      const id = await loseSend({ recipient: '+16505551234', template })
      expect((await listed()).map((message: { status: string }) => message.status)).to.deep.equal(['unknown'])
      await report(id, word)
      const [message, ...more] = await listed()
      expect(more).to.deep.equal([])
      expect(message).to.include({ id, status: end, providerId: 'wamid.late', type: 'template' })
      await report(id, word)
      expect(await listed()).to.deep.equal([message])
      expect(network.calls.filter((call) => call === 'send')).to.have.length(1)
    })
  }
})
