import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { rejection } from '../ask.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

const minute = 60_000

describe('the copy of comments', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startCommentHarness()
  })
  afterEach(() => harness.close())

  it('reads the newest page while the caller waits and the rest in the background', async () => {
    const { network } = harness
    for (let n = 0; n < 8; n++) network.add()
    const first = await harness.list()
    expect(first.status).to.equal(200)
    expect(first.body.postId).to.equal('post-1')
    expect(first.body.posts).to.have.length(1)
    expect(first.body.comments).to.deep.equal(network.truth().slice(0, 3))
    expect(first.body.complete).to.equal(false)
    expect(first.body.nextCursor).to.be.a('string')
    expect(first.body.syncedAt).to.be.a('string')
    expect(network.calls).to.deep.equal(['recentPosts', 'page'])
    await harness.work()
    const second = await harness.list()
    expect(second.body.comments).to.deep.equal(network.truth())
    expect(second.body).to.include({ complete: true, nextCursor: null })
    expect(network.calls).to.deep.equal(['recentPosts', 'page', 'page', 'page'])
  })

  it('is complete at once if the newest page is all there is', async () => {
    harness.network.add()
    const { body } = await harness.list()
    expect(body).to.include({ complete: true, nextCursor: null })
    expect(await harness.queued()).to.deep.equal([])
  })

  it('fills threads with more replies than came with them', async () => {
    const { network } = harness
    const top = network.add()
    for (let n = 0; n < 7; n++) network.add({ parentId: top })
    expect((await harness.list()).body.comments).to.have.length(3)
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  it('returns an empty list for an account without posts', async () => {
    harness.network.posts = []
    const { body } = await harness.list()
    expect(body).to.deep.include({
      postId: null,
      posts: [],
      comments: [],
      complete: true,
      nextCursor: null,
      syncedAt: null,
    })
  })

  it('finds the first post of an account that had none', async () => {
    const { network } = harness
    network.posts = []
    await harness.list()
    network.posts = ['post-1']
    network.add()
    harness.wait(61_000)
    expect((await harness.list()).body.posts).to.deep.equal([])
    expect(await harness.queued()).to.deep.equal(['comments.posts'])
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  it('asks for a post that is not in the list, and does not know that of somebody else', async () => {
    harness.network.posts = Array.from({ length: 2 }, (_, n) => `post-${n + 1}`)
    await harness.list()
    harness.network.posts.push('older')
    expect((await harness.list({ postId: 'older' })).body.postId).to.equal('older')
    expect((await rejection(harness.list({ postId: 'foreign' }))).code).to.equal('post_not_found')
  })

  it('returns a stale copy and queues one refresh for all its readers', async () => {
    const { network } = harness
    network.add()
    await harness.list()
    harness.wait(61_000)
    network.add({ text: 'new' })
    const responses = await Promise.all(Array.from({ length: 50 }, () => harness.list()))
    for (const { body } of responses) expect(body.comments).to.have.length(1)
    expect(await harness.queued()).to.deep.equal(['comments.posts', 'comments.sync'])
    const other = await harness.harness.another()
    await Promise.all([harness.list({}, { context: other }), harness.list()])
    expect(await harness.queued()).to.have.length(2)
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  it('refreshes a copy that was made before the clock was put back', async () => {
    const { network } = harness
    harness.wait(48 * 60 * minute)
    network.add()
    await harness.list()
    harness.wait(-48 * 60 * minute)
    network.add({ text: 'new' })
    await harness.list()
    expect(await harness.queued()).to.deep.equal(['comments.posts', 'comments.sync'])
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
    await harness.harness.context.pool.query(
      `update comment_post set requested_at = now() + interval '2 days', synced_at = null;
       update comment_account set posts_requested_at = now() + interval '2 days', posts_synced_at = now() - interval '1 hour'`,
    )
    harness.wait(61_000)
    await harness.list()
    expect(await harness.queued()).to.include('comments.posts')
  })

  it('queues its work in the name of the organization and the network', async () => {
    const { network } = harness
    for (let n = 0; n < 4; n++) network.add()
    await harness.list()
    harness.wait(61_000)
    await harness.list()
    const { rows } = await harness.harness.context.pool.query<{ task: string; flags: Record<string, true> }>(
      `select task_identifier as task, flags from graphile_worker.jobs where task_identifier like 'comments.%' order by 1`,
    )
    const flags = ['fetch', 'fetch:network:tiktok', `fetch:organization:${harness.harness.organizationId}`]
    expect(rows.map(({ task, flags }) => ({ task, flags: Object.keys(flags).toSorted() }))).to.deep.equal([
      { task: 'comments.posts', flags },
      { task: 'comments.sync', flags },
    ])
  })

  it('notices edits, likes, hiding, new replies and deletions', async () => {
    const { network } = harness
    const [a, b, c, d] = [network.add(), network.add(), network.add(), network.add()]
    await harness.list()
    await harness.work()
    Object.assign(network.held.get(a) ?? {}, { text: 'edited', likes: 4 })
    Object.assign(network.held.get(b) ?? {}, { hidden: true })
    network.add({ parentId: c })
    network.remove(d)
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  it('looks at a long list as a whole once in a while, and stops at what is known in between', async () => {
    const { network } = harness
    const ids = Array.from({ length: 30 }, () => network.add())
    await harness.list()
    await harness.work()
    network.calls = []
    const gone = ids[3] ?? ''
    network.remove(gone)
    const late = network.add()
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect(network.calls.filter((name) => name === 'page')).to.have.length(2)
    const held = (await harness.list()).body.comments.map(({ id }) => id)
    expect(held).to.include.members([late, gone])
    harness.wait(45 * minute)
    await harness.list()
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  describe('when it looks at the newest comments of a long list', () => {
    let nextCursor: string
    beforeEach(async () => {
      for (let n = 0; n < 30; n++) harness.network.add()
      nextCursor = (await harness.list()).body.nextCursor ?? ''
      await harness.work()
      for (let n = 0; n < 9; n++) harness.network.add()
    })
    async function refresh(): Promise<void> {
      harness.wait(minute)
      await harness.list()
      await harness.work()
    }
    const expectAll = async () => expect((await harness.list()).body.comments).to.deep.equal(harness.network.truth())

    it('does not stop at comments that came with a cursor', async () => {
      await harness.list({ cursor: nextCursor })
      await refresh()
      await expectAll()
    })

    it('does not stop at comments of a pass that was discarded', async () => {
      // The list of posts is read before or after the comments.
      harness.network.before.push(
        () => {},
        () => {},
        () => {
          throw new ProviderError('provider_error', undefined, 'rejected')
        },
      )
      await refresh()
      await expectAll()
    })

    it('does not stop at a page that repeats the one before', async () => {
      const arrive = () => {
        if (harness.network.calls.at(-1) !== 'page') return void harness.network.after.push(arrive)
        for (let n = 0; n < 3; n++) harness.network.add()
      }
      harness.network.after.push(arrive)
      await refresh()
      await refresh()
      await expectAll()
    })
  })

  it('is not read without an end from a network that ignores its cursors', async () => {
    const { network } = harness
    for (let n = 0; n < 8; n++) network.add()
    network.ignoresCursors = true
    const { nextCursor } = (await harness.list()).body
    expect((await rejection(harness.list({ cursor: nextCursor ?? '' }))).code).to.equal('invalid_request')
    network.before.push(...Array.from({ length: 20 }, () => () => {}), () => expect.fail('it is read without an end'))
    await harness.work()
    expect(network.before).to.have.length.above(1)
    expect((await harness.list()).body.complete).to.equal(false)
    Object.assign(network, { ignoresCursors: false, before: [] })
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  it('reads one page live with a cursor, and takes no other text for one', async () => {
    const { network } = harness
    for (let n = 0; n < 8; n++) network.add()
    const { body } = await harness.list()
    const page = await harness.list({ cursor: body.nextCursor ?? '' })
    expect(page.body.comments).to.deep.equal(network.truth().slice(3, 6))
    expect(page.body.complete).to.equal(false)
    const last = await harness.list({ cursor: page.body.nextCursor ?? '' })
    expect(last.body.comments).to.deep.equal(network.truth().slice(6))
    expect(last.body.nextCursor).to.equal(null)
    await harness.work()
    expect([...network.publishedAt]).to.deep.equal([network.summary('post-1').publishedAt])
    for (const cursor of ['x', `${body.nextCursor}A`, Buffer.from('["a","post-1","3"]').toString('base64url')]) {
      expect((await rejection(harness.list({ cursor, postId: 'post-1' }))).code).to.equal('invalid_request')
    }
    const forged = (...parts: string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    for (const cursor of [
      forged('another account', 'no post', '3'),
      forged(harness.account.id, '\u0000', '3'),
      forged(harness.account.id, '\ud800', '3'),
      forged(harness.account.id, '', '3'),
    ]) {
      const { code, details } = await rejection(harness.list({ cursor }))
      expect(code).to.equal('invalid_request')
      expect(details).to.deep.include({ path: ['cursor'], message: 'a nextCursor of this list is expected' })
    }
  })

  it('holds the newest comments only, up to its limit', async () => {
    await harness.close()
    harness = await startCommentHarness('tiktok', { COMMENTS_PER_POST: '6' })
    for (let n = 0; n < 12; n++) harness.network.add()
    await harness.list()
    await harness.work()
    const { body } = await harness.list()
    expect(body.comments).to.deep.equal(harness.network.truth().slice(0, 6))
    expect(body.complete).to.equal(false)
    expect(body.nextCursor).to.be.a('string')
  })

  it('is not complete if its last page goes beyond the limit', async () => {
    await harness.close()
    harness = await startCommentHarness('tiktok', { COMMENTS_PER_POST: '6' })
    harness.network.pageSize = 5
    for (let n = 0; n < 8; n++) harness.network.add()
    await harness.list()
    await harness.work()
    const { body } = await harness.list()
    expect(body.comments).to.deep.equal(harness.network.truth().slice(0, 6))
    expect(body).to.include({ complete: false, nextCursor: null })
  })

  it('responds with 304 for the version that the client has', async () => {
    const { network } = harness
    network.add()
    const { headers } = await harness.list()
    const etag = headers['ETag'] ?? ''
    for (const sent of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const again = await harness.list({}, { headers: { 'if-none-match': sent } })
      expect(again).to.deep.include({ status: 304, headers: { ETag: etag } })
    }
    harness.wait(minute)
    await harness.list()
    await harness.work()
    const changed = await harness.list({}, { headers: { 'if-none-match': etag } })
    expect(changed.status).to.equal(200)
    expect(changed.headers['ETag']).to.not.equal(etag)
  })

  it('costs as many calls as there are pages, for a long list with replies', async () => {
    const { network } = harness
    Object.assign(network, { pageSize: 100, inlineReplies: 3 })
    for (let n = 0; n < 1000; n++) {
      const top = network.add()
      for (let reply = 0; n % 50 === 0 && reply < 8; reply++) network.add({ parentId: top })
    }
    await harness.list()
    await harness.work()
    const count = (wanted: string) => network.calls.filter((name) => name === wanted).length
    expect({ pages: count('page'), replies: count('replies') }).to.deep.equal({ pages: 10, replies: 20 })
    const { body } = await harness.list()
    expect(body.comments).to.deep.equal(network.truth())
    expect(body.complete).to.equal(true)
  })

  it('goes with the account', async () => {
    harness.network.add()
    await harness.list()
    const { pool } = harness.harness.context
    await pool.query('delete from account where id = $1', [harness.account.id])
    for (const table of ['comment', 'comment_post', 'comment_account']) {
      expect((await pool.query(`select from ${table}`)).rowCount, table).to.equal(0)
    }
  })
})
