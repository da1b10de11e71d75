import { type AccountRow, readExternalWrite } from '@carillon/database'
import { expect } from 'chai'
import { deleteKey, type Grant, takeRequest } from '../../src/index.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { findWriteKind } from '../../src/write-kinds.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { startFlakyDatabase } from '../flaky-database.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { keyWith, replies, reply, usedUp } from './budgeted-reply.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const day = '2026-11-20'

describe('the budgets of API keys', () => {
  const network = replies()
  let harness: Harness
  let account: AccountRow
  let at = noon

  before(async () => {
    const kindOf = (name: string) => (name === network.kind.name ? network.kind : findWriteKind(name))
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf, now: () => new Date(at) })
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())
  beforeEach(async () => {
    at = noon
    network.finds('absent')
    await harness.context.pool.query('delete from key_budget_use')
  })

  const send = (grant: Grant, signal?: AbortSignal) =>
    reply(harness.context, { kind: network.kind, account, grant, ...(signal && { signal }) })
  const used = () => usedUp(harness.context)
  const one = (...grants: Grant[]) => Object.fromEntries(grants.map(({ keyId }) => [`${keyId} ${day}`, 1]))

  async function newest() {
    const { rows } = await harness.context.pool.query('select id from external_write order by id desc limit 1')
    const row = await readExternalWrite(harness.context.db, rows[0].id)
    if (!row) throw new Error('no write')
    return row
  }

  /** Does what the workers do with the newest write until it has ended. */
  async function work(): Promise<void> {
    for (;;) {
      const { id, wakeAt } = await newest()
      if (wakeAt === null) return
      at = Math.max(at, wakeAt.getTime())
      await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    }
  }

  /** Sends a reply whose response is lost, and lets the workers find out at a later time. */
  async function lose(grant: Grant, later = at): Promise<void> {
    network.moods.push('lost')
    const sending = send(grant).catch((error: unknown) => error)
    while (network.moods.length > 0 || (await newest()).runningSince !== null)
      await new Promise((done) => setImmediate(done))
    at = later
    await work()
    await sending
  }

  it('count each write of the key, and reject the next with what is used up and until when', async () => {
    const grant = await keyWith(harness, { repliesPerDay: 2, publishesPerDay: 0 })
    await send(grant)
    await send(grant)
    const error = await rejection(send(grant))
    expect(error).to.include({ code: 'budget_exhausted', status: 429, retryAfter: 43_200 })
    const resetsAt = '2026-11-21T00:00:00.000Z'
    expect(error.details).to.deep.equal({ budget: 'repliesPerDay', limit: 2, resetsAt })
    expect(await used()).to.deep.equal({ [`${grant.keyId} ${day}`]: 2 })
  })

  it('are returned by the API with what each key has used up of them today', async () => {
    const budgets = { repliesPerDay: 9, publishesPerDay: 1, requestsPerMinute: 60 }
    const first = await keyWith(harness, budgets)
    const second = await keyWith(harness, { repliesPerDay: 3 })
    const grants = [first, second, await keyWith(harness, null)]
    await send(first)
    await send(first)
    await send(second)
    const scope = { organizationId: harness.organizationId, profileId: null }
    const usedOf = async () => {
      const { keys } = bodyOf(await ask(harness.context, 'keys.list', { scope }))
      return grants.map(({ keyId }) => keys.find((key: { keyId: string }) => key.keyId === keyId)?.used)
    }
    expect(await usedOf()).to.deep.equal([{ repliesPerDay: 2, publishesPerDay: 0 }, { repliesPerDay: 1 }, null])
    const current = bodyOf(await ask(harness.context, 'keys.current', { scope, grant: first }))
    expect(current.used).to.deep.equal({ repliesPerDay: 2, publishesPerDay: 0 })
    at = noon + 12 * 3_600_000
    expect(await usedOf()).to.deep.equal([{ repliesPerDay: 0, publishesPerDay: 0 }, { repliesPerDay: 0 }, null])
  })

  it('of 0 allow nothing, and those of another kind of write or of none are not counted', async () => {
    const none = await keyWith(harness, { repliesPerDay: 0 })
    expect((await rejection(send(none))).details).to.include({ budget: 'repliesPerDay', limit: 0 })
    for (const budgets of [{ publishesPerDay: 0 }, null]) await send(await keyWith(harness, budgets))
    expect(await used()).to.deep.equal({})
  })

  it('are used up by every operation that writes', async () => {
    const body = { text: 'Hello' }
    const asked = {
      'posts.publish': { platform: 'bluesky', budget: 'publishesPerDay', body },
      'comments.create': { platform: 'instagram', budget: 'repliesPerDay', body: { parentId: '1', message: 'Hello' } },
      'messages.send': { platform: 'instagram', budget: 'messagesPerDay', body: { ...body, recipient: '1' } },
    } as const
    for (const [id, { platform, budget, body }] of Object.entries(asked)) {
      const { id: accountId } = await harness.connect({ platform })
      const { keyId, scope } = await keyWith(harness, { [budget]: 0 })
      const call = ask(harness.context, id as keyof typeof asked, {
        scope,
        grant: { keyId, budgets: { [budget]: 0 } },
        body: { platform, accountId, ...body },
      })
      expect((await rejection(call)).details, id).to.include({ budget, limit: 0 })
    }
    expect(findWriteKind('campaign.create')?.budget).to.equal('campaignsPerDay')
  })

  it('of all keys above it are used up by a key, whose write is rejected if one of them has nothing left', async () => {
    const root = await keyWith(harness, { repliesPerDay: 1 })
    const middle = await keyWith(harness, { repliesPerDay: 1, messagesPerDay: 4 }, root.keyId)
    const [leaf, other] = [
      await keyWith(harness, { repliesPerDay: 1 }, middle.keyId),
      await keyWith(harness, { repliesPerDay: 1 }, root.keyId),
    ]
    await send(leaf)
    expect(await used()).to.deep.equal(one(root, middle, leaf))
    for (const grant of [other, middle, root]) {
      expect((await rejection(send(grant))).code).to.equal('budget_exhausted')
    }
    expect(await used(), 'a rejected write takes nothing of any key').to.deep.equal(one(root, middle, leaf))
  })

  it('are given back to every key when nothing was sent, and to nobody else', async () => {
    const root = await keyWith(harness, { repliesPerDay: 5 })
    const leaf = await keyWith(harness, { repliesPerDay: 5 }, root.keyId)
    await send(root)
    network.moods.push('not_sent')
    expect((await rejection(send(leaf))).code).to.equal('rate_limited')
    expect(await used()).to.deep.equal(one(root))
  })

  it('are given back when the client had gone before the call', async () => {
    const grant = await keyWith(harness, { repliesPerDay: 1 })
    await rejection(send(grant, AbortSignal.abort()))
    while ((await newest()).status === 'processing') await new Promise((done) => setImmediate(done))
    expect(await used()).to.deep.equal({})
    await send(grant)
  })

  it('are given back when the process died before the call', async () => {
    const grant = await keyWith(harness, { repliesPerDay: 1 })
    const checkpoint = (name: string) => (name === 'write.claimed' ? new Promise<void>(() => {}) : undefined)
    const dead = await harness.another({ ...harness.overrides, checkpoint })
    const stop = new AbortController()
    const sending = rejection(reply(dead, { kind: network.kind, account, grant, signal: stop.signal }))
    while (Object.keys(await used()).length === 0) await new Promise((done) => setImmediate(done))
    stop.abort()
    await sending
    expect((await rejection(send(grant))).code, 'until then it counts').to.equal('budget_exhausted')
    at += 120_000
    await work()
    expect((await newest()).status).to.equal('failed')
    expect(await used()).to.deep.equal({})
  })

  it('are not given back for a write that the network rejected', async () => {
    const grant = await keyWith(harness, { repliesPerDay: 1 })
    network.moods.push('rejected')
    expect((await rejection(send(grant))).code).to.equal('missing_permission')
    expect(await used()).to.deep.equal(one(grant))
  })

  it('are given back for a lost call that the network knows nothing of, and not while its outcome is unknown', async () => {
    const [absent, unknown] = [
      await keyWith(harness, { repliesPerDay: 1 }),
      await keyWith(harness, { repliesPerDay: 1 }),
    ]
    await lose(absent)
    expect((await newest()).status).to.equal('failed')
    network.finds('undecidable')
    await lose(unknown)
    expect((await newest()).status).to.equal('unknown')
    expect(await used()).to.deep.equal(one(unknown))
  })

  it('are given back to the keys above one that was deleted meanwhile', async () => {
    const root = await keyWith(harness, { repliesPerDay: 1 })
    const leaf = await keyWith(harness, { repliesPerDay: 1 }, root.keyId)
    const checkpoint = (name: string) => (name === 'write.claimed' ? new Promise<void>(() => {}) : undefined)
    const dead = await harness.another({ ...harness.overrides, checkpoint })
    const stop = new AbortController()
    const sending = rejection(reply(dead, { kind: network.kind, account, grant: leaf, signal: stop.signal }))
    while (Object.keys(await used()).length === 0) await new Promise((done) => setImmediate(done))
    stop.abort()
    await sending
    await deleteKey(harness.context, { keyId: leaf.keyId })
    expect(await used()).to.deep.equal(one(root))
    at += 120_000
    await work()
    expect(await used()).to.deep.equal({})
  })

  it('cannot be avoided with a key that has been deleted', async () => {
    const root = await keyWith(harness, { repliesPerDay: 1 })
    const leaf = await keyWith(harness, { repliesPerDay: 1 }, root.keyId)
    await deleteKey(harness.context, { keyId: leaf.keyId })
    expect((await rejection(send(leaf))).code).to.equal('unauthorized')
    expect(await used()).to.deep.equal({})
  })

  it('begin again at midnight UTC, to the millisecond, whenever the write ends', async () => {
    const grant = await keyWith(harness, { repliesPerDay: 1 })
    const midnight = Date.parse('2026-11-21T00:00:00.000Z')
    at = midnight - 1
    await send(grant)
    expect(await rejection(send(grant))).to.include({ code: 'budget_exhausted', retryAfter: 1 })
    at = midnight
    await send(grant)
    expect((await rejection(send(grant))).retryAfter).to.equal(86_400)
    expect(await used()).to.deep.equal({ [`${grant.keyId} ${day}`]: 1, [`${grant.keyId} 2026-11-21`]: 1 })
  })

  it('are given back to the day on which they were taken', async () => {
    const grant = await keyWith(harness, { repliesPerDay: 1 })
    const midnight = Date.parse('2026-11-21T00:00:00.000Z')
    at = midnight
    await send(grant)
    at = midnight - 1
    await lose(grant, midnight)
    expect((await newest()).status).to.equal('failed')
    expect(await used()).to.deep.equal({ [`${grant.keyId} 2026-11-21`]: 1 })
  })

  it('count a write once that is stored again because the first confirmation was lost', async () => {
    const flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    const context = await harness.another(harness.overrides, { databaseUrl: flaky.url })
    for (const when of ['before-commit', 'before-response'] as const) {
      const grant = await keyWith(harness, { repliesPerDay: 1 })
      flaky.breakNext(when, { text: when })
      await reply(context, { kind: network.kind, account, grant, payload: { text: when } })
      expect(await used(), when).to.include(one(grant))
      expect((await rejection(send(grant))).code).to.equal('budget_exhausted')
    }
    await flaky.close()
  })

  it('limit the requests per minute of the key, never beyond the limit of the service', async () => {
    const { context } = harness
    const { requestsPerMinute } = context.config.gateway
    for (const [budget, limit] of [
      [3, 3],
      [0, 0],
      [requestsPerMinute + 1, requestsPerMinute],
    ] as const) {
      const grant = await keyWith(harness, { requestsPerMinute: budget })
      let allowed = 0
      for (let request = 0; request < 5; request++) {
        const state = await takeRequest(context, grant)
        if (state.allowed) allowed++
        expect(state.limit).to.equal(limit)
      }
      expect(allowed).to.equal(Math.min(5, limit))
    }
  })
})
