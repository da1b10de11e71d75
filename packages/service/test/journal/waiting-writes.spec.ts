import { randomUUIDv7 } from 'node:crypto'
import {
  type AccountRow,
  type ExternalWriteRow,
  findAccountForWorker,
  readExternalWrite,
  takeWaitingWrites,
  transaction,
  upsertAccount,
} from '@carillon/database'
import { accountRow } from '@carillon/testkit'
import { expect } from 'chai'
import { createOrganization, jobs } from '../../src/index.ts'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { queueNextWrites, queueWaitingWrites } from '../../src/journal/waiting-writes.ts'
import { publishKind } from '../../src/publishing/run/publish-kind.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('writes beyond the places of the queue', () => {
  let harness: Harness
  let network: FakeNetwork
  let account: AccountRow
  let clockMs: number

  // Its time only passes with each look and when a test lets it pass, however slow the machine is.
  const clock = () => new Date(clockMs++)

  beforeEach(async () => {
    clockMs = Date.now()
    network = new FakeNetwork()
    const port = new Proxy(network.port, { get: (_target, name) => Reflect.get(network.port, name) })
    harness = await startHarness(
      { registry: withPorts({ bluesky: { publish: port } }), now: clock },
      // Two places for each organization and network.
      { WORKER_CONCURRENCY: '1' },
    )
    account = await harness.connect({ platform: 'bluesky' })
  })
  afterEach(() => harness.close())

  async function publish(by: AccountRow, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const payload = { platform: by.platform, accountId: by.id, text: `number ${n}` }
      const write = await newWrite(harness.context, {
        kind: publishKind,
        account: by,
        grant: null,
        requestId: 'test',
        payload,
      })
      ids.push((await enqueueWrite(harness.context, write)).id)
    }
    return ids
  }

  /** An account of another organization. */
  async function stranger(): Promise<AccountRow> {
    const { context } = harness
    const { organizationId, defaultProfileId: profileId } = await createOrganization(context, { name: 'Other' })
    const row = accountRow({ organizationId, profileId, platform: 'bluesky', now: context.now() })
    const id = await upsertAccount(context.db, { ...row, id: randomUUIDv7(), providerId: randomUUIDv7() })
    const found = await findAccountForWorker(context.db, id)
    if (!found) throw new Error('the account was not stored')
    return found
  }

  async function row(id: string): Promise<ExternalWriteRow> {
    const found = await readExternalWrite(harness.context.db, id)
    if (!found) throw new Error('the write was not stored')
    return found
  }

  /** The ids of the writes whose jobs are in the queue, in the order in which workers take them. */
  async function queued(): Promise<string[]> {
    const { rows } = await harness.context.pool.query<{ id: string }>(
      `select payload->>'writeId' as id from graphile_worker._private_jobs order by run_at, id`,
    )
    return rows.map(({ id }) => id)
  }

  /** Runs the first job as a worker does; returns the id of its write. */
  async function work(): Promise<string | undefined> {
    const [id] = await queued()
    await jobs['write.run'].run(harness.context, { writeId: id }, new AbortController().signal)
    await harness.context.pool.query(`delete from graphile_worker._private_jobs where payload->>'writeId' = $1`, [id])
    return id
  }

  it('wait in their table, and follow in their order when one ends', async () => {
    const ids = await publish(account, 5)
    expect(await queued()).to.deep.equal(ids.slice(0, 2))
    expect(await queueWaitingWrites(harness.context)).to.equal(0)
    for (const ended of [1, 2, 3]) {
      await work()
      expect(await queued()).to.deep.equal(ids.slice(ended, ended + 2))
    }
  })

  it('are all carried out by the poll alone, when nobody knows of them', async () => {
    const ids = await publish(account, 7)
    while ((await queued()).length > 0) {
      harness.context.state.waitingWrites.exist = false
      await work()
      if ((await queued()).length === 0) await queueWaitingWrites(harness.context)
    }
    const statuses = await Promise.all(ids.map(async (id) => (await row(id)).status))
    expect(statuses).to.deep.equal(ids.map(() => 'succeeded'))
  })

  it('are left to others by a process that dies while it queues them', async () => {
    const ids = await publish(account, 3)
    await work()
    const dies = transaction(harness.context.db, async (tx) => {
      expect(await takeWaitingWrites(tx, harness.context.now())).to.have.length(1)
      throw new Error('dead')
    })
    expect(await dies.catch((error: Error) => error.message)).to.equal('dead')
    expect(await queueWaitingWrites(harness.context)).to.equal(1)
    expect(await queued()).to.deep.equal(ids.slice(1))
  })

  it('are queued by one process at a time, never beyond the places', async () => {
    await publish(account, 9)
    await work()
    const others = await Promise.all([harness.another(), harness.another(), harness.another()])
    await Promise.all([harness.context, ...others].map((context) => queueWaitingWrites(context)))
    expect(await queued()).to.have.length(2)
  })

  it('do not keep another organization waiting, which then gets the next places', async () => {
    const backlog = await publish(account, 6)
    const [first = '', second = ''] = await publish(await stranger(), 2)
    expect(await queued()).to.deep.equal([...backlog.slice(0, 2), first])
    expect((await row(second)).queued).to.equal(false)
    await queueWaitingWrites(harness.context)
    const ended = [await work(), await work(), await work(), await work(), await work()]
    // In turns, although the others have been waiting for longer.
    expect(ended).to.deep.equal([...backlog.slice(0, 2), first, backlog[2], second])
  })

  it('do not keep the same organization waiting on another network', async () => {
    await publish(account, 3)
    const elsewhere = { ...account, platform: 'x' as const }
    const other = await harness.connect({ platform: 'x' })
    const write = await newWrite(harness.context, {
      kind: publishKind,
      account: { ...elsewhere, id: other.id, platform: 'bluesky' },
      grant: null,
      requestId: 'test',
      payload: { platform: 'x', accountId: other.id, text: 'elsewhere' },
    })
    const stored = await enqueueWrite(harness.context, { ...write, platform: 'x' })
    expect(await queued()).to.include(stored.id)
  })

  it('wait there as well while their network works on them, and are queued when they are due', async () => {
    network.processing = 1
    const [first = '', ...others] = [...(await publish(account, 2)), ...(await publish(await stranger(), 1))]
    await work()
    expect([(await row(first)).status, (await row(first)).queued]).to.deep.equal(['accepted', false])
    expect(await queued()).to.deep.equal(others)
    for (const _each of others) await work()
    expect(await queueWaitingWrites(harness.context)).to.equal(0)
    clockMs += 60_000
    expect(await queueWaitingWrites(harness.context)).to.equal(1)
    await work()
    expect((await row(first)).status).to.equal('succeeded')
  })

  it('are queued by one call at a time in a process, if any are known, and again after a call that failed', async () => {
    let reads = 0
    const db = new Proxy(harness.context.db, {
      get() {
        reads++
        throw new Error('Connection terminated unexpectedly')
      },
    })
    const context = { ...harness.context, db }
    await queueNextWrites(context)
    expect(reads).to.equal(0)
    context.state.waitingWrites.exist = true
    await Promise.all([queueNextWrites(context), queueNextWrites(context)])
    expect(reads).to.equal(1)
    await queueNextWrites(context)
    expect(reads).to.equal(2)
  })

  it('are announced when they have ended', async () => {
    const [id = ''] = await publish(account, 1)
    const changed = harness.context.writes.changed(id, 900_000)
    await work()
    // Empty if nothing was announced.
    expect(await changed.wait()).to.not.equal('')
    changed.stop()
  })
})
