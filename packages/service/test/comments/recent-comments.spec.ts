import type { RecentComment } from '@carillon/domain'
import { expect } from 'chai'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

const minute = 60_000

describe('recent comments', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startCommentHarness()
  })
  afterEach(() => harness.close())

  async function page(query: object = {}): Promise<{ comments: RecentComment[]; nextCursor: string | null }> {
    const scope = { organizationId: harness.harness.organizationId, profileId: null }
    return bodyOf(
      await ask(harness.harness.context, 'comments.recent', {
        scope,
        query: { accountId: harness.account.id, ...query } as never,
      }),
    )
  }
  const ids = async (query: object = {}) => (await page(query)).comments.map(({ id }) => id)
  const open = () => ids({ unanswered: true })

  /** Reads all comments of every post into the copies. */
  async function sync(): Promise<void> {
    harness.wait(minute)
    for (const postId of harness.network.posts) await harness.list({ postId })
    await harness.work()
  }

  it('are those of all posts, newest first, with their post and account', async () => {
    const { network, account } = harness
    network.posts = ['post-1', 'post-2']
    const [first, second] = [network.add(), network.add({ postId: 'post-2', own: true })]
    await sync()
    const { comments, nextCursor } = await page()
    expect(comments.map(({ id }) => id)).to.deep.equal([second, first])
    expect(nextCursor).to.equal(null)
    const [newest] = comments
    expect(newest).to.deep.include({ postId: 'post-2', mediaId: 'post-2', accountId: account.id, platform: 'tiktok' })
    expect(newest?.post).to.have.all.keys('text', 'thumbnailUrl', 'permalink')
    expect(harness.network.calls).to.not.include('recent')
  })

  it('make no call to the network', async () => {
    harness.network.add()
    await sync()
    const before = harness.network.calls.length
    harness.wait(60 * minute)
    expect(await open()).to.have.length(1)
    expect(harness.network.calls.length).to.equal(before)
    expect(await harness.queued()).to.deep.equal([])
  })

  it('come in pages, in which no comment is missing or repeated', async () => {
    for (let n = 0; n < 5; n++) harness.network.add({ createdAt: Date.UTC(2026, 10, 20) })
    await sync()
    const all = await ids()
    const read: string[] = []
    let cursor: string | null | undefined
    do {
      const next: { comments: RecentComment[]; nextCursor: string | null } = await page({
        limit: 2,
        ...(cursor && { cursor }),
      })
      expect(next.comments.length).to.be.within(1, 2)
      read.push(...next.comments.map(({ id }) => id))
      cursor = next.nextCursor
    } while (cursor !== null)
    expect(read).to.deep.equal(all)
    expect(all).to.have.length(5)
  })

  it('reject a cursor of something else', async () => {
    for (const cursor of [
      'x',
      Buffer.from('["2026","1","2"]').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
      ...['2026-02-30T00:00:00.000000Z', '0000-01-01T00:00:00.000000Z'].map((time) =>
        Buffer.from(JSON.stringify([time, '1', harness.account.id])).toString('base64url'),
      ),
    ]) {
      expect(await rejection(page({ cursor }))).to.include({ code: 'invalid_request' })
    }
  })

  describe('without an answer', () => {
    it('are those of others to which the account has not replied', async () => {
      const { network } = harness
      const [asked, answered, own] = [network.add(), network.add(), network.add({ own: true })]
      network.add({ parentId: answered, own: true })
      const onOwn = network.add({ parentId: own })
      await sync()
      expect(await open()).to.deep.equal([onOwn, asked])
    })

    it('end with a reply through the API, and are back once it is deleted', async () => {
      const { network } = harness
      const top = network.add()
      await sync()
      expect(await open()).to.deep.equal([top])
      const { comment } = bodyOf(
        await harness.beside(harness.create({ postId: 'post-1', parentId: top, message: 'Yes' })),
      )
      expect(await open()).to.deep.equal([])
      await harness.remove(comment.id)
      expect(await open()).to.deep.equal([top])
    })

    it('are a question that follows an answer, until it is answered in its thread', async () => {
      const { network } = harness
      const top = network.add()
      network.add({ parentId: top, own: true })
      const again = network.add({ parentId: top })
      await sync()
      expect(await open()).to.deep.equal([again])
      network.add({ parentId: top, own: true })
      await sync()
      expect(await open()).to.deep.equal([])
    })

    it('are back once the network has lost the reply', async () => {
      const { network } = harness
      const top = network.add()
      const reply = network.add({ parentId: top, own: true })
      await sync()
      expect(await open()).to.deep.equal([])
      network.remove(reply)
      for (let hour = 0; hour < 2; hour++) {
        harness.wait(60 * minute)
        await sync()
      }
      expect(await ids()).to.deep.equal([top])
      expect(await open()).to.deep.equal([top])
    })

    it('do not include comments that were deleted', async () => {
      const { network } = harness
      const top = network.add({ own: false })
      await sync()
      network.remove(top)
      for (let hour = 0; hour < 2; hour++) {
        harness.wait(60 * minute)
        await sync()
      }
      expect(await open()).to.deep.equal([])
    })
  })
})
