import { expect } from 'chai'
import type { CommentHarness } from '../comments/comment-harness.ts'
import { pushComment, startInstagram } from './instagram-pushes.ts'

const ad = '17800000000000009'
const post = 'post-1'

/**
 * A comment on the ad made of a post.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/reference/instagram (read 2026-11-29)
 */
function commentOnAd(id: string, text = 'Still available?') {
  const media = { id: ad, media_product_type: 'AD', ad_id: '120200000000001', original_media_id: '17800000000000001' }
  return { id, media, text }
}

describe('a pushed comment on an ad', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startInstagram(post)
  })
  afterEach(() => harness.close())

  const events = async () => {
    const { rows } = await harness.harness.context.pool.query(
      `select type from event where type like 'comment.%'
       union all select type from event_outbox where type like 'comment.%'`,
    )
    return rows.map(({ type }: { type: string }) => type)
  }

  it('is listed and never deleted: the comments of the ad are not read from the network', async () => {
    await pushComment(harness, commentOnAd('1'))
    for (let reads = 0; reads < 2; reads++) {
      const { body } = await harness.list({ postId: ad })
      expect(body.comments.map(({ id, mediaId }) => [id, mediaId])).to.deep.equal([['1', ad]])
      expect(body).to.include({ postId: ad, complete: false, nextCursor: null, syncedAt: null })
      harness.wait(60_000)
      await harness.work()
    }
    // Two texts with the same time have the post of any other comment read again.
    await pushComment(harness, commentOnAd('1', 'Still?'))
    harness.wait(60_000)
    await harness.work()
    expect((await harness.list({ postId: ad })).body.comments).to.have.length(1)
    expect(harness.network.calls).to.not.include('page')
    expect(await events()).not.to.include('comment.deleted')
  })

  it('does not change the list of the account’s posts', async () => {
    await pushComment(harness, commentOnAd('1'))
    const { body } = await harness.list()
    expect(body.postId).to.equal(post)
    expect(body.posts.map(({ id }) => id)).to.deep.equal([post])
  })
})
