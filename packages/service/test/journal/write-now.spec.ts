import { type AccountRow, listAttempts, readExternalWrite } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { type DeletePostPort, ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import type { Context } from '../../src/index.ts'
import { decideWrite } from '../../src/journal/decide-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { sweepWrites } from '../../src/journal/sweep-writes.ts'
import { writeNow } from '../../src/journal/write-now.ts'
import { postDeleteKind } from '../../src/posts/post-delete-kind.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('a write that is made at once', () => {
  let harness: Harness
  let account: AccountRow
  /** What the network does with the next deletions; it carries out those beyond. */
  let moods: ('lost' | 'drop' | 'unsent' | 'reject' | 'hang' | 'throttle')[]
  let deleted: string[]
  /** The deletions whose response was lost, for which the network charges. */
  let charged: string[]
  let calls: number
  let asked: PromiseWithResolvers<void>
  let clockMs = 0

  const port: DeletePostPort = {
    async delete(_call, postId) {
      calls++
      const mood = moods.shift()
      asked.resolve()
      if (mood === 'hang') await new Promise(() => {})
      if (mood === 'drop') throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      if (mood === 'unsent') throw new ProviderError('rate_limited', 'Slowly.', 'not_sent')
      if (mood === 'reject') throw new ProviderError('missing_permission', 'Not allowed.', 'rejected')
      if (mood === 'throttle') throw new ProviderError('rate_limited', 'Slowly.', 'rejected', { retryAfter: 9 })
      if (deleted.includes(postId)) throw new ProviderError('post_not_found', 'No such post.', 'rejected')
      deleted.push(postId)
      if (mood === 'lost') throw new ProviderError('provider_error', 'No response.', 'indeterminate')
    },
    async recordLostDeletion(_call, postId) {
      charged.push(postId)
    },
  }

  before(async () => {
    harness = await startHarness({
      registry: withPorts({ bluesky: { deletePost: port } }),
      now: () => new Date(Date.now() + clockMs),
    })
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())
  beforeEach(() => {
    moods = []
    deleted = []
    charged = []
    calls = 0
    asked = Promise.withResolvers()
  })

  const remove = (context: Context = harness.context, signal = new AbortController().signal) =>
    writeNow(context, {
      kind: postDeleteKind,
      account,
      grant: null,
      requestId: 'test',
      payload: { postId: 'p' },
      signal,
    })

  async function newest() {
    const { rows } = await harness.context.pool.query('select id from external_write order by id desc limit 1')
    const row = await readExternalWrite(harness.context.db, rows[0].id)
    if (!row) throw new Error('no write')
    return row
  }

  /** Does what the workers do with the newest write until it has ended. */
  async function work(): Promise<void> {
    for (let turn = 0; turn < 12; turn++) {
      const { id, wakeAt } = await newest()
      if (wakeAt === null) return
      clockMs += Math.max(0, wakeAt.getTime() - harness.context.now().getTime())
      await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    }
  }

  it('returns its result, and is journalled', async () => {
    expect(await remove()).to.equal(null)
    const row = await newest()
    expect([row.kind, row.status, row.wakeAt]).to.deep.equal(['post.delete', 'succeeded', null])
    const attempts = await listAttempts(harness.context.db, row.id)
    expect(attempts.map(({ step, outcome }) => [step, outcome])).to.deep.equal([['delete', 'succeeded']])
  })

  it('fails with the rejection of the network', async () => {
    moods = ['reject']
    expect((await rejection(remove())).code).to.equal('missing_permission')
    moods = ['throttle']
    expect(await rejection(remove())).to.include({ code: 'rate_limited', retryAfter: 9, mayBeStored: true })
    expect(calls).to.equal(2)
  })

  it('whose response was lost is carried on by the workers while the caller waits', async () => {
    moods = ['lost']
    const removing = remove()
    await asked.promise
    while ((await newest()).runningSince !== null) await new Promise((done) => setImmediate(done))
    await work()
    expect(await removing).to.equal(null)
    expect([deleted, calls, charged]).to.deep.equal([['p'], 2, ['p']])
  })

  for (const [title, repetitions] of [
    ['is not sent', ['unsent']],
    ['is rejected for another reason', ['reject', 'throttle']],
  ] as const) {
    it(`is not failed by a repetition that ${title} after its response was lost`, async () => {
      moods = ['lost', ...repetitions]
      const removing = remove()
      await asked.promise
      while ((await newest()).runningSince !== null) await new Promise((done) => setImmediate(done))
      await work()
      expect(await removing).to.equal(null)
      expect([deleted, calls, charged]).to.deep.equal([['p'], 2 + repetitions.length, ['p']])
    })
  }

  it('is made once when the call had not arrived', async () => {
    moods = ['drop']
    const removing = remove()
    await asked.promise
    while ((await newest()).runningSince !== null) await new Promise((done) => setImmediate(done))
    await work()
    expect(await removing).to.equal(null)
    expect([deleted, charged]).to.deep.equal([['p'], []])
  })

  it('is not known to have succeeded by the deadline while the network says nothing', async () => {
    moods = ['hang']
    const deadline = new AbortController()
    const removing = rejection(remove(harness.context, deadline.signal))
    await asked.promise
    deadline.abort()
    expect((await removing).code).to.equal('provider_error')
    const row = await newest()
    expect(row).to.include({ status: 'processing', openStep: 'delete' })
    // Until its lease expires, no worker takes it.
    expect(Number(row.wakeAt) - Number(row.runningSince)).to.equal(60_000)
  })

  it('is not sent when the caller had gone before', async () => {
    const failure = await rejection(remove(harness.context, AbortSignal.abort()))
    expect(failure.code).to.equal('provider_error')
    while ((await newest()).status === 'processing') await new Promise((done) => setImmediate(done))
    expect([(await newest()).status, calls]).to.deep.equal(['failed', 0])
  })

  it('is not sent later when its process died before the call', async () => {
    const dead = await harness.another({
      ...harness.overrides,
      checkpoint: (name) => (name === 'write.claimed' ? new Promise<void>(() => {}) : undefined),
    })
    const stop = new AbortController()
    const removing = rejection(remove(dead, stop.signal))
    while (!(await newest().catch(() => undefined))?.runningSince) await new Promise((done) => setImmediate(done))
    stop.abort()
    await removing
    clockMs += 120_000
    expect(await sweepWrites(harness.context)).to.be.at.least(1)
    await work()
    expect([(await newest()).status, (await newest()).error?.code, calls]).to.deep.equal([
      'failed',
      'provider_error',
      0,
    ])
  })

  describe('is decided from outside', () => {
    async function hanging(): Promise<string> {
      moods = ['hang']
      const deadline = new AbortController()
      const removing = rejection(remove(harness.context, deadline.signal))
      await asked.promise
      deadline.abort()
      await removing
      return (await newest()).id
    }

    it('once, as succeeded', async () => {
      const id = await hanging()
      const decided = await decideWrite(harness.context, id, { status: 'succeeded', result: null, providerIds: ['x'] })
      expect(decided).to.deep.include({ status: 'succeeded', providerIds: ['x'], wakeAt: null, openStep: null })
      expect((await listAttempts(harness.context.db, id)).map(({ outcome }) => outcome)).to.deep.equal(['reconciled'])
      const error = new ServiceError('provider_error', 'Not delivered.')
      expect(await decideWrite(harness.context, id, { status: 'failed', error })).to.equal(undefined)
      expect((await newest()).status).to.equal('succeeded')
    })

    it('as failed, and nothing is sent again', async () => {
      const id = await hanging()
      const error = new ServiceError('provider_rejected', 'Not delivered.')
      const decided = await decideWrite(harness.context, id, { status: 'failed', error })
      expect([decided?.status, decided?.error?.code]).to.deep.equal(['failed', 'provider_rejected'])
      await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
      expect([(await newest()).status, calls]).to.deep.equal(['failed', 1])
    })
  })
})
