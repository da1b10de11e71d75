import {
  type AccountRow,
  type ExternalWriteRow,
  insertExternalWrite,
  markRestoredWrites,
  readExternalWrite,
} from '@carillon/database'
import { expect } from 'chai'
import { newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { type Harness, startHarness } from '../harness.ts'
import { replyKind } from '../reply-kind.ts'
import { withPorts } from '../with-ports.ts'

const hour = 3_600_000

const reply = replyKind({
  settling: { seconds: 5, maxProbes: 2, probeIntervalSeconds: 5 },
  send: async () => 'reply-1',
  find: async () => ({ kind: 'absent' }),
})

describe('a write that was due after it was created', () => {
  let harness: Harness
  let account: AccountRow
  before(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf: () => reply })
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())

  /** Stored two days ago; due so many milliseconds from now. */
  async function stored(dueInMs?: number): Promise<ExternalWriteRow> {
    const { context } = harness
    const now = context.now()
    const made = await newWrite(context, { kind: reply, account, grant: null, requestId: 'test', payload: {} })
    const due = dueInMs !== undefined && { dueAt: new Date(now.getTime() + dueInMs) }
    return insertExternalWrite(context.db, { ...made, createdAt: new Date(now.getTime() - 48 * hour), ...due })
  }

  async function ended(id: string): Promise<string | undefined> {
    await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    return (await readExternalWrite(harness.context.db, id))?.status
  }

  it('is as old as it has been due', async () => {
    expect(await ended((await stored(-1_000)).id)).to.equal('succeeded')
  })

  it('is as old as it has existed if it was due at once', async () => {
    expect(await ended((await stored()).id)).to.equal('failed')
  })

  it('is only marked as restored if it was due', async () => {
    const { context } = harness
    const [due, later] = [await stored(-hour), await stored(hour)]
    const from = new Date(context.now().getTime() - 2 * hour)
    expect(await markRestoredWrites(context.db, { from, now: context.now() })).to.equal(1)
    const markedOf = async ({ id }: ExternalWriteRow) => (await readExternalWrite(context.db, id))?.restoredFrom
    expect([await markedOf(due), await markedOf(later)]).to.deep.equal([from, null])
  })
})
