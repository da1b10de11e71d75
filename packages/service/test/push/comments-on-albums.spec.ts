import { expect } from 'chai'
import type { CommentHarness } from '../comments/comment-harness.ts'
import { pushComment, startInstagram } from './instagram-pushes.ts'

/** An image in the album, by whose id the event names the post. */
const image = '17800000000000009'
const album = 'post-1'

/**
 * A comment on an album, whose event does not contain the id of the album.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started/webhooks-for-instagram (read 2026-11-29)
 */
function commentOnAlbum(id: string, more: object = {}) {
  return { id, media: { id: image, media_product_type: 'FEED' }, text: 'Fresh?', ...more }
}

describe('a pushed comment on an album', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startInstagram(album)
  })
  afterEach(() => harness.close())

  async function refresh(): Promise<void> {
    harness.wait(60_000)
    await harness.list()
    await harness.work()
  }

  const listed = async () => {
    const { body } = await harness.list()
    expect(body.postId).to.equal(album)
    return body.comments.map(({ id, mediaId, parentId }) => [id, mediaId, parentId])
  }

  /** Without updates: unlike Instagram, the test network says whether the account likes a comment. */
  const events = async () => {
    const { rows } = await harness.harness.context.pool.query(
      `select type from (select type, object_id from event union all select type, object_id from event_outbox) as raised
       where type like 'comment.%'`,
    )
    return rows.map(({ type }: { type: string }) => type).filter((type) => type !== 'comment.updated')
  }

  it('is among the comments of the album after the next read of them, with one event', async () => {
    await harness.list()
    await harness.work()
    const id = harness.network.add({ postId: album, text: 'Fresh?', createdAt: Date.now() })
    await pushComment(harness, commentOnAlbum(id))
    await refresh()
    expect(await listed()).to.deep.equal([[id, album, null]])
    expect(await events()).to.deep.equal(['comment.created'])
    harness.network.remove(id)
    await refresh()
    expect(await listed()).to.deep.equal([])
    expect(await events()).to.have.members(['comment.created', 'comment.deleted'])
  })

  it('is among them also if the comments of the image were read before, which has none', async () => {
    harness.network.posts = [album, image]
    await harness.list()
    await harness.work()
    const id = harness.network.add({ postId: album, text: 'Fresh?', createdAt: Date.now() })
    await pushComment(harness, commentOnAlbum(id))
    const ofImage = await harness.list({ postId: image })
    expect(ofImage.body.comments).to.deep.equal([])
    await refresh()
    expect(await listed()).to.deep.equal([[id, album, null]])
  })

  it('is with its thread at once if it is a reply', async () => {
    const top = harness.network.add({ postId: album })
    await harness.list()
    await harness.work()
    await pushComment(harness, commentOnAlbum('90', { parent_id: top }))
    expect(await listed()).to.deep.equal([
      ['90', album, top],
      [top, album, null],
    ])
  })

  it('stays hidden if the API hid it before', async () => {
    await harness.list()
    await harness.work()
    const id = harness.network.add({ postId: album, text: 'Fresh?', createdAt: Date.now() })
    await pushComment(harness, commentOnAlbum(id))
    await harness.update(id, { hidden: true })
    await refresh()
    const { body } = await harness.list()
    expect(body.comments.map((comment) => [comment.id, comment.isHidden])).to.deep.equal([[id, true]])
  })
})
