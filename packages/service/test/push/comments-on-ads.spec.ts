import { expect } from 'chai'
import { normalizeBatch } from '../../src/webhooks/normalize.ts'
import { type CommentHarness, startCommentHarness } from '../comments/comment-harness.ts'

const accountId = '17841400000000001'
const ad = '17800000000000009'
const post = 'post-1'

/**
 * A comment on the ad made of a post.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/reference/instagram (read 2026-11-29)
 */
function commentOnAd(id: string, text = 'Still available?') {
  const media = { id: ad, media_product_type: 'AD', ad_id: '120200000000001', original_media_id: '17800000000000001' }
  const value = { id, from: { id: '77', username: 'robin.example' }, media, text }
  const time = Math.floor(Date.now() / 1000)
  return { object: 'instagram', entry: [{ id: accountId, time, changes: [{ field: 'comments', value }] }] }
}

describe('a pushed comment on an ad', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startCommentHarness('instagram', { INSTAGRAM_VERIFY_TOKEN: 't' })
    const { context } = harness.harness
    await context.pool.query('update account set provider_id = $2 where id = $1', [harness.account.id, accountId])
    harness.network.posts = [post]
  })
  afterEach(() => harness.close())

  async function push(body: object): Promise<void> {
    const { context } = harness.harness
    await context.intake.store({ platform: 'instagram', body: Buffer.from(JSON.stringify(body)) })
    const { rows } = await context.pool.query('select distinct batch_id from webhook_event where processed_at is null')
    for (const { batch_id } of rows) await normalizeBatch(context, batch_id)
  }

  const events = async () => {
    const { rows } = await harness.harness.context.pool.query(
      `select type from event where type like 'comment.%'
       union all select type from event_outbox where type like 'comment.%'`,
    )
    return rows.map(({ type }: { type: string }) => type)
  }

  it('is listed and never deleted: the comments of the ad are not read from the network', async () => {
    await push(commentOnAd('1'))
    for (let reads = 0; reads < 2; reads++) {
      const { body } = await harness.list({ postId: ad })
      expect(body.comments.map(({ id, mediaId }) => [id, mediaId])).to.deep.equal([['1', ad]])
      expect(body).to.include({ postId: ad, complete: false, nextCursor: null, syncedAt: null })
      harness.wait(60_000)
      await harness.work()
    }
    // Two texts with the same time have the post of any other comment read again.
    await push(commentOnAd('1', 'Still?'))
    harness.wait(60_000)
    await harness.work()
    expect((await harness.list({ postId: ad })).body.comments).to.have.length(1)
    expect(harness.network.calls).to.not.include('page')
    expect(await events()).not.to.include('comment.deleted')
  })

  it('does not change the list of the account’s posts', async () => {
    await push(commentOnAd('1'))
    const { body } = await harness.list()
    expect(body.postId).to.equal(post)
    expect(body.posts.map(({ id }) => id)).to.deep.equal([post])
  })
})
