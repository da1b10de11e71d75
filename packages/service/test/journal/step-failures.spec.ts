import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, type ExternalWriteRow, listAttempts, readExternalWrite } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { ProviderError, type WritePort } from '@carillon/providers'
import { expect } from 'chai'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { postKind } from './post-kind.ts'

interface State {
  isUploaded: boolean
  isMade: boolean
}

const hour = 3_600_000
const rejected = new ProviderError('provider_error', 'Not this one.', 'rejected')
const unreachable = new ProviderError('provider_error', 'No connection.', 'not_sent')
const lost = new ProviderError('provider_error', 'No response.', 'indeterminate')
const invalid = new ServiceError('invalid_image', 'Too large.')
const expired = new ServiceError('connection_expired', 'Reconnect.')
const limited = (retryAfter?: number) =>
  new ProviderError('rate_limited', 'Slowly.', 'not_sent', retryAfter === undefined ? {} : { retryAfter })
const unforeseen = new TypeError('not a function')
const disconnected = new Error('Connection terminated unexpectedly')

describe('a step of a write that fails', () => {
  let harness: Harness
  let account: AccountRow
  let clock = Date.now()
  /** What the upload, which can be repeated, the call, which cannot, and the read after it end in while they fail. */
  let failing: { upload?: Error; call?: Error; end?: Error }
  /** When they were made. */
  let made: number[]

  const port: WritePort<unknown, State, string> = {
    settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
    begin: () => ({ isUploaded: false, isMade: false }),
    async advance(_call, state) {
      if (state.isMade && failing.end) {
        made.push(clock)
        throw failing.end
      }
      if (state.isMade) return { kind: 'done', result: 'post' }
      if (state.isUploaded) return { kind: 'commit', step: 'post' }
      if (failing.upload) {
        made.push(clock)
        throw failing.upload
      }
      return { kind: 'next', state: { ...state, isUploaded: true } }
    },
    async commit(_call, state) {
      made.push(clock)
      if (failing.call) throw failing.call
      return { ...state, isMade: true }
    },
    reconcile: async () => ({ kind: 'absent' }),
  }
  const kind = postKind('test.steps', port)
  const kindOf = (name: string) => (name === kind.name ? kind : undefined)

  before(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf, now: () => new Date(clock) })
  })
  after(() => harness.close())
  beforeEach(async () => {
    ;[failing, made] = [{}, []]
    account = await harness.connect({ platform: 'bluesky' })
  })

  async function enqueue({ isScheduled = false } = {}): Promise<string> {
    const { context } = harness
    const write = await newWrite(context, { kind, account, grant: null, requestId: 'test', payload: {} })
    const { id } = await enqueueWrite(context, write)
    if (isScheduled)
      await context.pool.query('update external_write set schedule_id = $2 where id = $1', [id, randomUUIDv7()])
    return id
  }

  const row = async (id: string) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow

  async function run(id: string, turns = 12): Promise<ExternalWriteRow> {
    for (let turn = 0; turn < turns; turn++) {
      const { wakeAt } = await row(id)
      if (wakeAt === null) break
      clock = Math.max(clock, wakeAt.getTime())
      await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    }
    return row(id)
  }

  const pauses = () => made.slice(1).map((at, index) => (at - (made[index] ?? 0)) / 1000)

  const cases = {
    'a rejection': { error: rejected, waits: [] },
    'an error that the client has to mend': { error: invalid, waits: [] },
    'an expired connection': { error: expired, waits: [] },
    'a rate limit': { error: limited(7), waits: [] },
    'no connection to the network': { error: unreachable, waits: [2, 4, 8, 16] },
    'no response': { error: lost, waits: [2, 4, 8, 16] },
    'an error that nobody foresaw': { error: unforeseen, waits: [2, 4, 8, 16] },
  }
  for (const [what, { error, waits }] of Object.entries(cases)) {
    it(`is ${waits.length > 0 ? 'tried five times' : 'not repeated'}: ${what} before the call`, async () => {
      failing = { upload: error }
      const ended = await run(await enqueue())
      const code = error instanceof ServiceError ? error.code : 'internal_error'
      expect([ended.status, ended.error?.code, pauses()]).to.deep.equal(['failed', code, waits])
    })
  }

  const calls = {
    'a rejection': { error: rejected, waits: [], outcome: 'rejected' },
    'an error that the client has to mend': { error: invalid, waits: [], outcome: 'not_sent' },
    'a rate limit': { error: limited(7), waits: [], outcome: 'not_sent' },
    'no connection to the network': { error: unreachable, waits: [2, 4, 8, 16], outcome: 'not_sent' },
    'an error that nobody foresaw': { error: unforeseen, waits: [], outcome: 'not_sent' },
  }
  for (const [what, { error, waits, outcome }] of Object.entries(calls)) {
    it(`is ${waits.length > 0 ? 'tried five times' : 'not repeated'}: ${what} in the call`, async () => {
      failing = { call: error }
      const id = await enqueue()
      const ended = await run(id)
      const code = error instanceof ServiceError ? error.code : 'internal_error'
      expect([ended.status, ended.error?.code, pauses()]).to.deep.equal(['failed', code, waits])
      const attempts = await listAttempts(harness.context.db, id)
      expect(attempts.map((attempt) => [attempt.outcome, attempt.errorCode])).to.deep.equal(
        made.map(() => [outcome, code]),
      )
    })
  }

  for (const [what, details, status, providerIds] of [
    ['is repeated after an earlier call that succeeded', undefined, 'processing', []],
    ['ends with what was created if the error lists it', { postIds: ['first'] }, 'failed', ['first']],
  ] as const) {
    it(`whose call cannot be sent as the connection has expired ${what}`, async () => {
      const id = await enqueue()
      const { pool } = harness.context
      await pool.query('update external_write set attempt = 1 where id = $1', [id])
      const columns = 'write_id, number, step, outcome, started_at, ended_at, request_id'
      const earlier = `insert into external_write_attempt (${columns}) values ($1, 1, 'first', 'succeeded', now(), now(), 'test')`
      await pool.query(earlier, [id])
      failing = { call: new ProviderError('connection_expired', 'Reconnect.', 'not_sent', { details }) }
      await run(id, 3)
      expect(await row(id)).to.deep.include({
        status,
        providerIds,
        openStep: null,
        attempt: status === 'failed' ? 2 : 4,
      })
    })
  }

  it('counts its failures, and the processes that died over it, from zero after a step that succeeded', async () => {
    const id = await enqueue()
    const die = () => harness.context.pool.query('update external_write set crash_count = 2 where id = $1', [id])
    for (const step of ['upload', 'call', 'end'] as const) {
      failing = { [step]: unreachable }
      made = []
      await die()
      for (const pause of [2, 4]) {
        await run(id, 1)
        expect(Number((await row(id)).wakeAt) - clock, step).to.equal(pause * 1_000)
      }
      expect(await row(id)).to.include({ stepRetries: 2, crashCount: step === 'upload' ? 2 : 0 })
    }
    failing = {}
    expect((await run(id)).status).to.equal('succeeded')
  })

  for (const step of ['upload', 'call'] as const) {
    describe(`of a scheduled write: ${step === 'call' ? 'its call' : 'one before its call'}`, () => {
      it('waits for the end of a rate limit that is at most 15 minutes away', async () => {
        failing = { [step]: limited(900) }
        const id = await enqueue({ isScheduled: true })
        await run(id, 1)
        expect([(await row(id)).status, Number((await row(id)).wakeAt) - clock]).to.deep.equal(['processing', 900_000])
        failing = {}
        expect((await run(id)).status).to.equal('succeeded')
      })

      it('waits for a rate limit of which no end is known, and fails at its fifth failure', async () => {
        failing = { [step]: limited() }
        const { status, error } = await run(await enqueue({ isScheduled: true }))
        expect([status, error?.code, pauses()]).to.deep.equal(['failed', 'rate_limited', [2, 4, 8, 16]])
      })

      it('fails at a rate limit that ends later', async () => {
        failing = { [step]: limited(901) }
        const { status, error } = await run(await enqueue({ isScheduled: true }))
        expect([status, error?.code, pauses()]).to.deep.equal(['failed', 'rate_limited', []])
      })

      it('fails at any other rejection', async () => {
        failing = { [step]: rejected }
        const { status, error } = await run(await enqueue({ isScheduled: true }))
        expect([status, error?.code, pauses()]).to.deep.equal(['failed', 'provider_error', []])
      })
    })

    it(`is repeated for a day if the database fails: ${step === 'call' ? 'in the call' : 'before the call'}`, async () => {
      failing = { [step]: disconnected }
      const id = await enqueue()
      await run(id, 7)
      expect(pauses()).to.deep.equal([8, 8, 8, 8, 8, 8])
      expect(await row(id)).to.include({ status: 'processing', openStep: null, stepRetries: 0 })
      clock += 24 * hour
      const { status, error } = await run(id)
      expect([status, error?.code]).to.deep.equal(['failed', 'database_error'])
    })
  }
})
