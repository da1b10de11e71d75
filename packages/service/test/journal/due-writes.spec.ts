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

/** A reply whose media the network does not finish processing. */
const slow: typeof reply = {
  ...reply,
  name: 'test.slow',
  unsentSeconds: null,
  async port(context, platform) {
    const port = await reply.port(context, platform)
    return port && { ...port, advance: async (_call, state) => ({ kind: 'wait', state, seconds: 5, accepted: false }) }
  },
}
const kinds = { [reply.name]: reply, [slow.name]: slow }

describe('a write that was due after it was created', () => {
  let harness: Harness
  let account: AccountRow
  before(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf: (name) => kinds[name] })
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

  for (const [name, attempts, status] of [
    ['has failed after a day if nothing was sent, as its media were never ready', 0, 'failed'],
    ['is unknown after a day if something was sent, and its media were never ready', 1, 'unknown'],
  ] as const) {
    it(name, async () => {
      const { id } = await stored()
      const changes = 'update external_write set kind = $2, attempt = $3 where id = $1'
      await harness.context.pool.query(changes, [id, slow.name, attempts])
      expect(await ended(id)).to.equal(status)
    })
  }

  it('is only marked as restored if it was due', async () => {
    const { context } = harness
    const [due, later] = [await stored(-hour), await stored(hour)]
    const from = new Date(context.now().getTime() - 2 * hour)
    expect(await markRestoredWrites(context.db, { from, now: context.now() })).to.equal(1)
    const markedOf = async ({ id }: ExternalWriteRow) => (await readExternalWrite(context.db, id))?.restoredFrom
    expect([await markedOf(due), await markedOf(later)]).to.deep.equal([from, null])
  })
})
