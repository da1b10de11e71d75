import { randomUUIDv7 } from 'node:crypto'
import {
  type AccountRow,
  type ExternalWriteRow,
  insertExternalWrite,
  type NewExternalWrite,
  readExternalWrite,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { runWrite } from '../../src/journal/run-write.ts'
import { storeWithRetry } from '../../src/journal/store-with-retry.ts'
import { sweepWrites } from '../../src/journal/sweep-writes.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

/** The call deadline and settle time of the network in milliseconds: no process of before has a call in flight then. */
const settledMs = 60_000

describe('a publish of which the promoted database server may lack changes', () => {
  let harness: Harness
  let account: AccountRow
  let network: FakeNetwork
  let recovers = true
  let clockMs = 0

  before(async () => {
    network = new FakeNetwork()
    const port = new Proxy(network.port, {
      get: (_target, name) => (name === 'recover' && !recovers ? undefined : Reflect.get(network.port, name)),
    })
    harness = await startHarness({
      registry: withPorts({ bluesky: { publish: port } }),
      now: () => new Date(Date.now() + clockMs),
    })
  })
  after(() => harness.close())
  beforeEach(async () => {
    network = new FakeNetwork()
    recovers = true
    account = await harness.connect({ platform: 'bluesky' })
  })

  const row = async (id: string) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow

  function newRow(id: string): NewExternalWrite {
    const state = network.port.begin({ writeId: id, items: 1, now: new Date(), random: (n) => new Uint8Array(n) })
    const { context, organizationId, profileId } = harness
    const owner = { organizationId, profileId, accountId: account.id, platform: 'bluesky', requestId: 'test' } as const
    return {
      id,
      kind: 'publish',
      ...owner,
      payload: JSON.stringify({ platform: 'bluesky', accountId: account.id, text: 'hello' }),
      state: JSON.stringify(state),
      wakeAt: context.now(),
      // By the database's clock, which decides whether it is due.
      createdAt: new Date(),
    }
  }

  async function insert(): Promise<string> {
    const id = randomUUIDv7()
    await insertExternalWrite(harness.context.db, newRow(id))
    return id
  }

  /** Stores a write whose first attempt had no response, after which `meanwhile` happens. */
  function storeAgain(id: string, meanwhile: () => Promise<unknown>): Promise<ExternalWriteRow> {
    let tries = 0
    return storeWithRetry(harness.context, id, {
      async insert(db, after) {
        if (tries++ > 0) return insertExternalWrite(db, { ...newRow(id), ...after })
        await meanwhile()
        throw new Error('Connection terminated unexpectedly')
      },
      until: performance.now() + 60_000,
      undecided: () => new ServiceError('internal_error', 'Undecided.'),
    })
  }

  /** The server's timeline becomes another one than that on which the epoch was raised, as by a promotion. */
  async function promote(): Promise<void> {
    // The epoch last: a new connection compares it at once.
    await harness.context.pool.query('update external_write set timeline = timeline + 1')
    await harness.context.pool.query('update database_epoch set timeline = timeline + 1')
  }

  const claimOnce = (id: string) => runWrite(harness.context, { writeId: id, signal: new AbortController().signal })

  async function run(id: string): Promise<ExternalWriteRow> {
    for (let found = await row(id); found.wakeAt !== null; found = await row(id)) {
      clockMs += Math.max(0, found.wakeAt.getTime() - harness.context.now().getTime())
      await claimOnce(id)
    }
    return row(id)
  }

  it('is not sent before the calls of former processes have ended', async () => {
    const id = await insert()
    await promote()
    const before = harness.context.now()
    await claimOnce(id)
    const { wakeAt, changesLostAt } = await row(id)
    expect(network.commits).to.equal(0)
    expect(changesLostAt).to.be.instanceOf(Date)
    expect(wakeAt).to.be.at.least(new Date(before.getTime() + settledMs))
  })

  it('is marked by the sweep before it queues lost writes', async () => {
    const id = await insert()
    await promote()
    await sweepWrites(harness.context)
    expect((await row(id)).changesLostAt).to.be.instanceOf(Date)
  })

  it('has succeeded if the network shows it, and is not sent', async () => {
    const id = await insert()
    network.posts.push({ id: 'post-1', key: id })
    await promote()
    const { status, providerIds, changesLostAt } = await run(id)
    expect([status, providerIds, changesLostAt]).to.deep.equal(['succeeded', ['post-1'], null])
    expect(network.commits).to.equal(0)
  })

  it('is sent once the network has proven that it is not there', async () => {
    const id = await insert()
    await promote()
    const { status } = await run(id)
    expect([status, network.commits, network.maxProbes]).to.deep.equal([
      'succeeded',
      1,
      network.port.settling.maxProbes,
    ])
  })

  it('is found by the call that is known, too', async () => {
    const id = await insert()
    network.posts.push({ id: 'post-1', key: id })
    const { pool } = harness.context
    await pool.query(`update external_write set open_step = 'post', attempt = 1, settle_at = now() where id = $1`, [id])
    await promote()
    const { status, providerIds } = await run(id)
    expect([status, providerIds, network.commits]).to.deep.equal(['succeeded', ['post-1'], 0])
  })

  it('is unknown if the network cannot tell, and is not sent', async () => {
    const id = await insert()
    network.reads = ['blind']
    await promote()
    expect([(await run(id)).status, network.commits]).to.deep.equal(['unknown', 0])
  })

  it('is unknown if its state is needed to look it up', async () => {
    recovers = false
    const id = await insert()
    await promote()
    const { status, error } = await run(id)
    expect([status, network.commits]).to.deep.equal(['unknown', 0])
    expect(error?.message).to.match(/the database failed over/)
  })

  it('is unknown if its account was disconnected', async () => {
    const id = await insert()
    await promote()
    await harness.context.pool.query('delete from account where id = $1', [account.id])
    expect((await run(id)).status).to.equal('unknown')
  })

  it('stops a process that still has one of the lost versions', async () => {
    const id = await insert()
    const { version } = await row(id)
    await promote()
    await claimOnce(id)
    expect((await row(id)).version).to.be.greaterThan(version + 500)
  })

  it('is sent as always if it was stored on the promoted server', async () => {
    await promote()
    const id = await insert()
    const { status } = await run(id)
    expect([status, network.maxProbes]).to.deep.equal(['succeeded', 0])
  })

  it('is looked up first if it is stored again after a promotion: the former server may have stored it', async () => {
    await harness.context.pool.query('update database_epoch set raised_at = null')
    const untouched = await storeAgain(randomUUIDv7(), async () => {})
    const raise = 'update database_epoch set raised_at = $1'
    const marked = await storeAgain(randomUUIDv7(), () => harness.context.pool.query(raise, [harness.context.now()]))
    expect([untouched.changesLostAt, marked.changesLostAt !== null]).to.deep.equal([null, true])
  })

  it('is looked up first if it is stored again on a server whose promotion no process has noticed', async () => {
    // The epoch is raised by the clock of the database, which this test's clock may be ahead of.
    clockMs = 0
    await harness.context.pool.query('update database_epoch set raised_at = null')
    const { changesLostAt } = await storeAgain(randomUUIDv7(), promote)
    expect(changesLostAt).to.be.instanceOf(Date)
  })

  it('is counted once', async () => {
    const counted = () =>
      harness.context.counters.read('database_failovers').map(({ labels, count }) => [labels, count])
    const [[, before] = [[], 0]] = counted()
    const ids = [await insert(), await insert()]
    await promote()
    await Promise.all(ids.map(claimOnce))
    expect(counted()).to.deep.equal([[['asynchronous'], Number(before) + 1]])
  })
})
