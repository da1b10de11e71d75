import type { AccountRow } from '@carillon/database'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import type { Context } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { FakeMessages } from './fake-messages.ts'

describe('the list of messages', () => {
  let harness: Harness
  let network: FakeMessages
  let account: AccountRow

  beforeEach(async () => {
    network = new FakeMessages()
    harness = await startHarness({ registry: withPorts({ instagram: { messages: network.port } }) })
    account = await harness.connect({ platform: 'instagram' })
  })
  afterEach(() => harness.close())

  async function list(context: Context = harness.context, named: object = { accountId: account.id }) {
    const scope = { organizationId: harness.organizationId, profileId: null }
    const response = await ask(context, 'messages.list', { scope, query: { ...named } })
    return { ...bodyOf(response), code: response.status }
  }

  const unavailable = () => {
    throw new ProviderError('provider_error', undefined, 'indeterminate')
  }

  /** Messages that are stored already, one a second, the newest last. */
  async function store(count: number, accountId = account.id): Promise<void> {
    await harness.context.pool.query(
      `insert into message (id, account_id, provider_id, direction, type, sender, body, status, occurred_at, created_at)
       select gen_random_uuid(), $1, 'stored-' || n, 'inbound', 'text', 'ada', 'message ' || n, 'received',
         '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second', now()
       from generate_series(1, $2::int) as n`,
      [accountId, count],
    )
  }

  it('is 502 when nothing could be read and nothing is stored', async () => {
    network.before.push(unavailable)
    const error = await rejection(list())
    expect(error).to.include({ code: 'provider_error', status: 502 })
    expect(error.details).to.have.length(1)
  })

  it('is 207 with what is stored when nothing could be read', async () => {
    await store(2)
    network.before.push(unavailable)
    const { code, messages, errors } = await list()
    expect([code, messages.length]).to.deep.equal([207, 2])
    expect(errors.map((error: { code: string }) => error.code)).to.deep.equal(['provider_error'])
  })

  it('is complete at 10,000 messages, and 207 with result_limit and the newest beyond', async () => {
    await store(10_000)
    const full = await list()
    expect([full.code, full.messages.length]).to.deep.equal([200, 10_000])
    network.add('ada', { body: 'the newest' })
    const cut = await list()
    expect([cut.code, cut.messages.length]).to.deep.equal([207, 10_000])
    expect(cut.errors).to.have.length(1)
    expect(cut.errors[0]).to.include({ accountId: account.id, platform: 'instagram', code: 'result_limit' })
    expect(cut.messages[0].providerId).to.equal('stored-2')
    expect(cut.messages.at(-1).body).to.equal('the newest')
  })

  it('names only the accounts of which messages were left out', async () => {
    const other = await harness.connect({ platform: 'instagram' })
    await store(10_000)
    network.add('ada')
    const { code, errors } = await list(harness.context, { profileId: harness.profileId })
    expect(code).to.equal(207)
    expect(errors.map(({ accountId }: { accountId: string }) => accountId)).to.deep.equal([account.id])
    expect(other.id).to.not.equal(account.id)
  })

  it('is 304 for the list that If-None-Match names, until a message or a failure changes it', async () => {
    const read = async (etag?: string) => {
      const scope = { organizationId: harness.organizationId, profileId: null }
      const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag }
      return ask(harness.context, 'messages.list', { scope, query: { accountId: account.id }, headers })
    }
    network.add('ada')
    const first = await read()
    const etag = first.headers?.['ETag'] ?? ''
    const again = await read(etag)
    expect([again.status, again.json, again.headers]).to.deep.equal([304, undefined, { ETag: etag }])
    network.before.push(unavailable)
    expect((await read(etag)).status, 'with a failure').to.equal(207)
    network.add('ada')
    const later = await read(etag)
    expect([later.status, bodyOf(later).messages.length]).to.deep.equal([200, 2])
    expect(later.headers?.['ETag']).to.not.equal(etag)
  })

  it('has what was not read by a clock that was put back since', async () => {
    network.add('ada', { body: 'first' })
    await list()
    network.add('bea', { body: 'second' })
    await harness.context.pool.query(`update message_sync set synced_at = now() + interval '2 days'`)
    expect((await list()).messages.map(({ body }: { body: string }) => body)).to.have.members(['first', 'second'])
    network.add('ada', { body: 'third' })
    expect((await list()).messages).to.have.length(3)
    const { rows } = await harness.context.pool.query('select synced_at <= now() as current from message_sync')
    expect(rows).to.deep.equal([{ current: true }])
  })

  it('has what the network lists late, although it is older than the last read, without a further call', async () => {
    const long = new Date(Date.now() - 3_600_000).toISOString()
    network.add('ada', { occurredAt: long })
    network.unlisted.add('ada')
    network.add('bea', { occurredAt: long })
    expect((await list()).messages).to.have.length(1)
    network.unlisted.clear()
    network.calls = []
    expect((await list()).messages).to.have.length(2)
    // The messages of the fake are not part of its list: one call for the list, one for the messages that are new.
    expect(network.calls).to.deep.equal(['conversations', 'messages'])
    network.add('bea', { occurredAt: new Date(Date.parse(long) + 60_000).toISOString(), body: 'late' })
    expect((await list()).messages.map(({ body }: { body: string }) => body)).to.include('late')
    network.calls = []
    await list()
    expect(network.calls, 'nothing is new').to.deep.equal(['conversations'])
  })

  describe('after an hour in which nothing was read', () => {
    const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString()

    beforeEach(async () => {
      await list()
      await harness.context.pool.query(`update message_sync set synced_at = now() - interval '1 hour'`)
      network.pageSize = 1
      network.calls = []
    })

    it('has all conversations that have changed, however many pages they are, some of them empty', async () => {
      for (let n = 0; n < 60; n++) network.add(`person-${n}`, { occurredAt: minutesAgo(10) })
      network.emptyPages = 2
      expect((await list()).messages).to.have.length(60)
    })

    const count = (name: string) => network.calls.filter((call) => call === name).length

    it('goes on where a read has failed, instead of reading the same pages again', async () => {
      for (let n = 0; n < 6; n++) network.add(`person-${n}`, { occurredAt: minutesAgo(10) })
      network.before = [() => {}, () => {}, () => {}, unavailable]
      await list()
      expect([count('conversations'), count('messages')]).to.deep.equal([4, 3])
      network.add('person-0', { occurredAt: minutesAgo(1), body: 'while it was interrupted' })
      const { messages } = await list()
      expect(messages).to.have.length(7)
      // The three pages that were left, and what has changed since: one conversation, of six in the list.
      expect([count('conversations'), count('messages')]).to.deep.equal([4 + 3 + 6, 3 + 3 + 1])
      const { rows } = await harness.context.pool.query('select resume_cursor from message_sync')
      expect(rows).to.deep.equal([{ resume_cursor: null }])
    })

    const throttled = () => {
      throw new ProviderError('rate_limited', undefined, 'rejected', { retryAfter: 300 })
    }
    for (const [what, fail] of Object.entries({ 'a failure': unavailable, 'a limit of the network': throttled })) {
      it(`goes on after ${what} at the page with which it was to go on`, async () => {
        for (let n = 0; n < 4; n++) network.add(`person-${n}`, { occurredAt: minutesAgo(10) })
        network.before = [() => {}, () => {}, unavailable]
        await list()
        network.before = [fail]
        await list()
        network.calls = []
        expect((await list()).messages).to.have.length(4)
        expect(count('messages')).to.equal(2)
        expect(count('conversations')).to.equal(2 + 4)
      })
    }

    const rejected = () => {
      throw new ProviderError('provider_error', undefined, 'rejected')
    }
    for (const [how, expire] of [
      ['rejects', () => (network.before = [rejected])],
      ['lists nothing after', () => (network.expiredCursor = '2')],
    ] as const) {
      it(`begins again in the same read if the network ${how} the cursor of an interrupted one`, async () => {
        for (let n = 0; n < 4; n++) network.add(`person-${n}`, { occurredAt: minutesAgo(10) })
        network.before = [() => {}, () => {}, unavailable]
        await list()
        expire()
        const { code, messages } = await list()
        expect([code, messages.length]).to.deep.equal([200, 4])
        expect(count('messages')).to.equal(4)
      })
    }

    it('is not complete where the network repeats a cursor: other conversations may have changed', async () => {
      network.add('person-0', { occurredAt: minutesAgo(10) })
      network.add('person-1', { occurredAt: minutesAgo(10) })
      network.repeatsCursor = true
      const { code, messages } = await list()
      expect([code, messages.length]).to.deep.equal([207, 2])
      expect(count('conversations')).to.equal(2)
      network.repeatsCursor = false
      network.add('person-0', { occurredAt: minutesAgo(1) })
      expect(await list()).to.deep.include({ code: 200 })
    })

    it('has a second message of the second in which the first was read, however long the page took', async () => {
      const occurredAt = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
      network.add('person-0', { occurredAt, body: 'first' })
      const shift = (ms: number) => {
        harness.context.now = () => new Date(Date.now() + ms)
      }
      network.before = [() => shift(12_000)]
      await list()
      network.add('person-0', { occurredAt, body: 'second' })
      shift(90_000)
      expect((await list()).messages.map(({ body }: { body: string }) => body)).to.include('second')
    })
  })

  it('is rendered once for as long as nothing changes, and again after every change', async () => {
    const id = network.add('ada', { direction: 'outbound' })
    const first = await list()
    network.conversations.clear()
    expect(await list()).to.deep.equal(first)
    const change = 'update message set status = $2 where provider_id = $1'
    await harness.context.pool.query(change, [id, 'read'])
    expect((await list()).messages.map(({ status }: { status: string }) => status)).to.deep.equal(['read'])
    await harness.context.pool.query('delete from message where provider_id = $1', [id])
    expect((await list()).messages).to.deep.equal([])
  })

  it('is what a process renders that knows no earlier list, whatever has changed', async () => {
    await store(1_300)
    const fresh = await harness.another()
    fresh.messagePages.get = (_key, _etag, render) => render(undefined)
    const changes = [
      `update message set status = 'read' where provider_id = 'stored-700'`,
      `delete from message where provider_id in ('stored-1', 'stored-500', 'stored-501')`,
      `update message set occurred_at = occurred_at + interval '600 seconds' where provider_id = 'stored-300'`,
      `insert into message (id, account_id, provider_id, direction, type, sender, body, status, occurred_at, created_at)
       select gen_random_uuid(), account_id, 'newer-' || n, direction, type, sender, 'newer', status,
         occurred_at + n * interval '1 second', created_at
       from message, generate_series(1, 400) as n where provider_id = 'stored-1300'`,
      `update message set body = 'changed' where provider_id in ('newer-400', 'stored-2')`,
      `delete from message where provider_id not like 'newer-%'`,
    ]
    await list()
    for (const change of changes) {
      await harness.context.pool.query(change)
      const { messages } = await list()
      expect(messages, change).to.deep.equal((await list(fresh)).messages)
    }
  })

  it('goes with its account', async () => {
    network.add('ada')
    await list()
    await harness.context.pool.query('delete from account where id = $1', [account.id])
    expect((await harness.context.pool.query('select from message_list')).rows).to.deep.equal([])
  })

  it('is read once for readers in two processes at the same time', async () => {
    const another = await harness.another()
    network.add('ada')
    const [inside, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    network.before.push(async () => {
      inside.resolve()
      await release.promise
    })
    const first = list()
    await inside.promise
    const second = list(another)
    // The second process has seen that the row is leased once it waits for the lease to end.
    const waits = 'select count(*)::int as waits from message_sync where lease_until > now()'
    expect((await harness.context.pool.query(waits)).rows[0].waits).to.equal(1)
    release.resolve()
    expect((await first).messages).to.have.length(1)
    expect((await second).messages).to.have.length(1)
    const reads = network.calls.filter((call) => call === 'conversations')
    expect(reads.length, 'one reading, or a second one after the first').to.be.at.most(2)
    expect((await harness.context.pool.query(waits)).rows[0].waits).to.equal(0)
  })

  it('is read by one process at a time', async () => {
    let now = 0
    let maxConcurrent = 0
    const counted = async () => {
      now++
      maxConcurrent = Math.max(maxConcurrent, now)
      await new Promise((next) => setImmediate(next))
      now--
    }
    network.before.push(...Array.from({ length: 12 }, () => counted))
    network.add('ada')
    const contexts = [harness.context, await harness.another(), await harness.another()]
    await Promise.all(Array.from({ length: 12 }, (_, index) => list(contexts[index % contexts.length])))
    expect(maxConcurrent).to.equal(1)
  })

  it('is read by the next one when a process dies while it reads', async () => {
    const another = await harness.another()
    const inside = Promise.withResolvers<void>()
    network.before.push(() => {
      inside.resolve()
      return new Promise(() => {})
    })
    network.add('ada')
    void list().catch(() => {})
    await inside.promise
    await harness.context.pool.query("update message_sync set lease_until = now() - interval '1 second'")
    expect((await list(another)).messages).to.have.length(1)
  })
})
