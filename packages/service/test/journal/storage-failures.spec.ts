import { randomUUIDv7 } from 'node:crypto'
import {
  type AccountRow,
  type ExternalWriteRow,
  insertExternalWrite,
  listAttempts,
  readExternalWrite,
} from '@carillon/database'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import pg from 'pg'
import { type Checkpoint, type Context, checkpoints } from '../../src/index.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type FlakyDatabase, startFlakyDatabase } from '../flaky-database.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('a publish whose database connections break', () => {
  let harness: Harness
  let flaky: FlakyDatabase
  let context: Context
  let account: AccountRow
  let network: FakeNetwork
  let clockMs = 0
  let terminateAt: Checkpoint | null = null

  /**
   * Ends every connection of the process that publishes, as a failover or a restarted pooler does. Those of the test stay:
   * a pool can give one that is ending to the next statement.
   */
  async function terminateBackends(): Promise<void> {
    const client = new pg.Client({ connectionString: harness.context.config.databaseUrl })
    await client.connect()
    const ended = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where client_port = any($1::int[]) and datname = current_database()',
      [flaky.ports()],
    )
    expect(ended.rowCount).to.be.at.least(1)
    await client.end()
  }

  before(async () => {
    network = new FakeNetwork()
    const port = new Proxy(network.port, { get: (_target, name) => Reflect.get(network.port, name) })
    harness = await startHarness({
      registry: withPorts({ bluesky: { publish: port } }),
      now: () => new Date(Date.now() + clockMs),
      checkpoint: (name) => (name === terminateAt ? terminateBackends() : undefined),
    })
    flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    context = await harness.another(harness.overrides, { databaseUrl: flaky.url })
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(async () => {
    await harness.close()
    await flaky.close()
  })
  beforeEach(() => {
    network = new FakeNetwork()
    terminateAt = null
    flaky.breakAtMessage(Number.POSITIVE_INFINITY, 'before-commit')
  })

  async function enqueue(): Promise<string> {
    const id = randomUUIDv7()
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

  const row = async (id: string) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow

  /** Takes the publish up again at each wake-up, as the queue does, whatever the run before ended in. */
  async function run(id: string): Promise<ExternalWriteRow> {
    for (let turn = 0; turn < 12; turn++) {
      const { wakeAt } = await row(id)
      if (wakeAt === null) break
      clockMs += Math.max(0, wakeAt.getTime() - harness.context.now().getTime())
      await runWrite(context, { writeId: id, signal: new AbortController().signal }).catch(() => {})
    }
    return row(id)
  }

  async function expectOnePost(id: string, ended: ExternalWriteRow): Promise<void> {
    expect([ended.status, ended.providerIds, ended.error]).to.deep.equal(['succeeded', ['post-1'], null])
    expect([network.posts.length, network.commits]).to.deep.equal([1, 1])
    const attempts = await listAttempts(harness.context.db, id)
    expect(attempts.at(-1)?.outcome).to.equal('succeeded')
    expect(attempts.slice(0, -1).every(({ errorCode }) => errorCode === 'database_error')).to.equal(true)
  }

  for (const place of checkpoints.filter((name) => name !== 'media.prepared')) {
    it(`is published once when all of them end at ${place}`, async () => {
      const id = await enqueue()
      terminateAt = place
      await expectOnePost(id, await run(id))
    })
  }

  for (const when of ['before-commit', 'before-response'] as const) {
    it(`is published once whichever message is lost ${when === 'before-response' ? 'with its response' : 'on its way'}`, async () => {
      let number = 1
      for (; ; number++) {
        network = new FakeNetwork()
        const id = await enqueue()
        flaky.breakAtMessage(number, when)
        const ended = await run(id)
        if (!flaky.hasBroken()) break
        await expectOnePost(id, ended)
      }
      expect(number).to.be.greaterThan(5)
    })
  }

  it('stays open when they break at every try, and goes on when they hold', async () => {
    const id = await enqueue()
    const { upload } = network
    network.upload = () => Promise.reject(Object.assign(new Error('Connection terminated unexpectedly')))
    for (let turn = 0; turn < 8; turn++) {
      const { wakeAt } = await row(id)
      clockMs += Math.max(0, (wakeAt?.getTime() ?? 0) - harness.context.now().getTime())
      await runWrite(context, { writeId: id, signal: new AbortController().signal })
    }
    const { status, crashCount } = await row(id)
    expect([status, crashCount]).to.deep.equal(['processing', 0])
    // The network fails once, as anybody's may: the failures of the store do not count as its own.
    let failed = false
    network.upload = () => {
      if (failed) return upload()
      failed = true
      return Promise.reject(new ProviderError('provider_error', 'The network did not respond in time.', 'not_sent'))
    }
    await expectOnePost(id, await run(id))
  })

  it('is unknown, never failed, when the network rejects a step after the post went out', async () => {
    const id = await enqueue()
    network.rejectsWhatFollows = true
    const ended = await run(id)
    expect([ended.status, network.posts.length]).to.deep.equal(['unknown', 1])
  })
})
