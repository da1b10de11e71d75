import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, findAccountForWorker, transaction } from '@carillon/database'
import { expect } from 'chai'
import { createOrganization } from '../../src/index.ts'
import { messageSendKind } from '../../src/messages/message-send-kind.ts'
import { normalizeBatch } from '../../src/webhooks/normalize.ts'
import { replayWebhooks } from '../../src/webhooks/replay.ts'
import { type Harness, startHarness } from '../harness.ts'
import { accountBody, bodyOf, type EventBody, inbound, status, undeliverable } from '../messages/whatsapp-events.ts'
import { noteRows } from '../note-rows.ts'

const number = '106540352242922'

/** Every seventh of 120 orders, so that each act comes at each place; `npm run test:faults -- --only fuzz` tries them all. */
const everyOrder = process.env['FUZZ_RUNS'] === undefined ? 7 : 1

describe('webhook.normalize', () => {
  let harness: Harness
  let account: AccountRow

  before(async () => {
    harness = await startHarness({}, { WHATSAPP_CLIENT_ID: '612', WHATSAPP_CLIENT_SECRET: 'secret' })
    account = await connectNumber(number)
  })
  after(() => harness.close())
  beforeEach(async () => {
    for (const table of ['message', 'message_status', 'webhook_event', 'external_write']) {
      await harness.context.pool.query(`delete from ${table}`)
    }
  })

  async function connectNumber(providerId: string, profileId?: string): Promise<AccountRow> {
    const { id } = await harness.connect({ platform: 'whatsapp', credentials: { token: 't' } })
    await harness.context.pool.query(
      `update account set provider_id = $2, owner_id = 'waba-1', setup_missing = '{}',
         profile_id = coalesce($3, profile_id) where id = $1`,
      [id, providerId, profileId ?? null],
    )
    return (await findAccountForWorker(harness.context.db, id)) as AccountRow
  }

  /** Stores bodies as one batch, as the gateway does, and processes it. */
  async function process(bodies: readonly (EventBody | string)[]): Promise<void> {
    const texts = bodies.map((body) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
    await Promise.all(texts.map((body) => harness.context.intake.store({ platform: 'whatsapp', body })))
    const { rows } = await harness.context.pool.query(
      'select distinct batch_id from webhook_event where processed_at is null order by 1',
    )
    for (const { batch_id } of rows) await normalizeBatch(harness.context, batch_id)
  }

  async function messages(accountId = account.id) {
    const { rows } = await harness.context.pool.query(
      `select provider_id, direction, type, sender, recipient, body, status, error from message
       where account_id = $1 order by provider_id`,
      [accountId],
    )
    return rows
  }

  /** A template that the network has taken, as the end of its write stores it. */
  async function sent(providerId: string): Promise<void> {
    const { context } = harness
    const id = randomUUIDv7()
    const row = { id, accountId: account.id, createdAt: context.now() }
    const payload = { recipient: '+16505551234', template: { name: 'hello', language: 'en', bodyParameters: [] } }
    // Two transactions, as in the journal: the network is called in between.
    await transaction(context.db, async (tx) => {
      await messageSendKind.onBegin?.(tx, { context, row: { ...row, payload } as never })
    })
    await transaction(context.db, async (tx) => {
      const result = { providerId, occurredAt: context.now().toISOString() }
      await messageSendKind.onEnd?.(tx, { context, row: { ...row, status: 'succeeded', result } as never })
    })
  }

  function countOf(kind: string): number {
    const found = harness.context.counters.read('webhook_events').find(({ labels }) => labels[0] === kind)
    return found?.count ?? 0
  }

  it('stores a text with its sender, of a number and of a user whose number is hidden', async () => {
    const hidden = inbound('wamid.2', 'Hi', { from_user_id: 'US.1349' })
    await process([bodyOf([{ number, messages: [inbound('wamid.1', 'Hello'), hidden] }])])
    expect(await messages()).to.deep.equal([
      {
        provider_id: 'wamid.1',
        direction: 'inbound',
        type: 'text',
        sender: '+16505551234',
        recipient: null,
        body: 'Hello',
        status: 'received',
        error: null,
      },
      {
        provider_id: 'wamid.2',
        direction: 'inbound',
        type: 'text',
        sender: 'US.1349',
        recipient: null,
        body: 'Hi',
        status: 'received',
        error: null,
      },
    ])
  })

  it('stores a thousand updates of one request, and of several numbers in one request', async () => {
    const other = await connectNumber('other-number')
    const many = Array.from({ length: 1000 }, (_, index) => inbound(`wamid.${index}`, `Message ${index}`))
    await process([
      bodyOf([
        { number, messages: many },
        { number: 'other-number', messages: [inbound('o', 'Other')] },
      ]),
    ])
    expect(await messages()).to.have.length(1000)
    expect((await messages(other.id)).map(({ body }) => body)).to.deep.equal(['Other'])
    await harness.context.pool.query('delete from account where id = $1', [other.id])
  })

  it('stores what is not normalized as unsupported, with the text of a button', async () => {
    const image = { from: '1650', id: 'a', timestamp: '1795250000', type: 'image', image: { id: 'm' } }
    const button = { from: '1650', id: 'b', timestamp: '1795250000', type: 'button', button: { text: 'Yes' } }
    await process([bodyOf([{ number, messages: [image, button] }])])
    expect((await messages()).map(({ type, body }) => [type, body])).to.deep.equal([
      ['unsupported', ''],
      ['unsupported', 'Yes'],
    ])
  })

  it('drops and counts events of a number that nobody has connected', async () => {
    const before = countOf('unknown_account')
    await process([bodyOf([{ number: 'nobody', messages: [inbound('w', 'Hi')], statuses: [status('v', 'sent')] }])])
    expect(countOf('unknown_account') - before).to.equal(2)
    const { rows } = await harness.context.pool.query('select from message')
    expect(rows).to.have.length(0)
  })

  it('stores a message once for each organization that has connected the number', async () => {
    const { defaultProfileId } = await createOrganization(harness.context, { name: 'Another' })
    const other = await connectNumber(number, defaultProfileId)
    await process([bodyOf([{ number, messages: [inbound('w', 'Hi')] }])])
    for (const id of [account.id, other.id]) expect((await messages(id)).map(({ body }) => body)).to.deep.equal(['Hi'])
    await harness.context.pool.query('delete from account where id = $1', [other.id])
  })

  it('loses no message over a broken one beside it', async () => {
    const broken = [
      inbound('nul', 'a\0b'),
      inbound('half', 'a\ud800b'),
      { id: 'no-time', from: '1', type: 'text', text: { body: 'x' } },
      { id: 'far', from: '1', timestamp: '99999999999999999999', type: 'text', text: { body: 'x' } },
      null,
      17,
      { id: { no: 'text' } },
      inbound('long-'.repeat(2000), 'x'),
    ]
    const all = [inbound('first', 'one'), ...broken, inbound('last', 'two')] as object[]
    await process([
      '17',
      '{"object":"whatsapp_business_account","entry":[null,{"changes":7}]}',
      bodyOf([{ number, messages: all }]),
    ])
    const stored = await messages()
    expect(stored.map(({ provider_id }) => provider_id)).to.include.members(['first', 'last', 'nul', 'half'])
    expect(stored.find(({ provider_id }) => provider_id === 'nul').body).to.equal('a\u{fffd}b')
    expect(stored.find(({ provider_id }) => provider_id === 'half').body).to.equal('a\u{fffd}b')
  })

  it('expires the account when access was withdrawn, and says so in its setup', async () => {
    await process([accountBody('account_update', { event: 'PARTNER_REMOVED' })])
    const row = await findAccountForWorker(harness.context.db, account.id)
    expect([row?.status, row?.setupMissing]).to.deep.equal(['expired', ['subscription']])
    await harness.context.pool.query(`update account set status = 'connected', setup_missing = '{}'`)
  })

  it('does not expire the account when the business uninstalled another app', async () => {
    const waba_info = { waba_id: 'waba-1', owner_business_id: '23', partner_app_id: '613' }
    await process([accountBody('account_update', { event: 'PARTNER_APP_UNINSTALLED', waba_info })])
    const row = await findAccountForWorker(harness.context.db, account.id)
    expect([row?.status, row?.setupMissing]).to.deep.equal(['connected', []])
  })

  it('counts events about templates, quality and errors of the account', async () => {
    const before = countOf('account')
    await process([
      accountBody('message_template_status_update', { event: 'REJECTED', message_template_name: 'x' }),
      accountBody('phone_number_quality_update', { event: 'FLAGGED', display_phone_number: '1555' }),
      bodyOf([{ number, errors: [{ code: 130429, title: 'rate limit' }] }]),
    ])
    expect(countOf('account') - before).to.equal(3)
    const row = await findAccountForWorker(harness.context.db, account.id)
    expect([row?.status, row?.setupMissing]).to.deep.equal(['connected', []])
  })

  it('raises an event about a template with all that the network reports of it', async () => {
    const template = { message_template_name: 'sale', message_template_language: 'en-US' }
    const value = { event: 'REJECTED', ...template, message_template_category: 'MARKETING' }
    await process([accountBody('message_template_status_update', value)])
    const { rows } = await harness.context.pool.query(
      `select data from (select object_id, data from event_outbox union all select object_id, data from event) as raised
       where object_id = 'sale'`,
    )
    const data = { name: 'sale', language: 'en_US', status: 'rejected', category: 'marketing' }
    expect(rows).to.deep.equal([{ data }])
  })

  describe('statuses', () => {
    it('move forward only, and wait for a message that comes after them', async () => {
      await process([bodyOf([{ number, statuses: [status('w', 'read'), status('w', 'sent')] }])])
      expect(await messages()).to.deep.equal([])
      await sent('w')
      expect((await messages()).map((message) => message.status)).to.deep.equal(['read'])
      await process([bodyOf([{ number, statuses: [status('w', 'delivered')] }])])
      expect((await messages()).map((message) => message.status)).to.deep.equal(['read'])
    })

    it('end as failed for good, with the code of the network', async () => {
      await sent('w')
      await process([bodyOf([{ number, statuses: [status('w', 'failed', undeliverable), status('w', 'delivered')] }])])
      const [message] = await messages()
      expect(message.status).to.equal('failed')
      expect(message.error.code).to.equal('131026')
      expect(message.error.message).to.be.a('string').that.is.not.empty
    })

    it('raise events with the time that the network names, not that of the message', async () => {
      await sent('w')
      const at = 1_795_260_000
      await process([bodyOf([{ number, statuses: [status('w', 'read', { timestamp: String(at) })] }])])
      const { rows } = await harness.context.pool.query(
        `select occurred_at from (
           select type, data, occurred_at from event_outbox union all select type, data, occurred_at from event
         ) as raised where type = 'message.status' and data->>'providerId' = 'w' and data->>'status' = 'read'
         order by occurred_at desc limit 1`,
      )
      expect(rows).to.deep.equal([{ occurred_at: new Date(at * 1_000) }])
    })

    it('of a message that this account did not send change nothing', async () => {
      await process([bodyOf([{ number, messages: [inbound('w', 'Hi')], statuses: [status('w', 'read')] }])])
      expect((await messages()).map((message) => message.status)).to.deep.equal(['received'])
    })
  })

  it('is repeated by a replay without doubling anything', async () => {
    const since = new Date(Date.now() - 60_000).toISOString()
    await process([bodyOf([{ number, messages: [inbound('w', 'Hi')] }])])
    await harness.context.pool.query('delete from message')
    await harness.context.pool.query('delete from graphile_worker._private_jobs')
    expect(await replayWebhooks(harness.context, { since })).to.deep.equal({ since, events: 1, jobs: 1 })
    const { rows } = await harness.context.pool.query(`select count(*)::int as count from graphile_worker.jobs`)
    expect(rows[0].count).to.equal(1)
    await process([])
    await process([])
    expect((await messages()).map(({ body }) => body)).to.deep.equal(['Hi'])
  })

  it('is repeated by a replay in parts, so that no statement is too large, each event once', async () => {
    const { context } = harness
    await context.pool.query('delete from webhook_event')
    await context.pool.query('delete from graphile_worker._private_jobs')
    const batches = Array.from({ length: 450 }, () => randomUUIDv7())
    const now = context.now()
    await context.pool.query(
      `insert into webhook_event (id, batch_id, platform, body, received_at, processed_at)
        select gen_random_uuid(), batch, 'whatsapp', '{}', $2, $2 from unnest($1::uuid[]) as batch, generate_series(1, 2)`,
      [batches, now],
    )
    const updates = await noteRows(context.pool, 'webhook_event', 'update')
    const since = new Date(now.getTime() - 1_000).toISOString()
    expect(await replayWebhooks(context, { since })).to.deep.equal({ since, events: 900, jobs: 450 })
    expect(await updates()).to.deep.equal([400, 400, 100])
    const { rows } = await context.pool.query(
      `select payload->>'batchId' as id from graphile_worker._private_jobs order by 1`,
    )
    expect(rows.map(({ id }) => id)).to.deep.equal(batches.toSorted())
    const { rows: left } = await context.pool.query('select from webhook_event where processed_at is not null')
    expect(left).to.have.length(0)
    await context.pool.query('delete from webhook_event')
    await context.pool.query('delete from graphile_worker._private_jobs')
  })

  describe('every order and repetition of a history', () => {
    type Act = { name: string; body: EventBody } | { name: string; send: string }
    const history: Act[] = [
      { name: 'send', send: 'a' },
      { name: 'sent', body: bodyOf([{ number, statuses: [status('a', 'sent')] }]) },
      {
        name: 'delivered',
        body: bodyOf([{ number, messages: [inbound('in', 'Hi')], statuses: [status('a', 'delivered')] }]),
      },
      { name: 'read', body: bodyOf([{ number, statuses: [status('a', 'read'), status('b', 'sent')] }]) },
      { name: 'failed', body: bodyOf([{ number, statuses: [status('b', 'failed', undeliverable)] }]) },
    ]

    function* permutations<T>(items: readonly T[]): Generator<T[]> {
      if (items.length === 0) yield []
      for (const [index, item] of items.entries()) {
        for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest]
      }
    }

    async function play(acts: readonly Act[]) {
      await harness.context.pool.query('delete from message')
      await harness.context.pool.query('delete from message_status')
      await sent('b')
      for (const act of acts) {
        if ('send' in act) await sent(act.send)
        else await process([act.body])
      }
      return messages()
    }

    const orders = [...permutations(history)].filter((_, index) => index % everyOrder === 0)

    it(`ends in the same state: ${orders.length} orders`, async () => {
      const expected = await play(history)
      expect(expected.map((message) => message.status)).to.deep.equal(['read', 'failed', 'received'])
      for (const order of orders) {
        expect(await play(order), order.map(({ name }) => name).join(', ')).to.deep.equal(expected)
      }
    })

    it('ends in the same state: repeated events, all of them at once', async () => {
      const expected = await play(history)
      await harness.context.pool.query('delete from message')
      await harness.context.pool.query('delete from message_status')
      const events = history.flatMap((act) => ('body' in act ? [act.body, act.body, act.body] : []))
      await Promise.all([sent('b'), sent('a'), process(events.toReversed()), process(events)])
      expect(await messages()).to.deep.equal(expected)
    })
  })
})
