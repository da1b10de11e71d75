import { type ExternalWriteRow, readExternalWrite, transaction } from '@carillon/database'
import { expect } from 'chai'
import type { Context } from '../../src/index.ts'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { sweepWrites } from '../../src/journal/sweep-writes.ts'
import { type Harness, startHarness } from '../harness.ts'
import { replyKind } from '../reply-kind.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'

describe('a write of a kind that the previous version does not know', () => {
  let harness: Harness
  let sent: number
  const kind = replyKind(
    {
      settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
      async send() {
        sent++
        return 'reply-1'
      },
      find: async () => ({ kind: 'absent' }),
    },
    { unsentSeconds: null },
  )

  beforeEach(async () => {
    sent = 0
    const kindOf = (name: string) => (name === kind.name ? kind : undefined)
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf })
  })
  afterEach(() => harness.close())

  const run = (context: Context, writeId: string) =>
    runWrite(context, { writeId, signal: new AbortController().signal, isFirst: true })

  it('is left to the workers of the new version, however often the previous one takes its job', async () => {
    const { context } = harness
    const account = await harness.connect({ platform: 'bluesky' })
    const made = await newWrite(context, { kind, account, grant: null, requestId: 'test', payload: {} })
    const { id } = await transaction(context.db, (tx) => enqueueWrite({ db: tx, kindOf: context.kindOf }, made))
    const previous = await harness.another({ ...harness.overrides, kindOf: () => undefined })
    for (let turn = 0; turn < 8; turn++) await run(previous, id)
    const read = async () => (await readExternalWrite(context.db, id)) as ExternalWriteRow
    expect(await read()).to.include({ status: 'processing', crashCount: 0, runningSince: null })
    await context.pool.query(`update external_write set wake_at = now() - interval '11 seconds'`)
    await context.pool.query('delete from graphile_worker._private_jobs')
    expect(await sweepWrites(context)).to.equal(1)
    await runJobs(context, 'write.run')
    expect([(await read()).status, sent]).to.deep.equal(['succeeded', 1])
  })
})
