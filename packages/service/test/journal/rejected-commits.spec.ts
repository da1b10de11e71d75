import { type ExternalWriteRow, listAttempts, readExternalWrite, transaction } from '@carillon/database'
import { ProviderError, type WritePort } from '@carillon/providers'
import { expect } from 'chai'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { postKind } from './post-kind.ts'

interface State {
  uploads: number
  made: boolean
}

describe('a write whose commit is rejected because the network has deleted its upload', () => {
  let harness: Harness
  /** Whether the network takes the second upload. */
  let isUploadTaken: boolean

  const rejection = () => new ProviderError('provider_error', 'No such upload.', 'rejected')

  const port: WritePort<unknown, State, string> = {
    settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
    begin: () => ({ uploads: 1, made: false }),
    async advance(_call, state) {
      if (state.made) return { kind: 'done', result: 'post' }
      if (state.uploads > 0) return { kind: 'commit', step: 'post' }
      if (!isUploadTaken) throw new ProviderError('invalid_image', 'Too large.', 'rejected')
      return { kind: 'next', state: { ...state, uploads: 2 } }
    },
    async commit(_call, state) {
      if (state.uploads === 1) throw rejection()
      return { ...state, made: true }
    },
    afterRejection: (state) => (state.uploads === 1 ? { ...state, uploads: 0 } : null),
    async reconcile() {
      return { kind: 'absent' }
    },
  }
  const kind = postKind('test.upload', port)
  const kindOf = (wanted: string) => (wanted === kind.name ? kind : undefined)

  before(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf })
  })
  after(() => harness.close())

  async function run(): Promise<{ row: ExternalWriteRow; outcomes: unknown[] }> {
    const { context } = harness
    const account = await harness.connect({ platform: 'bluesky' })
    const made = await newWrite(context, { kind, account, grant: null, requestId: 'test', payload: {} })
    const { id } = await transaction(context.db, (tx) => enqueueWrite({ db: tx, kindOf }, made))
    await runWrite(context, { writeId: id, signal: new AbortController().signal })
    const row = (await readExternalWrite(context.db, id)) as ExternalWriteRow
    return { row, outcomes: (await listAttempts(context.db, id)).map(({ outcome }) => outcome) }
  }

  it('is continued with a new upload, and does not count as made before', async () => {
    isUploadTaken = true
    const { row, outcomes } = await run()
    expect(row).to.include({ status: 'succeeded', openStep: null })
    expect(outcomes).to.deep.equal(['rejected', 'succeeded'])
  })

  it('fails if the network rejects the new upload', async () => {
    isUploadTaken = false
    const { row, outcomes } = await run()
    expect(row.status).to.equal('failed')
    expect(row.error).to.include({ code: 'invalid_image' })
    expect(outcomes).to.deep.equal(['rejected'])
  })
})
