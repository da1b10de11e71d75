import {
  type AccountRow,
  type ExternalWriteRow,
  listAttempts,
  readExternalWrite,
  transaction,
} from '@carillon/database'
import { ProviderError, singleCallWrite, type WritePort } from '@carillon/providers'
import { expect } from 'chai'
import { enqueueWrite, newWrite } from '../src/journal/new-write.ts'
import { runWrite } from '../src/journal/run-write.ts'
import type { WriteKind } from '../src/journal/write-kind.ts'
import { type Harness, startHarness } from './harness.ts'
import { withPorts } from './with-ports.ts'

interface CampaignState {
  made: string[]
  isUndoing: boolean
}

const parts = ['campaign', 'ad set', 'ad']

describe('kinds of external writes', () => {
  let harness: Harness
  let account: AccountRow
  let clockMs = 0
  /** What the network holds. */
  let held: string[]
  let sent: number
  /** Failures of the next calls; none is left for those that succeed. */
  let failures: (ProviderError | 'lost')[]
  let ended: [string, unknown][]

  function fail(): void {
    const failure = failures.shift()
    if (failure === 'lost') throw new ProviderError('provider_error', 'No response.', 'indeterminate')
    if (failure) throw failure
  }

  const common = {
    words: { thing: 'reply', done: 'posted' },
    unsentSeconds: null,
    input: async () => ({}),
    providerIds: (result: unknown) => (typeof result === 'string' ? [result] : []),
    resolved: (id: string) => id,
    async onEnd(_tx: unknown, { row }: { row: ExternalWriteRow }) {
      ended.push([row.status, row.result])
    },
  }

  /** Found again by reading; never sent a second time. */
  const reply: WriteKind<object, unknown, string> = {
    ...common,
    name: 'test.reply',
    whenAbsent: 'fail',
    port: async () =>
      singleCallWrite<unknown, string>({
        settling: { seconds: 5, maxProbes: 2, probeIntervalSeconds: 5 },
        step: 'reply',
        async send() {
          sent++
          fail()
          held.push('reply-1')
          return 'reply-1'
        },
        find: async () => (held[0] === undefined ? { kind: 'absent' } : { kind: 'done', result: held[0] }),
      }),
  }

  /** Cannot be read: what became of a lost call stays open until something else says it. */
  const message: WriteKind<object, unknown, string> = {
    ...common,
    name: 'test.message',
    whenAbsent: 'fail',
    port: async () =>
      singleCallWrite<unknown, string>({
        settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
        step: 'send',
        async send() {
          sent++
          fail()
          return 'message-1'
        },
        find: async () => ({ kind: 'undecidable', reason: 'only an event tells.' }),
      }),
  }

  const campaignPort: WritePort<unknown, CampaignState, string> = {
    settling: { seconds: 5, maxProbes: 2, probeIntervalSeconds: 5 },
    begin: () => ({ made: [], isUndoing: false }),
    async advance(_call, state) {
      const { made, isUndoing } = state
      const last = made.at(-1)
      if (isUndoing && last === undefined) return { kind: 'done', result: '' }
      if (isUndoing) {
        held = held.filter((id) => id !== last)
        return { kind: 'next', state: { ...state, made: made.slice(0, -1) } }
      }
      const next = parts[made.length]
      return next === undefined ? { kind: 'done', result: made[0] ?? '' } : { kind: 'commit', step: next }
    },
    async commit(_call, state, step) {
      sent++
      fail()
      held.push(step)
      return { ...state, made: [...state.made, step] }
    },
    reconcile: async (_call, state, { step }) =>
      held.includes(step) ? { kind: 'done', state: { ...state, made: [...state.made, step] } } : { kind: 'absent' },
    undo: (state) => (state.made.length === 0 ? null : { ...state, isUndoing: true }),
    leftovers: ({ made }) => made.map((id) => ({ kind: 'part', id })),
  }
  const campaign: WriteKind<object, unknown, string> = {
    ...common,
    name: 'test.campaign',
    whenAbsent: 'resend',
    port: async () => campaignPort,
  }

  const own = [reply, message, campaign]
  const kindOf = (wanted: string) => own.find(({ name }) => name === wanted)

  before(async () => {
    const now = () => new Date(Date.now() + clockMs)
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf, now })
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(async () => {
    await harness.close()
  })
  beforeEach(() => {
    held = []
    sent = 0
    failures = []
    ended = []
  })

  async function write(kind: WriteKind<object, unknown, string>): Promise<ExternalWriteRow> {
    const { context } = harness
    const request = { kind, account, grant: null, requestId: 'test', payload: {} }
    const { id } = await newWrite(context, request).then((made) =>
      transaction(context.db, (tx) => enqueueWrite({ db: tx, kindOf }, made)),
    )
    for (let turn = 0; turn < 20; turn++) {
      const row = await readExternalWrite(context.db, id)
      if (!row) throw new Error('no write')
      if (row.wakeAt === null) return row
      clockMs += Math.max(0, row.wakeAt.getTime() - context.now().getTime())
      await runWrite(context, { writeId: id, signal: new AbortController().signal })
    }
    throw new Error('it does not end')
  }

  it('store the result and the rows that belong to it in one transaction', async () => {
    const row = await write(reply)
    expect([row.status, row.result, row.providerIds]).to.deep.equal(['succeeded', 'reply-1', ['reply-1']])
    expect(ended).to.deep.equal([['succeeded', 'reply-1']])
  })

  it('that are not sent again fail when the network shows nothing after the settle time', async () => {
    failures = ['lost']
    const row = await write(reply)
    expect([row.status, row.error?.code, sent]).to.deep.equal(['failed', 'provider_error', 1])
    expect(row.error?.message).to.contain('was not posted')
    expect((await listAttempts(harness.context.db, row.id)).map(({ outcome }) => outcome)).to.deep.equal(['absent'])
    expect(ended).to.deep.equal([['failed', null]])
  })

  it('that cannot be read stay unknown and are never sent again', async () => {
    failures = ['lost']
    const row = await write(message)
    expect([row.status, row.wakeAt, sent]).to.deep.equal(['unknown', null, 1])
  })

  it('of many steps are made one after the other, a lost one once', async () => {
    failures = ['lost']
    const row = await write(campaign)
    expect([row.status, held]).to.deep.equal(['succeeded', parts])
  })

  it('of many steps are undone when a later one is rejected, and fail with its reason', async () => {
    const accepted = undefined as unknown as ProviderError
    failures = [accepted, accepted, new ProviderError('provider_rejected', 'No budget.', 'rejected')]
    const row = await write(campaign)
    expect([row.status, row.error?.code, row.result, held]).to.deep.equal(['failed', 'provider_rejected', null, []])
    expect([sent, ended]).to.deep.equal([3, [['failed', null]]])
  })

  it('of many steps are undone at once when too many processes have died over them', async () => {
    const { context } = harness
    failures = [undefined as unknown as ProviderError, new ProviderError('provider_error', 'Offline.', 'not_sent')]
    const request = { kind: campaign, account, grant: null, requestId: 'test', payload: {} }
    const made = await newWrite(context, request)
    const { id } = await transaction(context.db, (tx) => enqueueWrite({ db: tx, kindOf }, made))
    const run = () => runWrite(context, { writeId: id, signal: new AbortController().signal })
    await run()
    expect(held).to.deep.equal(['campaign'])
    await context.pool.query('update external_write set crash_count = 6 where id = $1', [id])
    clockMs += 60_000
    await run()
    const row = await readExternalWrite(context.db, id)
    expect([row?.status, row?.error?.code, row?.crashCount, held]).to.deep.equal(['failed', 'internal_error', 0, []])
  })

  it('of many steps name what they made when the account is disconnected before they are complete', async () => {
    const { context } = harness
    const other = await harness.connect({ platform: 'bluesky' })
    failures = [undefined as unknown as ProviderError, new ProviderError('provider_error', 'Offline.', 'not_sent')]
    const request = { kind: campaign, account: other, grant: null, requestId: 'test', payload: {} }
    const made = await newWrite(context, request)
    const { id } = await transaction(context.db, (tx) => enqueueWrite({ db: tx, kindOf }, made))
    const run = () => runWrite(context, { writeId: id, signal: new AbortController().signal })
    await run()
    await context.db.kysely.deleteFrom('account').where('id', '=', other.id).execute()
    clockMs += 60_000
    await run()
    const row = await readExternalWrite(context.db, id)
    expect([row?.status, row?.error?.code]).to.deep.equal(['failed', 'account_not_found'])
    expect(row?.error?.details).to.deep.equal({ leftovers: [{ kind: 'part', id: 'campaign' }] })
  })
})
