import { randomUUIDv7 } from 'node:crypto'
import {
  type AccountRow,
  deleteAccounts,
  type ExternalWriteRow,
  insertExternalWrite,
  readExternalWrite,
} from '@carillon/database'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { runWrite } from '../../src/journal/run-write.ts'
import { noteRestore } from '../../src/operator/note-restore.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('a publish that was open in a restored backup', () => {
  let harness: Harness
  let account: AccountRow
  let network: FakeNetwork
  let clockMs = 0

  before(async () => {
    network = new FakeNetwork()
    const port = new Proxy(network.port, { get: (_target, name) => Reflect.get(network.port, name) })
    harness = await startHarness({
      registry: withPorts({ bluesky: { publish: port } }),
      now: () => new Date(Date.now() + clockMs),
    })
  })
  after(() => harness.close())
  beforeEach(async () => {
    network = new FakeNetwork()
    account = await harness.connect({ platform: 'bluesky' })
  })

  /** A publish as the backup holds it: nothing of it was sent yet. */
  async function restore(): Promise<string> {
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
    await noteRestore(harness.context, { since: harness.context.now().toISOString() })
    return id
  }

  const row = async (id: string) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow

  async function run(id: string): Promise<ExternalWriteRow> {
    for (let found = await row(id); found.wakeAt !== null; found = await row(id)) {
      clockMs += Math.max(0, found.wakeAt.getTime() - harness.context.now().getTime())
      await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    }
    expect(network.commits, 'calls that publish').to.equal(0)
    return row(id)
  }

  it('has succeeded if the network shows it', async () => {
    const id = await restore()
    network.posts.push({ id: 'post-1', key: id })
    const { status, providerIds } = await run(id)
    expect([status, providerIds]).to.deep.equal(['succeeded', ['post-1']])
  })

  const failing = (outcome: 'rejected' | 'not_sent' | 'indeterminate') => () => {
    network.upload = () => Promise.reject(new ProviderError('provider_error', 'No.', outcome))
  }
  const ways: Record<string, (id: string) => unknown> = {
    'the network does not show it': () => {},
    'the network rejects a call that precedes publishing': failing('rejected'),
    'the network cannot be reached before publishing': failing('not_sent'),
    'the network never responds before publishing': failing('indeterminate'),
    'its media are gone': () => {
      network.upload = () => Promise.reject(new Error('the file is gone'))
    },
    'its account was disconnected': () => deleteAccounts(harness.context.db, [account.id]),
    'processes died over it': (id) =>
      harness.context.pool.query('update external_write set crash_count = 6 where id = $1', [id]),
  }
  for (const [what, prepare] of Object.entries(ways)) {
    it(`is unknown if ${what}: the installation that was lost may have sent it`, async () => {
      const id = await restore()
      await prepare(id)
      const { status, error } = await run(id)
      expect(status).to.equal('unknown')
      expect(error?.message).to.match(/^It is not known whether the post was published: .*restored from a backup/)
    })
  }
})
