import { type AccountRow, type ExternalWriteRow, readExternalWrite, transaction } from '@carillon/database'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { type Harness, startHarness } from '../harness.ts'
import { replyKind } from '../reply-kind.ts'
import { withPorts } from '../with-ports.ts'

describe('two equal writes of an account', () => {
  let harness: Harness
  let account: AccountRow
  /** The ids of the replies that the network holds. */
  let held: string[]
  /** How many calls still lose their response. */
  let losses: number
  /** How many of them still lose their request as well. */
  let drops: number
  /** Resolves when as many probes as there are writes have read which replies belong to others. */
  let together: PromiseWithResolvers<void>
  let probing: number
  /** What the calls wait for after the network has accepted them. */
  let responding: Promise<void>
  /** Resolves when the network has accepted a call that keeps its response. */
  let accepted: PromiseWithResolvers<void>

  const kind = replyKind({
    settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
    async send() {
      const id = `reply-${held.length + 1}`
      const isLost = losses-- > 0
      if (!isLost || drops-- <= 0) held.push(id)
      if (!isLost) {
        accepted.resolve()
        await responding
      }
      if (isLost) throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      return id
    },
    async find(_call, { claimed }) {
      if (++probing === 2) together.resolve()
      await together.promise
      const found = held.find((id) => !claimed.has(id))
      return found === undefined ? { kind: 'absent' } : { kind: 'done', result: found }
    },
  })

  before(async () => {
    const kindOf = (name: string) => (name === kind.name ? kind : undefined)
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf })
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())
  beforeEach(async () => {
    await harness.context.pool.query('delete from external_write')
    ;[held, losses, drops, probing, together] = [[], 0, 0, 0, Promise.withResolvers()]
    ;[responding, accepted] = [Promise.resolve(), Promise.withResolvers()]
  })

  const run = (writeId: string) => runWrite(harness.context, { writeId, signal: new AbortController().signal })

  async function queue(payload: object = {}): Promise<string> {
    const { context } = harness
    const made = await newWrite(context, { kind, account, grant: null, requestId: 'test', payload })
    return (await transaction(context.db, (tx) => enqueueWrite({ db: tx, kindOf: context.kindOf }, made))).id
  }

  const rowsOf = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow))

  /** Stores and carries out two writes, one after the other, and then resumes both at the same time. */
  async function writeTwice(): Promise<ExternalWriteRow[]> {
    const ids = [await queue(), await queue()]
    for (const id of ids) await run(id)
    await Promise.all(ids.map(run))
    return rowsOf(ids)
  }

  it('do not both take the only one that arrived for theirs', async () => {
    ;[losses, drops] = [2, 1]
    const rows = await writeTwice()
    expect(rows.map(({ status }) => status).sort()).to.deep.equal(['succeeded', 'unknown'])
    expect(rows.flatMap(({ providerIds }) => providerIds)).to.deep.equal(['reply-1'])
    expect(rows.find(({ status }) => status === 'unknown')?.error?.message).to.contain('may be that of another')
  })

  for (const [name, payload, during] of [
    ['does not take that of an equal one', {}, 'processing'],
    ['is not kept waiting by another one', { text: 'else' }, 'succeeded'],
  ] as const) {
    it(`one without a response ${name} whose response has not arrived`, async () => {
      ;[losses, drops] = [1, 1]
      together.resolve()
      const ids = [await queue(), await queue(payload)] as const
      await run(ids[0])
      const response = Promise.withResolvers<void>()
      responding = response.promise
      const second = run(ids[1])
      await accepted.promise
      await run(ids[0])
      const [first] = await rowsOf(ids)
      expect(first?.status).to.equal(during)
      response.resolve()
      await second
      if (during !== 'processing') return
      await run(ids[0])
      const rows = await rowsOf(ids)
      expect(rows.map(({ status }) => status)).to.deep.equal(['failed', 'succeeded'])
      expect(rows.flatMap(({ providerIds }) => providerIds)).to.deep.equal(['reply-1'])
    })
  }

  it('each have their own if both had a response', async () => {
    const rows = await writeTwice()
    expect(rows.map(({ providerIds }) => providerIds)).to.deep.equal([['reply-1'], ['reply-2']])
  })
})
