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

  const kind = replyKind({
    settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
    async send() {
      const id = `reply-${held.length + 1}`
      const isLost = losses-- > 0
      if (!isLost || drops-- <= 0) held.push(id)
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
  beforeEach(() => {
    ;[held, losses, drops, probing, together] = [[], 0, 0, 0, Promise.withResolvers()]
  })

  /** Stores and carries out two writes, one after the other, and then resumes both at the same time. */
  async function writeTwice(): Promise<ExternalWriteRow[]> {
    const { context } = harness
    const run = (writeId: string) => runWrite(context, { writeId, signal: new AbortController().signal })
    const ids: string[] = []
    for (let count = 0; count < 2; count++) {
      const made = await newWrite(context, { kind, account, grant: null, requestId: 'test', payload: {} })
      ids.push((await transaction(context.db, (tx) => enqueueWrite({ db: tx, kindOf: context.kindOf }, made))).id)
    }
    for (const id of ids) await run(id)
    await Promise.all(ids.map(run))
    return Promise.all(ids.map(async (id) => (await readExternalWrite(context.db, id)) as ExternalWriteRow))
  }

  it('do not both take the only one that arrived for theirs', async () => {
    ;[losses, drops] = [2, 1]
    const rows = await writeTwice()
    expect(rows.map(({ status }) => status).sort()).to.deep.equal(['succeeded', 'unknown'])
    expect(rows.flatMap(({ providerIds }) => providerIds)).to.deep.equal(['reply-1'])
    expect(rows.find(({ status }) => status === 'unknown')?.error?.message).to.contain('may be that of another')
  })

  it('each have their own if both had a response', async () => {
    const rows = await writeTwice()
    expect(rows.map(({ providerIds }) => providerIds)).to.deep.equal([['reply-1'], ['reply-2']])
  })
})
