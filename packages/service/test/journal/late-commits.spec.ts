import {
  type AccountRow,
  type ExternalWriteRow,
  listAttempts,
  readExternalWrite,
  transaction,
} from '@carillon/database'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { type Harness, startHarness } from '../harness.ts'
import { replyKind } from '../reply-kind.ts'
import { withPorts } from '../with-ports.ts'

type Response = 'accept' | 'lose' | 'duplicate'

describe('a call that took effect after the probes did not find it', () => {
  let harness: Harness
  let account: AccountRow
  let clock = Date.now()
  /** The replies that the network has: their ids and when they were created. */
  let held: { id: string; at: number }[]
  let calls: number[]
  /** How the network responds to the next calls; `accept` if none is left. Calls that are lost have no effect yet. */
  let responses: Response[]
  /** The number of the call before which the first call takes effect, counted from 1. */
  let landsBefore: number
  /** Whether the adapter takes a reply for that of a write although it belongs to another one. */
  let isCareless: boolean

  const kind = replyKind(
    {
      settling: { seconds: 5, maxProbes: 2, probeIntervalSeconds: 5 },
      async send() {
        calls.push(clock)
        const [first = clock] = calls
        if (calls.length === landsBefore) held.push({ id: 'late', at: first })
        const response = responses.shift() ?? 'accept'
        if (response === 'duplicate') throw new ProviderError('duplicate_post', undefined, 'rejected')
        if (response === 'lose') throw new ProviderError('provider_error', 'No response.', 'indeterminate')
        held.push({ id: `reply-${calls.length}`, at: clock })
        return `reply-${calls.length}`
      },
      async find(_call, { startedAt, claimed }) {
        const since = startedAt.getTime()
        const found = held.find(({ id, at }) => at >= since && (isCareless || !claimed.has(id)))
        return found === undefined ? { kind: 'absent' } : { kind: 'done', result: found.id }
      },
    },
    { whenAbsent: 'resend', unsentSeconds: null },
  )
  const kindOf = (name: string) => (name === kind.name ? kind : undefined)

  before(async () => {
    const settings = { SETTLE_SCALE: '1' }
    const registry = withPorts({ bluesky: {} })
    harness = await startHarness({ registry, kindOf, now: () => new Date(clock) }, settings)
  })
  after(() => harness.close())
  beforeEach(async () => {
    ;[held, calls, responses, landsBefore, isCareless] = [[], [], [], 0, false]
    account = await harness.connect({ platform: 'bluesky' })
  })

  async function enqueue(): Promise<string> {
    const { context } = harness
    const made = await newWrite(context, { kind, account, grant: null, requestId: 'test', payload: {} })
    return (await transaction(context.db, (tx) => enqueueWrite({ db: tx, kindOf }, made))).id
  }

  async function run(id: string, isEnough = () => false): Promise<ExternalWriteRow | undefined> {
    for (;;) {
      const row = await readExternalWrite(harness.context.db, id)
      if (!row?.wakeAt || isEnough()) return row
      clock = Math.max(clock, row.wakeAt.getTime())
      await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    }
  }

  const outcomes = async (id: string) =>
    (await listAttempts(harness.context.db, id)).map(({ outcome }) => outcome as string)

  it('is found if a repetition, of which there were several, is rejected as its duplicate', async () => {
    responses = ['lose', 'lose', 'lose', 'duplicate']
    landsBefore = 4
    const id = await enqueue()
    expect(await run(id)).to.deep.include({ status: 'succeeded', providerIds: ['late'] })
    expect(await outcomes(id)).to.deep.equal(['absent', 'absent', 'absent', 'reconciled'])
  })

  it('is found after a repetition without a response, instead of one more', async () => {
    responses = ['lose', 'lose']
    landsBefore = 2
    const id = await enqueue()
    expect(await run(id)).to.deep.include({ status: 'succeeded', providerIds: ['late'] })
    expect(held.map((reply) => reply.id)).to.deep.equal(['late'])
    expect(await outcomes(id)).to.deep.equal(['absent', 'reconciled'])
  })

  it('is not searched for in what a write created that ended between its calls', async () => {
    responses = ['lose', 'accept', 'lose']
    const id = await enqueue()
    await run(id, () => calls.length === 1)
    clock += 1_000
    const other = await enqueue()
    const [own] = [(await run(other))?.providerIds]
    clock += 3_600_000
    expect(await run(id)).to.deep.include({ status: 'succeeded', providerIds: ['reply-4'] })
    expect(own).to.deep.equal(['reply-2'])
  })

  it('is not what a write created that ended between its calls, even if a probe takes it for that', async () => {
    responses = ['lose', 'accept', 'lose']
    const id = await enqueue()
    await run(id, () => calls.length === 1)
    clock += 1_000
    expect((await run(await enqueue()))?.providerIds).to.deep.equal(['reply-2'])
    clock += 3_600_000
    await run(id, () => calls.length === 3)
    isCareless = true
    expect(await run(id)).to.deep.include({ status: 'unknown', providerIds: [] })
    expect(await outcomes(id)).to.deep.equal(['absent', 'reconciled'])
  })

  it('is searched for once if the network says that it is a duplicate and does not show it', async () => {
    responses = ['lose', 'lose', 'duplicate', 'duplicate']
    const id = await enqueue()
    expect((await run(id))?.error).to.include({ code: 'duplicate_post' })
    expect(await outcomes(id)).to.deep.equal(['absent', 'absent', 'absent', 'rejected'])
  })

  it('is searched for again after a further call without a response', async () => {
    responses = ['lose', 'duplicate', 'lose', 'duplicate']
    landsBefore = 4
    const id = await enqueue()
    expect(await run(id)).to.deep.include({ status: 'succeeded', providerIds: ['late'] })
  })
})
