import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import type { CommentHarness } from '../comments/comment-harness.ts'
import { pushComment, startInstagram } from './instagram-pushes.ts'

/** Images in the album, by whose ids events name the post. */
const [image, another] = ['17800000000000009', '17800000000000010']
const album = '17800000000000001'
const older = '17800000000000000'

/**
 * A comment on an album, whose event does not contain the id of the album.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started/webhooks-for-instagram (read 2026-11-29)
 */
function commentOnAlbum(id: string, { media = image, ...more }: { media?: string; parent_id?: string } = {}) {
  return { id, media: { id: media, media_product_type: 'FEED' }, text: 'Fresh?', ...more }
}

describe('a pushed comment on an album', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startInstagram(album)
    await harness.list()
    await harness.work()
    harness.network.calls = []
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

  /** The events of comments with the post that they name, in order. */
  const events = async () => {
    const { rows } = await harness.harness.context.pool.query(
      `select type, data->>'mediaId' as post from (
         select id, type, data from event union all select id, type, data from event_outbox) as raised
       where type like 'comment.%' order by id`,
    )
    return rows.map(({ type, post }: { type: string; post: string }) => `${type} ${post}`)
  }

  const add = (postId = album) => harness.network.add({ postId, text: 'Fresh?', createdAt: Date.now() })
  const reads = () => harness.network.calls.filter((call) => call === 'postOf').length

  it('is at once on the album, of which its event tells, too', async () => {
    await pushComment(harness, commentOnAlbum(add()))
    expect((await listed()).map(([, post]) => post)).to.deep.equal([album])
    expect(await events()).to.deep.equal([`comment.created ${album}`])
    await refresh()
    expect(await listed()).to.have.length(1)
    expect(await events()).to.have.length(1)
  })

  it('costs one read for each image, and none if the post is listed or the comment stored', async () => {
    const [first, second, third] = [add(), add(), add()]
    await pushComment(harness, commentOnAlbum(first))
    await pushComment(harness, commentOnAlbum(second))
    expect(reads()).to.equal(1)
    await pushComment(harness, commentOnAlbum(third, { media: another }))
    await pushComment(harness, commentOnAlbum(third, { media: another }))
    await pushComment(harness, commentOnAlbum(add(), { media: album }))
    expect(reads()).to.equal(2)
    expect((await listed()).map(([, post]) => post)).to.deep.equal([album, album, album, album])
  })

  it('costs one read, too, if the event names an older post that is not listed', async () => {
    harness.network.posts.push(older)
    for (const id of [add(older), add(older)]) await pushComment(harness, commentOnAlbum(id, { media: older }))
    expect(reads()).to.equal(1)
    const { body } = await harness.list({ postId: older })
    expect(body.comments.map(({ mediaId }) => mediaId)).to.deep.equal([older, older])
  })

  it('is with its thread at once if it is a reply, without a read', async () => {
    const top = add()
    await refresh()
    await pushComment(harness, commentOnAlbum('90', { parent_id: top }))
    expect(await listed()).to.have.deep.members([
      ['90', album, top],
      [top, album, null],
    ])
    expect(reads()).to.equal(0)
  })

  it('is found by another comment if it was deleted meanwhile', async () => {
    const id = add()
    const { context } = harness.harness
    await pushComment(harness, commentOnAlbum('404'))
    expect(await events()).to.deep.equal([`comment.created ${image}`])
    await pushComment(harness, commentOnAlbum(id))
    expect((await events()).at(-1)).to.equal(`comment.created ${album}`)
    const { rows } = await context.pool.query('select processed_at from webhook_event where processed_at is null')
    expect(rows).to.deep.equal([])
  })

  describe('whose album cannot be read', () => {
    beforeEach(() => {
      harness.network.postOfFault = new ProviderError('provider_error', undefined, 'indeterminate')
    })

    it('is on the album after the next read of its comments, of which a second event tells', async () => {
      const id = add()
      await pushComment(harness, commentOnAlbum(id))
      expect(await events()).to.deep.equal([`comment.created ${image}`])
      await refresh()
      expect(await listed()).to.deep.equal([[id, album, null]])
      expect(await events()).to.deep.equal([`comment.created ${image}`, `comment.updated ${album}`])
      harness.network.remove(id)
      await refresh()
      expect(await listed()).to.deep.equal([])
      expect((await events()).at(-1)).to.equal(`comment.deleted ${album}`)
    })

    it('is on it also if the comments of the image were read before, which has none', async () => {
      harness.network.posts = [album, image]
      await harness.list()
      await harness.work()
      const id = add()
      await pushComment(harness, commentOnAlbum(id))
      const ofImage = await harness.list({ postId: image })
      expect(ofImage.body.comments).to.deep.equal([])
      await refresh()
      expect(await listed()).to.deep.equal([[id, album, null]])
    })

    it('stays hidden if the API hid it before', async () => {
      const id = add()
      await pushComment(harness, commentOnAlbum(id))
      await harness.update(id, { hidden: true })
      await refresh()
      const { body } = await harness.list()
      expect(body.comments.map((comment) => [comment.id, comment.isHidden])).to.deep.equal([[id, true]])
    })

    it('is not read again while the network has throttled the account', async () => {
      harness.network.postOfFault = new ProviderError('rate_limited', undefined, 'rejected')
      for (const id of [add(), add()]) await pushComment(harness, commentOnAlbum(id))
      expect(reads()).to.equal(1)
      harness.network.postOfFault = null
      harness.wait(5 * 60_000 + 1)
      await pushComment(harness, commentOnAlbum(add()))
      expect(reads()).to.equal(2)
    })

    it('delays no other events for long if reads last too long: none are made for a while', async () => {
      harness.network.postOfFault = null
      harness.network.postOfHangs = true
      for (const id of [add(), add()]) await pushComment(harness, commentOnAlbum(id))
      expect(reads()).to.equal(1)
      expect(await events()).to.deep.equal([`comment.created ${image}`, `comment.created ${image}`])
      harness.network.postOfHangs = false
      harness.wait(30_001)
      await pushComment(harness, commentOnAlbum(add()))
      expect(reads()).to.equal(2)
      expect((await events()).at(-1)).to.equal(`comment.created ${album}`)
    })
  })
})
