import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountRow,
  acquireLease,
  deleteAccounts,
  type ExternalWriteRow,
  listAttempts,
  readExternalWrite,
} from '@carillon/database'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import type { Context } from '../../src/index.ts'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { type Harness, startHarness } from '../harness.ts'
import { replyKind } from '../reply-kind.ts'
import { withPorts } from '../with-ports.ts'

/** The timeout of a call and the settle time of the network in seconds. */
const [callSeconds, seconds] = [60, 5]

describe('a write whose process stops', () => {
  let harness: Harness
  let account: AccountRow
  let clock = Date.now()
  let calls: number
  let probes: number

  const kind = replyKind({
    settling: { callSeconds, seconds, maxProbes: 1, probeIntervalSeconds: 5 },
    async send() {
      calls++
      return 'reply'
    },
    async find() {
      probes++
      return { kind: 'absent' }
    },
  })
  const kindOf = (name: string) => (name === kind.name ? kind : undefined)

  before(async () => {
    const overrides = { registry: withPorts({ bluesky: {} }), kindOf, now: () => new Date(clock) }
    harness = await startHarness(overrides, { SETTLE_SCALE: '1' })
  })
  after(() => harness.close())
  beforeEach(async () => {
    ;[calls, probes] = [0, 0]
    account = await harness.connect({ platform: 'bluesky' })
  })

  const row = async (id: string) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow
  const resume = (writeId: string, context: Context = harness.context) =>
    runWrite(context, { writeId, signal: new AbortController().signal })

  /** Stores a write and carries it out in a process with this worker name, up to the intent of its call. */
  async function interrupted(name: string | null): Promise<string> {
    const made = await newWrite(harness.context, { kind, account, grant: null, requestId: 'test', payload: {} })
    const { id } = await enqueueWrite(harness.context, made)
    const stopped = Promise.withResolvers<void>()
    const other = await harness.another({
      ...harness.overrides,
      checkpoint(place) {
        if (place === 'write.claimed') clock += 100
        if (place !== 'intent.stored') return undefined
        stopped.resolve()
        return new Promise<void>(() => {})
      },
    })
    other.worker.name = name
    void resume(id, other)
    await stopped.promise
    expect(await row(id)).to.deep.include({
      openStep: 'reply',
      runningBy: name,
      settleAt: new Date(clock + (callSeconds + seconds) * 1000),
    })
    return id
  }

  /** The seconds from now until the network is queried for the outcome of the call. */
  async function secondsLeft(id: string): Promise<number> {
    const { settleAt, wakeAt, openStep } = await row(id)
    expect([wakeAt, openStep]).to.deep.equal([settleAt, 'reply'])
    return (Number(settleAt) - clock) / 1000
  }

  it('is looked up after the settle time if the process is dead, as its call has ended', async () => {
    const id = await interrupted('dead')
    clock += 2_000
    await resume(id)
    expect([await secondsLeft(id), probes]).to.deep.equal([seconds, 0])
    clock += seconds * 1000
    await resume(id)
    expect([(await row(id)).status, calls, probes]).to.deep.equal(['failed', 0, 1])
  })

  it('is not looked up later than its call would have ended', async () => {
    const id = await interrupted('dead')
    clock += (callSeconds + seconds - 2) * 1000
    await resume(id)
    expect(await secondsLeft(id)).to.equal(2)
  })

  for (const [which, name, isAlive] of [
    ['is alive', 'alive', true],
    ['is not known', null, false],
  ] as const) {
    it(`is looked up once its call must have ended if the process ${which}`, async () => {
      const log = createLogger({ name: 'test', level: 'silent' })
      const url = harness.context.config.databaseUrl
      const lease = isAlive ? await acquireLease({ url, name, log, onLost() {} }) : undefined
      const id = await interrupted(name)
      clock += 2_000
      await resume(id)
      await lease?.release()
      expect([await secondsLeft(id), probes]).to.deep.equal([callSeconds + seconds - 2, 0])
    })
  }

  it('is not taken from a process that is alive, which extends its lease every 20 seconds', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const id = await interrupted('alive')
      const { runningSince } = await row(id)
      for (let beat = 1; beat <= 4; beat++) {
        clock += 20_000
        mock.timers.tick(20_000)
        while (Number((await row(id)).wakeAt) < clock + 60_000) await sleep(5)
        expect(await row(id)).to.deep.include({ runningSince, wakeAt: new Date(clock + 60_000), openStep: 'reply' })
      }
    } finally {
      mock.timers.reset()
    }
  })

  for (const [deaths, pause] of [
    [2, 0],
    [3, 8],
    [4, 16],
    [5, 32],
  ] as const) {
    it(`${pause === 0 ? 'does not pause' : `pauses for ${pause} s`} after ${deaths} processes have died over it`, async () => {
      const id = await interrupted('dead')
      const died = 'update external_write set crash_count = $2 where id = $1'
      await harness.context.pool.query(died, [id, deaths - 1])
      await resume(id)
      const { wakeAt, crashCount, runningSince } = await row(id)
      expect([crashCount, runningSince]).to.deep.equal([deaths, null])
      expect((Number(wakeAt) - clock) / 1000).to.equal(pause || seconds)
    })
  }

  for (const [which, name, expected] of [
    ['is left to others by a worker', 'stopping', { status: 'processing', runningSince: null, attempt: 0 }],
    ['fails in a gateway', null, { status: 'failed', runningSince: null, attempt: 0 }],
  ] as const) {
    it(`${which} that stops before the call`, async () => {
      const made = await newWrite(harness.context, { kind, account, grant: null, requestId: 'test', payload: {} })
      const { id } = await enqueueWrite(harness.context, made)
      const stopping = await harness.another()
      stopping.worker.name = name
      await runWrite(stopping, { writeId: id, signal: AbortSignal.abort() })
      expect(await row(id)).to.include(expected)
      expect(calls).to.equal(0)
    })
  }

  const ways = {
    'its account is disconnected': () => deleteAccounts(harness.context.db, [account.id]),
    'six processes have died over it': (id: string) =>
      harness.context.pool.query('update external_write set crash_count = 6 where id = $1', [id]),
  }
  for (const [how, end] of Object.entries(ways)) {
    it(`is unknown, not failed, if ${how}: the call may have had an effect`, async () => {
      const id = await interrupted('dead')
      await end(id)
      await resume(id)
      expect(await row(id)).to.include({ status: 'unknown', openStep: null, wakeAt: null })
      expect((await listAttempts(harness.context.db, id)).map(({ outcome }) => outcome)).to.deep.equal([
        'indeterminate',
      ])
    })
  }
})
