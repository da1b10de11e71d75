import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, type ExternalWriteRow, insertExternalWrite, readExternalWrite } from '@carillon/database'
import { maxClockSkewMs, type OpenCommit } from '@carillon/providers'
import { expect } from 'chai'
import { runWrite } from '../../src/journal/run-write.ts'
import { FakeNetwork, type FakeState } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('a probe', () => {
  let harness: Harness
  let account: AccountRow
  const network = new FakeNetwork()
  let clockMs = 0
  /** Called when a publish is about to end. */
  let onFinish: (() => Promise<void> | undefined) | undefined

  before(async () => {
    harness = await startHarness({
      registry: withPorts({ bluesky: { publish: network.port } }),
      now: () => new Date(Date.now() + clockMs),
      checkpoint: (name) => (name === 'finish.next' ? onFinish?.() : undefined),
    })
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())

  async function publish(): Promise<ExternalWriteRow | undefined> {
    const id = await store()
    return carryOut(id)
  }

  async function store(text = 'hello'): Promise<string> {
    const id = randomUUIDv7()
    const state = network.port.begin({ writeId: id, items: 1, now: new Date(), random: (n) => new Uint8Array(n) })
    const { context, organizationId, profileId } = harness
    await insertExternalWrite(context.db, {
      id,
      kind: 'publish',
      organizationId,
      profileId,
      accountId: account.id,
      platform: 'bluesky',
      requestId: 'test',
      payload: JSON.stringify({ platform: 'bluesky', accountId: account.id, text }),
      state: JSON.stringify(state),
      wakeAt: context.now(),
      createdAt: context.now(),
    })
    return id
  }

  async function carryOut(id: string): Promise<ExternalWriteRow | undefined> {
    const { context } = harness
    for (;;) {
      const row = await readExternalWrite(context.db, id)
      if (!row?.wakeAt) return row
      clockMs += Math.max(0, row.wakeAt.getTime() - context.now().getTime())
      await runWrite(context, { writeId: id, signal: new AbortController().signal })
    }
  }

  /** Collects what probes are told about other publishes, until the returned function is called. */
  function collect(): { opens: OpenCommit[]; stop(): void } {
    const opens: OpenCommit[] = []
    const { reconcile } = network.port
    network.port.reconcile = (call, state, open) => {
      opens.push(open)
      return reconcile(call, state, open)
    }
    return {
      opens,
      stop() {
        network.port.reconcile = reconcile
      },
    }
  }

  for (const [name, createdIds, claimed, mayBeOthers] of [
    ['knows the posts of a publish that has not ended', ({ postId }: FakeState) => (postId ? [postId] : []), 1, false],
    ['is told of a publish that has not ended and whose post is not known', () => [], 0, true],
  ] as const) {
    it(name, async () => {
      network.port.createdIds = createdIds
      network.processing = 1
      const first = await store()
      await runWrite(harness.context, { writeId: first, signal: new AbortController().signal })
      network.moods = ['accept-then-drop']
      const { opens, stop } = collect()
      const second = await publish()
      stop()
      delete network.port.createdIds
      const firstPost = (await carryOut(first))?.providerIds[0] ?? ''
      expect(second?.status).to.equal('succeeded')
      expect(opens.map((open) => Number(open.claimed.has(firstPost)))).to.deep.equal([claimed])
      expect(opens.map((open) => open.mayBeOthers)).to.deep.equal([mayBeOthers])
      await harness.context.pool.query('delete from external_write')
      network.posts = []
    })
  }

  it('that finds the post of a publish that has not ended leaves the outcome unknown', async () => {
    const { reconcile } = network.port
    network.port.createdIds = ({ postId }) => (postId ? [postId] : [])
    network.processing = 1
    const first = await store()
    await runWrite(harness.context, { writeId: first, signal: new AbortController().signal })
    const postId = network.posts[0]?.id ?? null
    network.port.reconcile = async (_call, state) => ({ kind: 'done', state: { ...state, postId } })
    network.moods = ['accept-then-drop']
    const second = await publish()
    network.port.reconcile = reconcile
    delete network.port.createdIds
    expect([second?.status, second?.providerIds]).to.deep.equal(['unknown', []])
    expect(await carryOut(first)).to.deep.include({ status: 'succeeded', providerIds: [postId] })
    await harness.context.pool.query('delete from external_write')
    network.posts = []
  })

  for (const [name, text, statuses] of [
    ['of two equal publishes, which end at once, is that of one of them', 'hello', ['succeeded', 'unknown']],
    ['of two different publishes, which end at once, is not given to either', 'else', ['unknown', 'unknown']],
  ] as const) {
    it(`that finds the same post ${name}`, async () => {
      const { reconcile } = network.port
      network.port.createdIds = ({ postId }) => (postId ? [postId] : [])
      const ids = [await store(), await store(text)]
      network.moods = ['accept-then-drop', 'drop-before']
      for (const id of ids) await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
      const postId = network.posts[0]?.id ?? null
      network.port.reconcile = async (_call, state) => ({ kind: 'done', state: { ...state, postId } })
      // Both have found the post before one of them ends. None ends as unknown before the other one has ended or tries to.
      const [two, four] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let finishing = 0
      onFinish = () => {
        finishing++
        if (finishing === 2) two.resolve()
        if (finishing === 4) four.resolve()
        return finishing <= 2 ? two.promise : four.promise
      }
      const rows = await Promise.all(ids.map((id) => carryOut(id).finally(four.resolve)))
      onFinish = undefined
      network.port.reconcile = reconcile
      delete network.port.createdIds
      expect(rows.map((row) => row?.status).sort()).to.deep.equal(statuses)
      expect(rows.flatMap((row) => row?.providerIds)).to.deep.equal(statuses[0] === 'succeeded' ? [postId] : [])
      await harness.context.pool.query('delete from external_write')
      network.posts = []
    })
  }

  it('knows the posts of other publishes from as long before the call as any adapter looks back', async () => {
    const earlier = await publish()
    clockMs += maxClockSkewMs - 10_000
    const claims: string[][] = []
    const { reconcile } = network.port
    network.port.reconcile = (call, state, open) => {
      claims.push([...open.claimed])
      return reconcile(call, state, open)
    }
    network.moods = ['accept-then-drop']
    const later = await publish()
    expect([earlier?.providerIds, later?.providerIds]).to.deep.equal([['post-1'], ['post-2']])
    expect(claims).to.deep.equal([['post-1']])
  })
})
