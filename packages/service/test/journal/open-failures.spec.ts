import { type AccountRow, deleteAccounts, readExternalWrite } from '@carillon/database'
import { ProviderError, type WritePort } from '@carillon/providers'
import { expect } from 'chai'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import type { WriteKind } from '../../src/journal/write-kind.ts'
import { writeNow } from '../../src/journal/write-now.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

interface State {
  made: string[]
  isUndoing: boolean
}

describe('the error for a client while its write is open', () => {
  let harness: Harness
  let account: AccountRow
  /** What becomes of the creation of each object. */
  let responses: ('accept' | 'hang' | 'leave' | 'reject' | 'list')[]
  /** Aborts when the network has a call to which it never responds, as the deadline of the client does. */
  let deadline = new AbortController()
  let clockMs = 0

  function hang(): Promise<never> {
    deadline.abort()
    return new Promise(() => {})
  }

  const port: WritePort<unknown, State, string> = {
    settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
    begin: () => ({ made: [], isUndoing: false }),
    async advance(_call, { made, isUndoing }) {
      if (isUndoing) return hang()
      return made.length === 2
        ? { kind: 'done', result: made.join() }
        : { kind: 'commit', step: `part[${made.length}]` }
    },
    async commit(_call, state, step) {
      const response = responses.shift()
      if (response === 'hang') return hang()
      if (response === 'leave') deadline.abort()
      const options = { details: { reason: 'Too late.' } }
      if (response === 'reject') throw new ProviderError('provider_rejected', 'Not this one.', 'rejected', options)
      const details = [{ path: ['name'], message: 'Too long.' }]
      if (response === 'list') throw new ProviderError('provider_rejected', 'Too long.', 'rejected', { details })
      return { ...state, made: [...state.made, step] }
    },
    reconcile: async () => ({ kind: 'absent' }),
    undo: (state) => (state.made.length > 0 ? { ...state, isUndoing: true } : null),
    leftovers: ({ made }) => made.map((id) => ({ kind: 'part', id })),
  }
  const kind: WriteKind<object, unknown, string> = {
    name: 'test.parts',
    words: { thing: 'campaign', done: 'created' },
    whenAbsent: 'resend',
    unsentSeconds: 60,
    input: async () => ({}),
    providerIds: (result) => result.split(','),
    resolved: (id) => id,
    port: async () => port,
  }
  const outcomes = { ...kind, name: 'test.outcomes', absentOutcome: 'not_created' }
  const named = { ...outcomes, name: 'test.named', openDetails: () => ({ writeId: 'w' }) }
  const kindOf = (wanted: string) => [kind, outcomes, named].find(({ name }) => name === wanted)

  before(async () => {
    harness = await startHarness({
      registry: withPorts({ bluesky: {} }),
      kindOf,
      now: () => new Date(Date.now() + clockMs),
    })
  })
  after(() => harness.close())
  beforeEach(async () => {
    account = await harness.connect({ platform: 'bluesky' })
  })
  function fail(of: typeof kind, ...calls: typeof responses) {
    deadline = new AbortController()
    responses = calls
    const write = { kind: of, account, grant: null, requestId: 'test', payload: {} }
    return rejection(writeNow(harness.context, { ...write, signal: deadline.signal }))
  }

  const made = [{ kind: 'part', id: 'part[0]' }]

  it('says that the outcome is unknown, and nothing else if nothing else is known', async () => {
    const error = await fail(kind, 'hang')
    expect([error.code, error.details]).to.deep.equal(['provider_error', undefined])
    expect(error.message).to.contain('did not confirm in time that the campaign was created')
    expect((await fail(outcomes, 'hang')).details).to.deep.equal({ outcome: 'unknown' })
    expect((await fail(named, 'hang')).details).to.deep.equal({ outcome: 'unknown', writeId: 'w' })
  })

  it('lists what was created so far', async () => {
    expect((await fail(kind, 'accept', 'hang')).details).to.deep.equal({ made })
    expect((await fail(named, 'accept', 'hang')).details).to.deep.equal({ outcome: 'unknown', writeId: 'w', made })
  })

  it('is not that of a write of which nothing was sent, if the client leaves between two calls', async () => {
    const error = await fail(outcomes, 'leave')
    expect(error.details).to.include({ outcome: 'unknown' })
    const newest = 'select status, attempt, running_since, wake_at from external_write order by id desc limit 1'
    const read = async () => (await harness.context.pool.query(newest)).rows[0]
    while ((await read()).running_since !== null) await new Promise((done) => setImmediate(done))
    expect(await read()).to.deep.include({ status: 'processing', attempt: 1 })
    expect((await read()).wake_at).to.be.instanceOf(Date)
  })

  it('has the reason if that is being undone, and lists it as what remains', async () => {
    const error = await fail(named, 'accept', 'reject')
    expect(error).to.include({ code: 'provider_rejected', message: 'Not this one.', mayBeStored: true })
    expect(error.details).to.deep.equal({ reason: 'Too late.', leftovers: made })
  })

  it('lists what remains also if the reason lists fields, while it is being undone and afterwards', async () => {
    const { db, pool } = harness.context
    expect((await fail(named, 'accept', 'list')).details).to.deep.equal({ leftovers: made })
    const { rows } = await pool.query('select id from external_write order by id desc limit 1')
    await deleteAccounts(db, [account.id])
    await runWrite(harness.context, { writeId: rows[0].id, signal: new AbortController().signal })
    const ended = await readExternalWrite(db, rows[0].id)
    expect([ended?.status, ended?.error?.details]).to.deep.equal(['failed', { leftovers: made }])
  })

  it('is followed by one that says that nothing was created, if nothing was sent', async () => {
    const { context } = harness
    const write = await newWrite(context, { kind: named, account, grant: null, requestId: 'test', payload: {} })
    const { id } = await enqueueWrite(context, write)
    clockMs += 61_000
    await runWrite(context, { writeId: id, signal: new AbortController().signal })
    const ended = await readExternalWrite(context.db, id)
    expect([ended?.status, ended?.error?.details]).to.deep.equal(['failed', { outcome: 'not_created' }])
  })
  for (const [what, of, details] of [
    ['nothing else if nothing else is known', kind, undefined],
    ['that its outcome is unknown', outcomes, { outcome: 'unknown' }],
  ] as const) {
    it(`is followed by one that says what remains, and ${what}, if the write ends as unknown`, async () => {
      const { db, pool } = harness.context
      for (const calls of [['hang'], ['accept', 'hang']] as const) {
        await fail(of, ...calls)
        const { rows } = await pool.query('select id from external_write order by id desc limit 1')
        await deleteAccounts(db, [account.id])
        await runWrite(harness.context, { writeId: rows[0].id, signal: new AbortController().signal })
        const ended = await readExternalWrite(db, rows[0].id)
        const leftovers = calls.length > 1 ? { leftovers: made } : undefined
        const expected = details || leftovers ? { ...details, ...leftovers } : undefined
        expect([ended?.status, ended?.error?.details]).to.deep.equal(['unknown', expected])
        account = await harness.connect({ platform: 'bluesky' })
      }
    })
  }
})
