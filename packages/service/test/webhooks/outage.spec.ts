import { createHmac } from 'node:crypto'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { type Context, createContext, receiveWebhook } from '../../src/index.ts'
import { normalizeBatch } from '../../src/webhooks/normalize.ts'
import { rejection } from '../ask.ts'
import { type FlakyDatabase, startFlakyDatabase } from '../flaky-database.ts'
import { type Harness, startHarness } from '../harness.ts'
import { bodyOf, inbound } from '../messages/whatsapp-events.ts'

const secret = 'app-secret'

describe('webhooks while the database is away', () => {
  let harness: Harness
  let flaky: FlakyDatabase
  let context: Context
  let number: string

  before(async () => {
    harness = await startHarness({}, { WHATSAPP_CLIENT_SECRET: secret })
    flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    const log = createLogger({ name: 'test', level: 'silent' })
    context = await createContext({ ...harness.context.config, databaseUrl: flaky.url }, { log })
    number = (await harness.connect({ platform: 'whatsapp', credentials: { token: 't' } })).providerId
  })
  after(async () => {
    await context.close()
    await flaky.close()
    await harness.close()
  })
  beforeEach(async () => {
    flaky.comeUp()
    for (const table of ['message', 'webhook_event']) await harness.context.pool.query(`delete from ${table}`)
  })

  function receive(id: string): Promise<void> {
    const body = Buffer.from(JSON.stringify(bodyOf([{ number, messages: [inbound(id, `Message ${id}`)] }])))
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    return receiveWebhook(context, { platform: 'whatsapp', headers: { 'x-hub-signature-256': signature }, body })
  }

  /** Sends an event until it is taken, as the network does. */
  async function deliver(id: string): Promise<void> {
    for (;;) {
      const taken = await receive(id).then(
        () => true,
        () => false,
      )
      if (taken) return
      await new Promise((next) => setImmediate(next))
    }
  }

  async function stored(): Promise<string[]> {
    const { rows } = await harness.context.pool.query('select distinct batch_id from webhook_event')
    for (const { batch_id } of rows) await normalizeBatch(harness.context, batch_id)
    const { rows: messages } = await harness.context.pool.query('select provider_id from message order by 1')
    return messages.map(({ provider_id }) => provider_id)
  }

  const ids = Array.from({ length: 40 }, (_, index) => `wamid.${index}`)

  it('are 503 each, with the time to wait; nothing of them is stored', async () => {
    flaky.goDown()
    const errors = await Promise.all(ids.map((id) => rejection(receive(id))))
    flaky.comeUp()
    expect(new Set(errors.map(({ code, status, retryAfter }) => `${code} ${status} ${retryAfter}`))).to.deep.equal(
      new Set(['temporarily_unavailable 503 1']),
    )
    expect(await stored()).to.deep.equal([])
  })

  it('are all stored, once each, when they are sent again until they are taken', async () => {
    flaky.goDown()
    const deliveries = Promise.all(ids.map((id) => deliver(id)))
    await rejection(receive('wamid.0'))
    flaky.comeUp()
    await deliveries
    expect(await stored()).to.deep.equal([...ids].sort())
  })

  for (const when of ['before-commit', 'before-response'] as const) {
    it(`are stored once when the connection breaks ${when}`, async () => {
      flaky.breakNext(when)
      await Promise.all(ids.map((id) => deliver(id)))
      expect(await stored()).to.deep.equal([...ids].sort())
    })
  }
})
