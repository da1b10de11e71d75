import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountRow,
  addJobs,
  deleteAccounts,
  type ExternalWriteRow,
  insertExternalWrite,
  listAttempts,
  readExternalWrite,
  readFeed,
} from '@carillon/database'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { checkpoints } from '../../src/index.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { sweepWrites } from '../../src/journal/sweep-writes.ts'
import { jobOfWrite } from '../../src/journal/transition.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('the publish journal', () => {
  let harness: Harness
  let account: AccountRow
  let network: FakeNetwork
  let clockMs = 0
  let dieAt: string | null = null
  let dead = Promise.withResolvers<void>()
  /** When a process goes on that stands still at `dieAt`; null if it never does. */
  let resume: Promise<void> | null = null

  before(async () => {
    network = new FakeNetwork()
    const port = new Proxy(network.port, { get: (_target, name) => Reflect.get(network.port, name) })
    harness = await startHarness({
      registry: withPorts({ bluesky: { publish: port } }),
      now: () => new Date(Date.now() + clockMs),
      // A process that dies does nothing any more: it does not clean up, and no error is caught.
      checkpoint(name) {
        if (name !== dieAt) return undefined
        dead.resolve()
        return resume ?? new Promise<void>(() => {})
      },
    })
  })
  after(() => harness.close())
  beforeEach(async () => {
    // Each network gives its posts the same ids, so that the account is another one as well.
    network = new FakeNetwork()
    account = await harness.connect({ platform: 'bluesky' })
    dieAt = null
  })

  /** The types of a publish's events in the order of the feed. */
  async function eventsOf(id: string): Promise<string[]> {
    const { db } = harness.context
    await harness.context.events.now()
    const after = { position: 0, at: new Date(0) }
    const events = await readFeed(db, {
      organizationId: harness.organizationId,
      profileIds: null,
      after,
      limit: 10_000,
    })
    const own = events.filter(({ objectId }) => objectId === id)
    expect(own.map(({ sequence }) => sequence)).to.deep.equal(own.map((_, at) => at + 1))
    return own.map(({ type }) => type)
  }

  const ends = {
    processing: [],
    accepted: [],
    succeeded: ['publish.published'],
    failed: ['publish.failed'],
    unknown: ['publish.unknown'],
  }
  let enqueued: string[] = []
  beforeEach(() => {
    enqueued = []
  })
  afterEach('each change of its status has one event', async () => {
    for (const id of enqueued) {
      const { status, acceptedAt } = await row(id)
      const types = [...(acceptedAt ? ['publish.accepted'] : []), ...ends[status]]
      expect(await eventsOf(id)).to.deep.equal(types)
    }
  })

  async function enqueue(): Promise<string> {
    const id = randomUUIDv7()
    enqueued.push(id)
    const state = network.port.begin({ writeId: id, items: 1, now: new Date(), random: (n) => new Uint8Array(n) })
    await insertExternalWrite(harness.context.db, {
      id,
      kind: 'publish',
      organizationId: harness.organizationId,
      profileId: harness.profileId,
      accountId: account.id,
      platform: 'bluesky',
      requestId: 'test',
      payload: JSON.stringify({ platform: 'bluesky', accountId: account.id, text: 'hello' }),
      state: JSON.stringify(state),
      wakeAt: harness.context.now(),
      createdAt: harness.context.now(),
    })
    return id
  }

  async function row(id: string): Promise<ExternalWriteRow> {
    return (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow
  }

  /** Runs the publish as the first attempt of its job does: without a claim before its first change. */
  function runFirst(id: string): Promise<void> {
    return runWrite(harness.context, { writeId: id, signal: new AbortController().signal, isFirst: true })
  }

  /** Resumes the publish again and again, moving the clock to each wake-up, until it has ended. */
  async function run(id: string, turns = 12): Promise<ExternalWriteRow> {
    for (let turn = 0; turn < turns; turn++) {
      const { wakeAt } = await row(id)
      if (wakeAt === null) break
      clockMs += Math.max(0, wakeAt.getTime() - harness.context.now().getTime())
      await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    }
    return row(id)
  }

  /** Resolves once the process has died at this place, by when everything before it has been written. */
  function deathAt(place: string): Promise<void> {
    dieAt = place
    dead = Promise.withResolvers()
    return dead.promise
  }

  async function outcomes(id: string): Promise<unknown[]> {
    return (await listAttempts(harness.context.db, id)).map(({ outcome }) => outcome)
  }

  it('publishes once and keeps what was tried', async () => {
    const id = await enqueue()
    const ended = await run(id)
    expect(ended.status).to.equal('succeeded')
    expect(ended.providerIds).to.deep.equal(['post-1'])
    expect(ended.result).to.deep.equal({ postIds: ['post-1'], permalink: 'https://example.com/post-1' })
    expect(await outcomes(id)).to.deep.equal(['succeeded'])
  })

  it('publishes once if it is claimed by its first change', async () => {
    const id = await enqueue()
    const death = deathAt('write.claimed')
    void runFirst(id)
    await death
    expect(await row(id)).to.include({ version: 0, runningSince: null })
    dieAt = null
    const intent = deathAt('intent.stored')
    void runFirst(id)
    await intent
    const { runningSince, wakeAt, openStep } = await row(id)
    expect([runningSince, wakeAt]).to.satisfy((dates: unknown[]) => dates.every((date) => date instanceof Date))
    expect(Number(wakeAt) - Number(runningSince)).to.be.within(60_000, 120_000)
    expect(openStep).to.be.a('string')
    dieAt = null
    expect((await run(id)).status).to.equal('succeeded')
    expect(network.posts).to.have.length(1)
  })

  it('publishes once if three processes carry it out before it is claimed', async () => {
    const id = await enqueue()
    const together = Promise.withResolvers<void>()
    resume = together.promise
    const runs: Promise<void>[] = []
    // Who reads the row after the first change of another process takes that process for dead.
    for (let process = 0; process < 3; process++) {
      const claimed = deathAt('write.claimed')
      runs.push(runFirst(id))
      await claimed
    }
    dieAt = null
    resume = null
    together.resolve()
    await Promise.all(runs)
    expect((await row(id)).status).to.equal('succeeded')
    expect([network.commits, network.posts.length]).to.deep.equal([1, 1])
    expect(await outcomes(id)).to.deep.equal(['succeeded'])
  })

  for (const way of ['request', 'guarded'] as const) {
    it(`finds the post whose call, by ${way}, ends in an error that nobody foresaw`, async () => {
      const id = await enqueue()
      const { commit } = network.port
      network.port.commit = async (call, ...rest) => {
        // Nothing listens there, but the journal knows no more than that a request was made.
        const request = { network: 'bluesky', operation: 'o', method: 'POST', url: 'http://127.0.0.1:9/' }
        await call.outbound[way](request).catch(() => {})
        await commit(call, ...rest)
        throw new TypeError('not a property of undefined')
      }
      expect((await run(id)).status).to.equal('succeeded')
      expect([network.commits, network.posts.length]).to.deep.equal([1, 1])
      expect(await outcomes(id)).to.deep.equal(['reconciled'])
    })
  }

  it('does nothing if it has ended before a worker takes its job', async () => {
    const id = await enqueue()
    const ended = await run(id)
    await runFirst(id)
    expect(await row(id)).to.deep.equal(ended)
  })

  it('is accepted while the network works on it, then published', async () => {
    network.processing = 2
    const id = await enqueue()
    await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    expect((await row(id)).status).to.equal('accepted')
    expect((await run(id)).status).to.equal('succeeded')
    expect(network.posts).to.have.length(1)
  })

  it('fails at once when the network gives up what it had accepted, whatever the code', async () => {
    network.processing = 1
    const options = { retryAfter: 86_400, final: true }
    network.ending = new ProviderError('rate_limited', 'Enough for today.', 'rejected', options)
    const ended = await run(await enqueue())
    expect(ended.acceptedAt).to.be.a('date')
    expect([ended.status, ended.error]).to.deep.equal([
      'failed',
      { code: 'rate_limited', message: 'Enough for today.', status: 429, retryAfter: 86_400 },
    ])
  })

  for (const code of ['provider_not_configured', 'provider_rejected', 'post_not_found'] as const) {
    it(`is not failed by ${code} in response to a query about what the network had accepted`, async () => {
      network.processing = 1
      network.ending = new ProviderError(code, undefined, 'rejected')
      const id = await enqueue()
      expect((await run(id)).status).to.equal('accepted')
      network.ending = null
      expect((await run(id)).status).to.equal('succeeded')
      expect(network.posts).to.have.length(1)
    })
  }

  it('waits a day for a new connection when the connection expires before the network told, then says unknown', async () => {
    network.processing = 1
    network.ending = new ProviderError('connection_expired', 'Reconnect.', 'rejected')
    const id = await enqueue()
    expect((await run(id)).status).to.equal('accepted')
    const { status, error } = await run(id, 320)
    expect(status).to.equal('unknown')
    expect(error?.message).to.contain('the connection expired before the network reported it, and was not renewed')
  })

  it('waits for a new connection when the connection expires after the network took it, and goes on with it', async () => {
    network.ending = new ProviderError('connection_expired', 'Reconnect.', 'rejected')
    const id = await enqueue()
    expect((await run(id)).status).to.equal('processing')
    network.ending = null
    expect((await run(id)).status).to.equal('succeeded')
    expect(network.posts).to.have.length(1)
  })

  it('says unknown when no new connection has come for a day after the network took it', async () => {
    network.ending = new ProviderError('connection_expired', 'Reconnect.', 'rejected')
    const { status, error } = await run(await enqueue(), 320)
    expect(status).to.equal('unknown')
    expect(error?.message).to.contain('the connection expired before the network reported it, and was not renewed')
    expect(network.posts).to.have.length(1)
  })

  describe('rejected as a duplicate', () => {
    const texts = async (id: string, payload: object) => {
      await harness.context.pool.query('update external_write set payload = $2 where id = $1', [id, payload])
    }
    const duplicate = async (payload: object, details?: object) => {
      const commit = network.port.commit
      Object.assign(network.port, {
        async commit() {
          throw new ProviderError('duplicate_post', undefined, 'rejected', { details })
        },
      })
      const id = await enqueue()
      await texts(id, payload)
      const { error } = await run(id)
      Object.assign(network.port, { commit })
      return error
    }

    it('names the latest publish with the text that took effect, and keeps what the error had', async () => {
      // Publishes of one millisecond have ids in any order.
      const [older = '', latest = ''] = [await enqueue(), await enqueue()].sort()
      const failed = await enqueue()
      for (const id of [older, latest]) {
        await texts(id, { text: 'root', thread: [{ text: 'Said before ' }] })
        await run(id)
      }
      await texts(failed, { text: 'Said before' })
      network.moods = ['reject']
      await run(failed)
      const error = await duplicate({ text: 'Said before' }, { postIds: ['p'] })
      expect(error).to.deep.include({
        code: 'duplicate_post',
        status: 409,
        details: { postIds: ['p'], publishId: latest },
      })
    })

    it('names a publish with the text that is one of the latest 100', async () => {
      const first = await enqueue()
      await texts(first, { text: 'Said long ago' })
      await run(first)
      const { pool } = harness.context
      const later = async (count: number) => {
        await pool.query(
          `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status,
               payload, state, created_at, updated_at)
             select new.id, kind, organization_id, profile_id, account_id, platform, request_id, 'succeeded',
               '{"text": "Something else"}', '{}', created_at, updated_at
             from external_write as old, unnest($2::uuid[]) as new(id) where old.id = $1`,
          [first, Array.from({ length: count }, () => randomUUIDv7())],
        )
        // Ids of one millisecond are in any order: the next publish is made in a later one.
        for (const at = Date.now(); Date.now() === at; ) await sleep(1)
      }
      await later(99)
      expect((await duplicate({ text: 'Said long ago' }))?.details).to.deep.equal({ publishId: first })
      await later(1)
      expect((await duplicate({ text: 'Said long ago' }))?.details).to.equal(undefined)
    })

    it('names a publish with the text whose outcome is not known yet', async () => {
      const earlier = await enqueue()
      await texts(earlier, { text: 'Said just now' })
      network.moods = ['accept-then-drop']
      await run(earlier, 1)
      expect((await row(earlier)).status).to.equal('processing')
      expect((await duplicate({ text: 'Said just now' }))?.details).to.deep.equal({ publishId: earlier })
      await run(earlier)
    })

    it('names none where the text was not published by us', async () => {
      const error = await duplicate({ text: 'Never said before' })
      expect(error).to.deep.include({ code: 'duplicate_post' }).and.not.have.property('details')
    })
  })

  it('finds a post whose response was lost instead of posting it again', async () => {
    network.moods = ['accept-then-drop']
    const id = await enqueue()
    const ended = await run(id)
    expect(ended.providerIds).to.deep.equal(['post-1'])
    expect(network.commits).to.equal(1)
    expect(await outcomes(id)).to.deep.equal(['reconciled'])
  })

  it('posts again only after two look-ups found nothing', async () => {
    network.moods = ['drop-before']
    const id = await enqueue()
    const ended = await run(id)
    expect(ended.status).to.equal('succeeded')
    expect(network.posts).to.have.length(1)
    expect([network.commits, network.maxProbes]).to.deep.equal([2, 2])
    expect(await outcomes(id)).to.deep.equal(['absent', 'succeeded'])
  })

  it('is not fooled by a list that lags behind', async () => {
    network.moods = ['accept-then-drop']
    network.reads = ['lag', 'fail']
    const ended = await run(await enqueue())
    expect(ended.status).to.equal('succeeded')
    expect(network.posts).to.have.length(1)
    expect(network.commits).to.equal(1)
  })

  it('says unknown and never sends again when the network cannot be read', async () => {
    network.moods = ['accept-then-drop']
    network.reads = ['blind']
    const ended = await run(await enqueue())
    expect(ended.status).to.equal('unknown')
    expect(ended.error?.code).to.equal('provider_error')
    expect(network.commits).to.equal(1)
  })

  it('fails with the rejection of the network', async () => {
    network.moods = ['reject']
    const ended = await run(await enqueue())
    expect([ended.status, ended.error?.code, ended.error?.status]).to.deep.equal(['failed', 'provider_rejected', 422])
    expect(network.maxProbes).to.equal(0)
  })

  it('tells a throttled caller how long to wait', async () => {
    network.moods = ['throttle']
    const ended = await run(await enqueue())
    expect(ended.error).to.include({ code: 'rate_limited', status: 429, retryAfter: 7 })
  })

  it('tries again what never left this machine, and gives up in the end', async () => {
    network.moods = ['unreachable', 'unreachable']
    expect((await run(await enqueue())).status).to.equal('succeeded')
    network = new FakeNetwork()
    network.moods = Array.from({ length: 9 }, () => 'unreachable' as const)
    expect((await run(await enqueue())).error?.code).to.equal('provider_error')
    expect(network.posts).to.have.length(0)
  })

  describe('dying at any moment', () => {
    const places = checkpoints.filter((name) => name !== 'media.prepared')
    const cases = places.flatMap((place) => [true, false].map((isFirst) => ({ place, isFirst })))
    for (const { place, isFirst } of cases) {
      it(`leaves exactly one post: ${place}, ${isFirst ? 'claimed by its first change' : 'claimed first'}`, async () => {
        const id = await enqueue()
        const death = deathAt(place)
        void runWrite(harness.context, { writeId: id, signal: new AbortController().signal, isFirst })
        await death
        const isUnclaimed = isFirst && (await row(id)).version === 0
        expect((await row(id)).runningSince === null).to.equal(isUnclaimed)
        dieAt = null
        const ended = await run(id)
        expect(ended.status).to.equal('succeeded')
        expect(ended.providerIds).to.deep.equal(['post-1'])
        expect(network.posts).to.have.length(1)
      })
    }

    /** Makes the process die over the publish so often, at one place, as soon as it may be resumed. */
    async function die(id: string, deaths: number, place: string): Promise<void> {
      for (let death = 0; death < deaths; ) {
        const { wakeAt } = await row(id)
        if (wakeAt === null) return
        clockMs += Math.max(0, wakeAt.getTime() - harness.context.now().getTime())
        const died = deathAt(place).then(() => true)
        const ended = runWrite(harness.context, { writeId: id, signal: new AbortController().signal }).then(() => false)
        if (await Promise.race([died, ended])) death++
      }
      dieAt = null
    }

    it('too often at the same place ends the publish', async () => {
      const id = await enqueue()
      await die(id, 7, 'write.claimed')
      const ended = await run(id)
      expect([ended.status, ended.error?.code]).to.deep.equal(['failed', 'internal_error'])
      expect(network.posts).to.have.length(0)
    })

    it('now and then, while it gets on, does not', async () => {
      const id = await enqueue()
      await die(id, 2, 'write.claimed')
      await die(id, 1, 'state.stored')
      await die(id, 2, 'write.claimed')
      await die(id, 1, 'intent.stored')
      await die(id, 1, 'write.claimed')
      const ended = await run(id)
      expect(ended.status).to.equal('succeeded')
      expect(network.posts).to.have.length(1)
    })

    it('again and again takes longer and longer until the next time', async () => {
      const id = await enqueue()
      await die(id, 4, 'write.claimed')
      await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
      const { status, wakeAt, runningSince } = await row(id)
      expect([status, runningSince]).to.deep.equal(['processing', null])
      expect(wakeAt && wakeAt.getTime() - harness.context.now().getTime()).to.be.greaterThan(5_000)
    })

    it('is not what a process does that stood still: it must not make the call when others may have', async () => {
      const id = await enqueue()
      const { promise: still, resolve: goOn } = Promise.withResolvers<void>()
      const frozen = await harness.another({
        ...harness.overrides,
        checkpoint: (name) => (name === 'intent.stored' ? still : undefined),
      })
      const standing = runWrite(frozen, { writeId: id, signal: new AbortController().signal })
      while ((await row(id)).openStep === null) await sleep(5)
      clockMs += 10 * 60_000
      expect((await run(id)).status).to.equal('succeeded')
      goOn()
      await standing
      expect(network.commits).to.equal(1)
      expect((await row(id)).status).to.equal('succeeded')
    })
  })

  it('is driven by one process at a time', async () => {
    const id = await enqueue()
    const other = await harness.another()
    const signal = new AbortController().signal
    await Promise.all([
      runWrite(harness.context, { writeId: id, signal }),
      runWrite(other, { writeId: id, signal }),
      runWrite(other, { writeId: id, signal }),
    ])
    await run(id)
    expect(network.posts).to.have.length(1)
  })

  it('goes on elsewhere when a process drains', async () => {
    const id = await enqueue()
    await runWrite(harness.context, { writeId: id, signal: AbortSignal.abort() })
    expect((await row(id)).runningSince).to.equal(null)
    expect((await run(id)).status).to.equal('succeeded')
  })

  it('is brought back by the sweep when its job was lost', async () => {
    const id = await enqueue()
    await harness.context.pool.query('update external_write set queued = true where id = $1', [id])
    clockMs += 60_000
    expect(await sweepWrites(harness.context)).to.be.at.least(1)
    const { rows } = await harness.context.pool.query(
      "select count(*)::int as jobs from graphile_worker.jobs where key = $1 and task_identifier = 'write.run'",
      [`write:${id}`],
    )
    expect(rows[0].jobs).to.equal(1)
  })

  it('is left to the job that a worker has just taken, and brought back if that goes on for long', async () => {
    const { pool, db } = harness.context
    const id = await enqueue()
    await pool.query('update external_write set queued = true where id = $1', [id])
    const job = jobOfWrite(await row(id), { part: 'call' })
    await addJobs(db, [job])
    const take = (ago: string) =>
      pool.query(
        `update graphile_worker._private_jobs set locked_at = now() - $2::interval, locked_by = 'pool-x' where key = $1`,
        [`write:${id}`, ago],
      )
    await take('1 second')
    clockMs += 60_000
    await pool.query(`update external_write set wake_at = wake_at - interval '20 seconds' where id = $1`, [id])
    await sweepWrites(harness.context)
    expect((await row(id)).crashCount).to.equal(0)
    await take('2 minutes')
    await sweepWrites(harness.context)
    expect((await row(id)).crashCount).to.equal(1)
    // It may be the cause, and is therefore claimed before anything is done for it.
    const death = deathAt('write.claimed')
    void runFirst(id)
    await death
    expect((await row(id)).runningSince).to.not.equal(null)
  })

  it('is counted once for a process that died, also if the sweep brings it back', async () => {
    const id = await enqueue()
    const death = deathAt('write.claimed')
    void runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    await death
    await harness.context.pool.query(`update external_write set wake_at = now() - interval '1 minute' where id = $1`, [
      id,
    ])
    await sweepWrites(harness.context)
    const again = deathAt('write.claimed')
    void runFirst(id)
    await again
    expect((await row(id)).crashCount).to.equal(1)
  })

  it('stores no intent on a server that was promoted without this process noticing', async () => {
    const { pool } = harness.context
    const { rows } = await pool.query('select timeline from database_epoch')
    const id = await enqueue()
    const claimed = deathAt('write.claimed')
    const going = Promise.withResolvers<void>()
    resume = going.promise
    const ran = runFirst(id)
    await claimed
    dieAt = null
    // As if the server of this connection had been promoted since the write was read.
    await pool.query('update database_epoch set timeline = timeline + 1')
    going.resolve()
    await ran
    resume = null
    const { version, openStep } = await row(id)
    await pool.query('update database_epoch set timeline = $1', [rows[0].timeline])
    expect([openStep, network.commits]).to.deep.equal([null, 0])
    expect(version).to.not.equal(1)
  })

  it('fails what was not sent when the account is disconnected', async () => {
    const id = await enqueue()
    const gone = account
    await deleteAccounts(harness.context.db, [gone.id])
    const ended = await run(id)
    expect([ended.status, ended.error?.code]).to.deep.equal(['failed', 'account_not_found'])
  })
})
