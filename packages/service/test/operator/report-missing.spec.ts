import { randomUUIDv7 } from 'node:crypto'
import { changeExternalWrite, insertExternalWrite } from '@carillon/database'
import { noMetrics, type ReadPost } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { PostPage, PostsPort } from '@carillon/providers'
import { expect } from 'chai'
import { reportMissing } from '../../src/index.ts'
import { rejection } from '../ask.ts'
import { FakeNetwork, type FakeState } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

const lostAt = new Date('2026-11-22T10:00:00Z')

function post(providerId: string, minutes: number): ReadPost {
  return {
    providerId,
    text: providerId,
    mediaType: 'text',
    thumbnailUrl: null,
    permalink: `https://network.example/${providerId}`,
    publishedAt: new Date(lostAt.getTime() + minutes * 60_000).toISOString(),
    metrics: noMetrics,
  }
}

describe('the report of posts that the journal lacks', () => {
  let harness: Harness
  let pages: Record<string, PostPage>
  let read: (string | null)[]

  before(async () => {
    const port: PostsPort = {
      async list(_call, cursor) {
        read.push(cursor)
        const page = pages[cursor ?? 'first']
        if (!page) throw new ServiceError('provider_error', 'No response.')
        return page
      },
    }
    const publish = { ...new FakeNetwork().port, createdIds: ({ postId }: FakeState) => (postId ? [postId] : []) }
    harness = await startHarness({ registry: withPorts({ bluesky: { posts: port, publish } }) })
    const { id } = await harness.connect({ platform: 'bluesky' })
    await published(id, 'known')
  })
  after(() => harness.close())
  beforeEach(() => {
    pages = { first: { posts: [], next: null } }
    read = []
  })

  async function begun(accountId: string, postId: string): Promise<void> {
    const { organizationId, profileId, context } = harness
    const owner = { organizationId, profileId, accountId, platform: 'bluesky', requestId: 'test' } as const
    const now = context.now()
    const row = { id: randomUUIDv7(), kind: 'publish', ...owner, payload: '{}', wakeAt: now, createdAt: now }
    const stored = await insertExternalWrite(context.db, { ...row, state: JSON.stringify({ postId }) })
    await changeExternalWrite(context.db, stored, { attempt: 1 })
  }

  async function published(accountId: string, providerId: string, updatedAt = new Date()): Promise<void> {
    const { organizationId, profileId, context } = harness
    const id = randomUUIDv7({ disableEntropyCache: true })
    const owner = { organizationId, profileId, accountId, platform: 'bluesky', requestId: 'test' } as const
    const row = { id, kind: 'publish', ...owner, payload: '{}', state: '{}', wakeAt: lostAt, createdAt: lostAt }
    const stored = await insertExternalWrite(context.db, row)
    const status = 'succeeded' as const
    const end = { status, wakeAt: null, providerIds: [providerId], updatedAt }
    await changeExternalWrite(context.db, stored, end)
  }

  const since = lostAt.toISOString()
  const until = new Date(lostAt.getTime() + 30 * 60_000).toISOString()
  const idsOf = ({ missing }: Awaited<ReturnType<typeof reportMissing>>) =>
    missing.flatMap(({ posts }) => posts.map(({ providerId }) => providerId))

  it('has the posts of the period that no publish has made', async () => {
    pages['first'] = { posts: [post('later', 60), post('lost', 1), post('known', 0), post('before', -60)], next: null }
    const report = await reportMissing(harness.context, { since, until })
    expect(idsOf(report)).to.deep.equal(['lost'])
    expect(report).to.include({ accounts: 1, posts: 1 })
    expect(report.errors).to.deep.equal([])
  })

  it('has no post of a publish that has not ended', async () => {
    pages['first'] = { posts: [post('begun', 1), post('lost', 2)], next: null }
    const { id } = await harness.connect({ platform: 'bluesky' })
    await begun(id, 'begun')
    const { missing } = await reportMissing(harness.context, { since, until })
    const found = missing.find(({ accountId }) => accountId === id)
    expect(found?.posts.map(({ providerId }) => providerId)).to.deep.equal(['lost'])
    await harness.context.pool.query('delete from account where id = $1', [id])
  })

  it('has no post of a publish that ended long before the network made the post public', async () => {
    const { id } = await harness.connect({ platform: 'bluesky' })
    await published(id, 'planned', new Date(lostAt.getTime() - 3_600_000))
    pages['first'] = { posts: [post('planned', 1), post('lost', 2)], next: null }
    const { missing } = await reportMissing(harness.context, { since, until })
    const found = missing.find(({ accountId }) => accountId === id)
    expect(found?.posts.map(({ providerId }) => providerId)).to.deep.equal(['lost'])
    await harness.context.pool.query('delete from account where id = $1', [id])
  })

  it('reads each list until a post is older than the period', async () => {
    pages = {
      first: { posts: [post('one', 2)], next: 'more', nextList: 'second' },
      more: { posts: [post('before', -60)], next: 'oldest', nextList: 'second' },
      second: { posts: [post('two', 1), post('one', 2)], next: null, nextList: null },
    }
    expect(idsOf(await reportMissing(harness.context, { since, until }))).to.deep.equal(['one', 'two'])
    expect(read).to.deep.equal([null, 'more', 'second'])
  })

  it('has the posts of the first 20 pages if an account has more, and names the account', async () => {
    const page = (number: number): PostPage => ({ posts: [post(`post ${number}`, 1)], next: String(number + 1) })
    pages = Object.fromEntries(
      Array.from({ length: 25 }, (_, number) => [number ? String(number) : 'first', page(number)]),
    )
    const report = await reportMissing(harness.context, { since, until })
    expect([report.accounts, report.posts, idsOf(report).length]).to.deep.equal([0, 20, 20])
    expect(report.errors.map(({ code }) => code)).to.deep.equal(['result_limit'])
  })

  it('names accounts that could not be read', async () => {
    pages = {}
    const { accounts, errors } = await reportMissing(harness.context, { since, until })
    expect([accounts, errors.map(({ code }) => code)]).to.deep.equal([0, ['provider_error']])
  })

  it('begins with what the promoted server had received, and ends when its promotion was noticed', async () => {
    const { pool } = harness.context
    const unnoticed = await rejection(reportMissing(harness.context, {}))
    expect(unnoticed).to.include({ code: 'invalid_request' })
    expect(unnoticed.message).to.include('No promotion of a database server was noticed')
    await pool.query('update database_epoch set complete_until = null, raised_at = $1', [until])
    const untimed = await rejection(reportMissing(harness.context, {}))
    expect(untimed).to.include({ code: 'invalid_request' })
    expect(untimed.message).to.include(`promoted, noticed at ${until}`)
    await pool.query('update database_epoch set complete_until = $1, raised_at = $2', [since, until])
    pages['first'] = { posts: [post('later', 60), post('lost', 1), post('before', -60)], next: null }
    const report = await reportMissing(harness.context, {})
    expect(idsOf(report)).to.deep.equal(['lost'])
    expect(new Date(report.since)).to.be.below(lostAt)
    expect(new Date(report.until)).to.be.above(new Date(until))
  })

  it('rejects a period that ends before it begins', async () => {
    const report = reportMissing(harness.context, { since: until, until: since })
    expect(await rejection(report)).to.include({ code: 'invalid_request' })
  })

  it('rejects a period that begins in the future, whenever it ends', async () => {
    const future = new Date(harness.context.now().getTime() + 60 * 60_000)
    const later = new Date(future.getTime() + 60_000).toISOString()
    for (const period of [{ since: future.toISOString() }, { since: future.toISOString(), until: later }]) {
      const error = await rejection(reportMissing(harness.context, period))
      expect(error).to.include({ code: 'invalid_request' })
      expect(error.message).to.include('is in the future')
    }
  })

  it('rejects what is not a time', async () => {
    expect(await rejection(reportMissing(harness.context, { since: 'yesterday' }))).to.include({
      code: 'invalid_request',
    })
  })
})
