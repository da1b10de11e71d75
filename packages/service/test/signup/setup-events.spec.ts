import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AccountRow, findAccountForWorker, setAccountStatus, transaction } from '@carillon/database'
import { expect } from 'chai'
import { viewAccount } from '../../src/account-changes/account-view.ts'
import { messageSendKind } from '../../src/messages/message-send-kind.ts'
import { normalizeBatch } from '../../src/webhooks/normalize.ts'
import { type Harness, startHarness } from '../harness.ts'
import { accountBody, bodyOf, type EventBody, inbound, status, unpaid } from '../messages/whatsapp-events.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'
import { FakeSignup } from './fake-signup.ts'

const number = '1065'
const seconds = 1_795_250_000

/** Pseudo-random numbers from 0 to 1, the same ones for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('the setup of a whatsapp account', () => {
  let harness: Harness
  let network: FakeSignup
  let account: AccountRow

  before(async () => {
    network = new FakeSignup()
    harness = await startHarness({ registry: withPorts({ whatsapp: { signup: network.port } }) })
    account = await harness.connect({
      platform: 'whatsapp',
      credentials: { token: 't', businessAccountId: 'waba-1', numberId: number, pin: '123456' },
    })
  })
  after(() => harness.close())
  beforeEach(async () => {
    network.instead = {}
    network.hasTemplate = true
    network.number = { ...network.number, isReady: true, quality: null }
    await reset()
  })

  /** The account as it is after a sign-up, with nothing sent or received. */
  async function reset(): Promise<void> {
    for (const table of ['message', 'message_status', 'webhook_event']) {
      await harness.context.pool.query(`delete from ${table}`)
    }
    await harness.context.pool.query(
      `update account set provider_id = $2, owner_id = 'waba-1', setup_missing = '{}', status = 'connected',
         restriction = null, restriction_at = null, quality = null, payment_failed_at = null where id = $1`,
      [account.id, number],
    )
    await authorizedAt(-3_600)
  }

  /** As if the account had been connected at this time, in seconds after `seconds`. */
  async function authorizedAt(after: number): Promise<void> {
    await harness.context.pool.query('update credential set refreshed_at = to_timestamp($1)', [seconds + after])
  }

  /** Stores bodies as the gateway does, and processes them in one batch. */
  async function process(bodies: readonly EventBody[]): Promise<void> {
    const { context } = harness
    const texts = bodies.map((body) => Buffer.from(JSON.stringify(body)))
    await Promise.all(texts.map((body) => context.intake.store({ platform: 'whatsapp', body })))
    const { rows } = await context.pool.query(
      'select distinct batch_id from webhook_event where processed_at is null order by 1',
    )
    for (const { batch_id } of rows) await normalizeBatch(context, batch_id)
  }

  async function setup() {
    const row = await findAccountForWorker(harness.context.db, account.id)
    return row && viewAccount(harness.context, row).setup
  }

  /** A template, as the end of its write stores it. */
  async function write(end: object): Promise<void> {
    const { context } = harness
    const row = { id: randomUUIDv7(), accountId: account.id, createdAt: context.now(), error: null, ...end }
    const payload = { recipient: '+16505551234', template: { name: 'hello', language: 'en', bodyParameters: [] } }
    await transaction(context.db, async (tx) => {
      await messageSendKind.onBegin?.(tx, { context, row: { ...row, payload } as never })
      await messageSendKind.onEnd?.(tx, { context, row: row as never })
    })
  }

  const sent = (providerId: string) =>
    write({ status: 'succeeded', result: { providerId, occurredAt: new Date(seconds * 1000).toISOString() } })

  const report = (id: string, word: string, at: number, more: object = {}) =>
    bodyOf([{ number, statuses: [status(id, word, { ...more, timestamp: String(seconds + at) })] }])

  it('is ready, and has nothing more to say', async () => {
    expect(await setup()).to.deep.equal({ state: 'ready', missing: [] })
  })

  it('lacks a payment method once a template was rejected for want of one', async () => {
    await write({
      status: 'failed',
      error: { code: 'setup_incomplete', message: '', details: { missing: ['payment'] } },
    })
    expect(await setup()).to.deep.equal({ state: 'incomplete', missing: ['payment'] })
  })

  it('lacks a registration once the number turned out not to be registered', async () => {
    const error = { code: 'setup_incomplete', message: '', details: { missing: ['registration'] } }
    await write({ status: 'failed', error })
    expect(await setup()).to.deep.equal({ state: 'incomplete', missing: ['registration'] })
  })

  it('lacks a payment method once a template failed later for want of one, until one was delivered after that', async () => {
    await sent('a')
    await process([report('a', 'failed', 10, unpaid)])
    expect(await setup()).to.deep.equal({ state: 'incomplete', missing: ['payment'] })
    await sent('b')
    await process([report('b', 'delivered', 5)])
    expect(await setup(), 'delivered before').to.deep.equal({ state: 'incomplete', missing: ['payment'] })
    await process([report('b', 'read', 20)])
    expect(await setup(), 'read after').to.deep.equal({ state: 'ready', missing: [] })
    // As 30 days later.
    await harness.context.pool.query('delete from message_status')
    await process([report('c', 'sent', 30)])
    expect(await setup(), 'after the report is purged').to.deep.equal({ state: 'ready', missing: [] })
    await process([report('a', 'failed', 40, unpaid)])
    expect(await setup(), 'failed again').to.deep.equal({ state: 'incomplete', missing: ['payment'] })
  })

  it('of two accounts that one batch reports about, is stored for the first although another change holds the second', async () => {
    const { context } = harness
    const other = await harness.connect({ platform: 'whatsapp' })
    await authorizedAt(-3_600)
    const failed = status('a', 'failed', { ...unpaid, timestamp: String(seconds + 10) })
    const reports = bodyOf([number, other.providerId].map((to) => ({ number: to, statuses: [failed] })))
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const at = context.now()
    const stored = await transaction(context.db, async (tx) => {
      await setAccountStatus(tx, other.id, { status: 'expired', at })
      const processed = process([reports]).then(() => 'processed', String)
      while ((await context.pool.query(blocked)).rowCount === 0) await sleep(20)
      await setAccountStatus(tx, account.id, { status: 'expired', at })
      return { processed }
    })
    expect(await stored.processed).to.equal('processed')
    expect(await setup()).to.deep.equal({ state: 'incomplete', missing: ['payment'] })
  })

  it('follows no report of a time before the user connected the account again', async () => {
    const removed = (at: number) => accountBody('account_update', { event: 'PARTNER_REMOVED' }, seconds + at)
    const statusOf = async () => (await findAccountForWorker(harness.context.db, account.id))?.status
    await authorizedAt(100.5)
    await process([removed(99), report('a', 'failed', 99, unpaid)])
    expect([await statusOf(), await setup()]).to.deep.equal(['connected', { state: 'ready', missing: [] }])
    // The network's times are whole seconds.
    await process([removed(100), report('a', 'failed', 100, unpaid)])
    expect(await setup()).to.deep.equal({ state: 'incomplete', missing: ['subscription', 'payment'] })
    expect(await statusOf()).to.equal('expired')
  })

  it('says that the network has restricted the account, until the restriction was lifted', async () => {
    await process([accountBody('account_update', { event: 'ACCOUNT_RESTRICTION' }, seconds)])
    expect(await setup()).to.deep.equal({ state: 'incomplete', missing: [], restriction: 'account_restriction' })
    const lifted = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }
    await process([accountBody('account_update', lifted, seconds - 1)])
    expect((await setup())?.restriction, 'of an earlier time').to.equal('account_restriction')
    await process([accountBody('account_update', lifted, seconds + 1)])
    expect(await setup()).to.deep.equal({ state: 'ready', missing: [] })
  })

  it('counts the arrival of an event that names no time', async () => {
    await process([accountBody('account_update', { event: 'DISABLED_UPDATE' })])
    expect((await setup())?.restriction).to.equal('disabled_update')
    await process([accountBody('account_update', { event: 'PARTNER_ADDED' })])
    expect((await setup())?.restriction).to.equal(undefined)
  })

  it('says that a number is offboarded with its app, until it is reconnected', async () => {
    await process([accountBody('account_update', { event: 'ACCOUNT_OFFBOARDED' }, 1_800_000_000)])
    expect(await setup()).to.deep.equal({ state: 'incomplete', missing: [], restriction: 'account_offboarded' })
    await process([accountBody('account_update', { event: 'ACCOUNT_RECONNECTED' }, 1_800_000_300)])
    expect(await setup()).to.deep.equal({ state: 'ready', missing: [] })
  })

  it('reads the templates again when the network decided on one', async () => {
    network.hasTemplate = false
    await process([accountBody('message_template_status_update', { event: 'PAUSED', message_template_name: 'x' })])
    const flags = `select flags from graphile_worker.jobs where task_identifier = 'signup.finish'`
    const { rows } = await harness.context.pool.query(flags)
    expect(rows[0]?.flags).to.include.keys('call:network:whatsapp', `call:organization:${harness.organizationId}`)
    expect(await runJobs(harness.context, 'signup.finish')).to.equal(1)
    expect(await setup()).to.deep.equal({ state: 'incomplete', missing: ['template'] })
    network.hasTemplate = true
    await process([accountBody('message_template_status_update', { event: 'APPROVED', message_template_name: 'x' })])
    expect(await runJobs(harness.context, 'signup.finish')).to.equal(1)
    expect(await setup()).to.deep.equal({ state: 'ready', missing: [] })
  })

  it('reads the rating of the number again when it changed', async () => {
    network.number = { ...network.number, quality: 'red' }
    const event = { event: 'FLAGGED', display_phone_number: '15550783881' }
    await process([accountBody('phone_number_quality_update', event)])
    expect(await runJobs(harness.context, 'signup.finish')).to.equal(1)
    expect(await setup()).to.deep.equal({ state: 'ready', missing: [], quality: 'red' })
  })

  it('and its messages end the same in whichever order, batches and number of copies events come', async function () {
    this.timeout(900_000)
    const event = (word: string, at: number, more: object = {}) =>
      accountBody('account_update', { event: word, ...more }, seconds + at)
    const history = [
      bodyOf([{ number, messages: [inbound('in-1', 'Hi'), inbound('in-2', 'Hello?')] }]),
      report('a', 'sent', 1),
      report('a', 'delivered', 2),
      report('b', 'failed', 3, unpaid),
      report('c', 'sent', 4),
      report('c', 'read', 6),
      report('d', 'failed', 5, unpaid),
      bodyOf([{ number, errors: [{ code: 131045, title: 'not registered' }] }]),
      event('ACCOUNT_RESTRICTION', 7),
      event('DISABLED_UPDATE', 8),
      event('DISABLED_UPDATE', 8, { ban_info: { waba_ban_state: 'REINSTATE' } }),
      event('ACCOUNT_VIOLATION', 6),
    ]
    const state = async () => {
      const { rows } = await harness.context.pool.query(
        'select provider_id, direction, type, sender, body, status, error from message order by provider_id',
      )
      return { messages: rows, setup: await setup() }
    }
    const play = async (events: readonly EventBody[], random: () => number) => {
      await reset()
      for (const id of ['a', 'b', 'c', 'd']) await sent(id)
      const left = [...events]
      while (left.length > 0) await process(left.splice(0, 1 + Math.floor(random() * 4)))
      return state()
    }
    const expected = await play(history, () => 0)
    expect(expected.messages.map((message) => message.status)).to.deep.equal([
      'delivered',
      'failed',
      'read',
      'failed',
      'received',
      'received',
    ])
    expect(expected.setup).to.deep.equal({
      state: 'incomplete',
      missing: ['registration'],
      restriction: 'disabled_update',
    })
    for (let seed = 1; seed <= 24; seed++) {
      const random = seeded(seed)
      const copies = history.flatMap((one) => Array.from({ length: 1 + Math.floor(random() * 3) }, () => one))
      const shuffled = copies
        .map((one) => ({ one, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      expect(await play(shuffled, random), `seed ${seed}`).to.deep.equal(expected)
    }
  })
})
