import { type AccountRow, type ExternalWriteRow, listAttempts, readExternalWrite } from '@carillon/database'
import { type OpenCommit, ProviderError, type Verdict, type WritePort } from '@carillon/providers'
import { expect } from 'chai'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { noteRestore } from '../../src/operator/note-restore.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { postKind } from './post-kind.ts'

interface State {
  made: string[]
}

describe('the verdict about a call whose response was lost', () => {
  let harness: Harness
  let account: AccountRow
  let clock = Date.now()
  /** The states from which the network was called, and the number of calls whose response is lost. */
  let calls: string[][]
  let losses: number
  /** The names of the adapter's functions that were called, and what they return. */
  let probes: string[]
  /** What the adapter learns of the call in each probe. */
  let opens: OpenCommit[]
  let verdict: Verdict<State>

  const port: WritePort<unknown, State, string> = {
    settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
    begin: () => ({ made: [] }),
    async advance(_call, { made }) {
      return made.length === 2 ? { kind: 'done', result: made.join() } : { kind: 'commit', step: 'create' }
    },
    async commit(_call, { made }) {
      calls.push(made)
      if (losses-- > 0) throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      return { made: [...made, ...['first', 'second'].slice(made.length)] }
    },
    async reconcile(_call, _state, open) {
      probes.push('reconcile')
      opens.push(open)
      return verdict
    },
  }
  const recovering: typeof port = {
    ...port,
    async recover(_call, _state, open) {
      probes.push('recover')
      opens.push(open)
      return verdict
    },
  }
  const blind = postKind('test.blind', port)
  const seeing = { ...blind, name: 'test.seeing', port: async () => recovering }
  const kindOf = (wanted: string) => [blind, seeing].find(({ name }) => name === wanted)

  before(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf, now: () => new Date(clock) })
  })
  after(() => harness.close())
  beforeEach(async () => {
    account = await harness.connect({ platform: 'bluesky' })
    ;[calls, losses, probes, opens, verdict] = [[], 0, [], [], { kind: 'done', state: { made: ['a', 'b'] } }]
  })

  async function enqueue(kind: typeof blind): Promise<string> {
    const { context } = harness
    const made = await newWrite(context, { kind, account, grant: null, requestId: 'test', payload: {} })
    return (await enqueueWrite(context, made)).id
  }

  const row = async (id: string) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow

  async function run(id: string, turns = 9): Promise<ExternalWriteRow> {
    for (let turn = 0; turn < turns; turn++) {
      const { wakeAt } = await row(id)
      if (wakeAt === null) break
      clock = Math.max(clock + 1_000, wakeAt.getTime())
      await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    }
    return row(id)
  }

  const set = (id: string, changes: string) =>
    harness.context.pool.query(`update external_write set ${changes} where id = $1`, [id])

  describe('is that of', () => {
    const lost = async (id: string) => {
      losses = 1
      await run(id, 1)
      expect((await row(id)).openStep).to.equal('create')
    }
    const failedOver = (id: string) => set(id, 'changes_lost_at = now()')
    const restored = () => noteRestore(harness.context, { since: new Date(clock).toISOString() })

    for (const [name, kind, prepare, probe] of [
      ['reconcile if no changes of the write may be lost', seeing, lost, 'reconcile'],
      ['recover after a failover', seeing, failedOver, 'recover'],
      ['recover in a restored backup', seeing, restored, 'recover'],
      ['reconcile in a restored backup if the adapter has no recover', blind, restored, 'reconcile'],
    ] as const) {
      it(name, async () => {
        const id = await enqueue(kind)
        await prepare(id)
        const sent = calls.length
        const { status, providerIds } = await run(id)
        expect([status, providerIds]).to.deep.equal(['succeeded', ['a', 'b']])
        expect([probes, calls.length]).to.deep.equal([[probe], sent])
      })
    }
  })

  it('says which objects of the call exist, and only the others are created', async () => {
    losses = 1
    verdict = { kind: 'absent', state: { made: ['found'] } }
    const id = await enqueue(blind)
    expect((await run(id)).providerIds).to.deep.equal(['found', 'second'])
    expect(calls).to.deep.equal([[], ['found']])
    expect((await listAttempts(harness.context.db, id)).map(({ outcome }) => outcome)).to.deep.equal([
      'absent',
      'succeeded',
    ])
  })
  it('is about the first call that no probe found, and about the latest one', async () => {
    losses = 3
    verdict = { kind: 'absent' }
    await run(await enqueue(blind))
    expect(calls).to.have.length(4)
    const latest = [...new Set(opens.map(({ latestAt }) => Number(latestAt)))]
    expect(latest, 'one for each call without a response').to.have.length(3)
    expect(latest).to.deep.equal(latest.toSorted())
    expect(new Set(opens.map(({ startedAt }) => Number(startedAt)))).to.deep.equal(new Set(latest.slice(0, 1)))
    expect(new Set(opens.map(({ step }) => step))).to.deep.equal(new Set(['create']))
  })
})
