import {
  type AccountRow,
  deleteAccounts,
  type ExternalWriteRow,
  listAttempts,
  readExternalWrite,
  transaction,
} from '@carillon/database'
import { ProviderError, type Verdict, type WritePort } from '@carillon/providers'
import { expect } from 'chai'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import type { WriteKind } from '../../src/journal/write-kind.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { postKind } from './post-kind.ts'

interface ThreadState {
  made: string[]
  isUndoing: boolean
}

type Mood = 'accept' | 'lose' | 'drop' | 'unreachable' | 'reconnect'

const hour = 3_600_000

describe('a write of several commits', () => {
  let harness: Harness
  let account: AccountRow
  /** The clock of the process, which stands still between two turns. */
  let clock = Date.now()
  /** What the network holds, and when it was called. */
  let held: string[]
  let calls: number[]
  let moods: Mood[]
  /** The network's response to every call for which no mood is left. */
  let mood: Mood
  /** Whether the network only shows that a call can be repeated without harm. */
  let isVague: boolean
  /** Whether it then shows, too, that none of the calls has had an effect. */
  let isAbsent: boolean
  /** How often the network reports that it works on what it has accepted. */
  let working: number

  const port: WritePort<unknown, ThreadState, string> = {
    settling: { seconds: 5, maxProbes: 2, probeIntervalSeconds: 5 },
    begin: () => ({ made: [], isUndoing: false }),
    async advance(_call, state) {
      const { made, isUndoing } = state
      if (isUndoing && made.length === 0) return { kind: 'done', result: '' }
      if (isUndoing) {
        held = held.filter((id) => id !== made.at(-1))
        return { kind: 'next', state: { ...state, made: made.slice(0, -1) } }
      }
      if (working-- > 0) return { kind: 'wait', state, seconds: 60, accepted: true }
      return made.length === 2
        ? { kind: 'done', result: made.join() }
        : { kind: 'commit', step: `post[${made.length}]` }
    },
    async commit(_call, state, step) {
      calls.push(clock)
      const now = moods.shift() ?? mood
      if (now === 'drop') throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      if (now === 'unreachable') throw new ProviderError('provider_error', 'No connection.', 'not_sent')
      if (now === 'reconnect') throw new ProviderError('connection_expired', 'Reconnect.', 'not_sent')
      held.push(step)
      if (now === 'lose') throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      return { ...state, made: [...state.made, step] }
    },
    createdIds: ({ made }) => made,
    resultOf: (_call, { made }) => (made.length === 2 ? made.join() : undefined),
    async reconcile(_call, state, { step }): Promise<Verdict<ThreadState>> {
      if (held.includes(step)) return { kind: 'done', state: { ...state, made: [...state.made, step] } }
      return isVague ? { kind: 'again', state, isAbsent } : { kind: 'absent' }
    },
  }

  const thread = postKind('test.thread', port)
  const campaign: WriteKind<object, unknown, string> = {
    ...thread,
    name: 'test.campaign',
    port: async () => ({ ...port, undo: (state: ThreadState) => ({ ...state, isUndoing: true }) }),
  }
  const kindOf = (wanted: string) => [thread, campaign].find(({ name }) => name === wanted)

  before(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf, now: () => new Date(clock) })
  })
  after(() => harness.close())
  beforeEach(async () => {
    ;[held, calls, moods, mood, isVague, isAbsent, working] = [[], [], [], 'accept', false, false, 0]
    account = await harness.connect({ platform: 'bluesky' })
  })

  async function enqueue(kind = thread): Promise<string> {
    const { context } = harness
    const made = await newWrite(context, { kind, account, grant: null, requestId: 'test', payload: {} })
    return (await transaction(context.db, (tx) => enqueueWrite({ db: tx, kindOf }, made))).id
  }

  const row = async (id: string) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow

  /** Resumes the write at each of its wake-up times until it has ended or `isEnough`. */
  async function run(id: string, isEnough: () => boolean = () => false): Promise<ExternalWriteRow> {
    for (let turn = 0; turn < 400 && !isEnough(); turn++) {
      const { wakeAt } = await row(id)
      if (wakeAt === null) break
      clock = Math.max(clock, wakeAt.getTime())
      await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    }
    return row(id)
  }

  const disconnect = () => deleteAccounts(harness.context.db, [account.id])

  const die = (id: string) =>
    harness.context.pool.query('update external_write set crash_count = 6 where id = $1', [id])

  async function outcomes(id: string): Promise<unknown[]> {
    return (await listAttempts(harness.context.db, id)).map(({ outcome }) => outcome)
  }

  describe('of which one never has a response', () => {
    for (const vague of [false, true]) {
      it(`is sent again after growing pauses if ${vague ? 'that does no harm' : 'it is not there'}`, async () => {
        mood = 'drop'
        isVague = vague
        await run(await enqueue(), () => calls.length === 11)
        const pauses = calls.slice(1).map((at, index) => (at - (calls[index] ?? 0)) / 1000)
        expect(pauses).to.deep.equal([0, 2, 4, 8, 16, 32, 64, 128, 256, 300])
      })
    }

    it('counts the pauses of each commit for itself, and has all its attempts', async () => {
      moods = ['drop', 'drop', 'accept', 'drop', 'accept']
      const id = await enqueue()
      expect((await run(id)).status).to.equal('succeeded')
      expect(calls.map((at) => (at - (calls[0] ?? 0)) / 1000)).to.deep.equal([0, 0, 2, 2, 2])
      expect(await outcomes(id)).to.deep.equal(['absent', 'absent', 'succeeded', 'absent', 'succeeded'])
    })

    const absences = [
      ['it is not there', false],
      ['the network shows that it is not there, beside that a call can be repeated', true],
    ] as const
    for (const [shown, vague] of absences) {
      it(`fails after a day if ${shown}`, async () => {
        mood = 'drop'
        ;[isVague, isAbsent] = [vague, vague]
        const id = await enqueue()
        await run(id, () => calls.length === 3)
        clock += 25 * hour
        const { status, error } = await run(id)
        expect([status, error?.code, calls.length]).to.deep.equal(['failed', 'provider_error', 3])
        expect(error?.message).to.contain('it was not published. It is safe to try again.')
        expect(await outcomes(id)).to.deep.equal(['absent', 'absent', 'absent'])
      })
    }

    it('is unknown after a day if the network does not show that it is not there', async () => {
      mood = 'drop'
      isVague = true
      const id = await enqueue()
      await run(id, () => calls.length === 3)
      clock += 25 * hour
      expect([(await run(id)).status, calls.length]).to.deep.equal(['unknown', 3])
    })

    it('does not fail until the network shows so five minutes after the last call', async () => {
      mood = 'drop'
      ;[isVague, isAbsent] = [true, true]
      const id = await enqueue()
      await run(id, () => calls.length === 3)
      const day = "created_at = created_at - interval '25 h', due_at = due_at - interval '25 h'"
      await harness.context.pool.query(`update external_write set ${day} where id = $1`, [id])
      let turns = 0
      await run(id, () => turns++ === 1)
      const { status, wakeAt, settleAt } = await row(id)
      expect([status, Number(wakeAt) - Number(settleAt)]).to.deep.equal(['processing', 300_000])
      held.push('post[0]')
      mood = 'accept'
      expect((await run(id)).providerIds).to.deep.equal(['post[0]', 'post[1]'])
    })

    it('is unknown after a day if only an earlier one is there, although that shows that it is not', async () => {
      moods = ['accept']
      mood = 'drop'
      ;[isVague, isAbsent] = [true, true]
      const id = await enqueue()
      await run(id, () => calls.length === 3)
      clock += 25 * hour
      expect([(await run(id)).status, held]).to.deep.equal(['unknown', ['post[0]']])
    })

    it('is unknown after a day if an earlier one succeeded', async () => {
      moods = ['accept']
      mood = 'drop'
      const id = await enqueue()
      await run(id, () => calls.length === 3)
      clock += 25 * hour
      expect([(await run(id)).status, calls.length, held]).to.deep.equal(['unknown', 3, ['post[0]']])
      expect(await outcomes(id)).to.deep.equal(['succeeded', 'absent', 'absent'])
    })

    it('is undone after a day if that is possible', async () => {
      moods = ['accept']
      mood = 'drop'
      const id = await enqueue(campaign)
      await run(id, () => calls.length === 3)
      clock += 25 * hour
      expect([(await run(id)).status, calls.length, held]).to.deep.equal(['failed', 3, []])
    })
  })

  it('is unknown if another write ends with what was found for its first commit', async () => {
    moods = ['lose']
    const id = await enqueue()
    await run(id, () => calls.length === 1)
    // The ids of this network are the names of the steps, so that the other write has the same ones.
    expect((await run(await enqueue())).status).to.equal('succeeded')
    const { status, state, providerIds } = await run(id)
    expect([status, providerIds]).to.deep.equal(['unknown', []])
    expect(state).to.deep.include({ made: ['post[0]', 'post[1]'] })
    expect(await outcomes(id)).to.deep.equal(['reconciled', 'succeeded'])
  })

  describe('of which the network has accepted a part', () => {
    const accepted = async () => {
      working = 1
      const id = await enqueue()
      await run(id, () => working === 0)
      expect((await row(id)).status).to.equal('accepted')
      return id
    }
    const committed = async () => {
      moods = ['accept', 'unreachable']
      const id = await enqueue()
      await run(id, () => calls.length === 2)
      expect([(await row(id)).openStep, held]).to.deep.equal([null, ['post[0]']])
      return id
    }
    const parts = { 'is accepted': accepted, 'has its first post': committed }
    const ways = { 'its account is disconnected': disconnect, 'six processes died over it': die }
    for (const [what, begin] of Object.entries(parts)) {
      for (const [how, end] of Object.entries(ways)) {
        it(`is unknown if it ${what} when ${how}`, async () => {
          const id = await begin()
          await end(id)
          const { status, providerIds, error } = await run(id)
          expect([status, error?.code]).to.deep.equal(['unknown', 'provider_error'])
          expect(providerIds).to.deep.equal(held)
        })
      }
    }
  })

  describe('of which a later one cannot be sent', () => {
    it('waits for a new connection and goes on with it', async () => {
      moods = ['accept', 'reconnect']
      const id = await enqueue()
      await run(id, () => calls.length === 2)
      expect(await row(id)).to.include({ status: 'processing', openStep: null })
      expect((await run(id)).providerIds).to.deep.equal(['post[0]', 'post[1]'])
      expect(await outcomes(id)).to.deep.equal(['succeeded', 'not_sent', 'succeeded'])
    })

    it('is unknown if no new connection comes for a day', async () => {
      moods = ['accept']
      mood = 'reconnect'
      const id = await enqueue()
      await run(id, () => calls.length === 3)
      clock += 25 * hour
      const { status, providerIds, error } = await run(id)
      expect([status, providerIds]).to.deep.equal(['unknown', ['post[0]']])
      expect(error?.message).to.contain('the connection expired')
    })

    it('is not failed if the network cannot be reached for a while', async () => {
      moods = ['accept', ...Array.from({ length: 9 }, () => 'unreachable' as const)]
      const { status, providerIds } = await run(await enqueue())
      expect([status, providerIds]).to.deep.equal(['succeeded', ['post[0]', 'post[1]']])
    })

    it('is undone if that is possible', async () => {
      moods = ['accept', 'reconnect']
      const { status, error } = await run(await enqueue(campaign))
      expect([status, error?.code, held]).to.deep.equal(['failed', 'connection_expired', []])
    })
  })
})
