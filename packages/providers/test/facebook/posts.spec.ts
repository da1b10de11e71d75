import { expect } from 'chai'
import nock from 'nock'
import { facebookDeletePost } from '../../src/facebook/delete-post.ts'
import { facebookPosts } from '../../src/facebook/posts.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { accountCall, graph, pageId, withoutPage } from './network.ts'

const summary = (total_count: number) => ({ data: [], summary: { total_count } })

/** Written after https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20). */
const album = {
  id: `${pageId}_1`,
  message: 'Three loaves',
  created_time: '2026-11-19T08:00:00+0000',
  permalink_url: `https://www.facebook.com/${pageId}/posts/1`,
  full_picture: 'https://img.example/1.jpg',
  shares: { count: 2 },
  comments: summary(3),
  reactions: summary(4),
  attachments: { data: [{ media_type: 'album', subattachments: { data: [] } }] },
}

/** Written after https://developers.facebook.com/docs/graph-api/reference/page/video_reels (read 2026-11-20). */
const reel = {
  id: '98',
  description: 'A reel',
  created_time: '2026-11-18T08:00:00+0000',
  permalink_url: '/reel/98/',
  post_id: '7',
  picture: 'https://img.example/98.jpg',
  views: 120,
  comments: summary(1),
  likes: summary(5),
}

function mockList(edge: string, { data, after, asked }: { data: unknown[]; after?: string; asked?: string }): void {
  const paging = { cursors: { after: after ?? 'last' }, ...(after && { next: 'https://graph.facebook.com/next' }) }
  nock(graph)
    .get(`/v25.0/${pageId}/${edge}`)
    .query((query) => query['limit'] === '100' && query['after'] === asked)
    .reply(200, { data, paging })
}

describe("a Facebook Page's posts", () => {
  intercept()

  it('carry their words, images and figures', async () => {
    mockList('published_posts', { data: [album] })
    const { posts } = await facebookPosts.list(accountCall(), 'posts:')
    expect(posts).to.deep.equal([
      {
        providerId: `${pageId}_1`,
        text: 'Three loaves',
        mediaType: 'carousel',
        thumbnailUrl: 'https://img.example/1.jpg',
        permalink: `https://www.facebook.com/${pageId}/posts/1`,
        publishedAt: '2026-11-19T08:00:00.000Z',
        metrics: { likes: 4, comments: 3, shares: 2, views: null, saves: null, quotes: null },
      },
    ])
  })

  it('say nothing of what Facebook leaves out', async () => {
    mockList('published_posts', { data: [{ id: `${pageId}_2`, story: 'The Page changed its cover.' }] })
    const { posts } = await facebookPosts.list(accountCall(), 'posts:')
    expect(posts[0]).to.deep.include({
      text: 'The Page changed its cover.',
      mediaType: 'text',
      permalink: null,
      publishedAt: null,
    })
    expect(Object.values(posts[0]?.metrics ?? {})).to.deep.equal([null, null, null, null, null, null])
  })

  const types = { photo: 'image', video: 'video', video_inline: 'video', link: 'link', constructor: 'text' }
  for (const [type, ours] of Object.entries(types)) {
    it(`with an attachment of type ${type} are ${ours}`, async () => {
      mockList('published_posts', { data: [{ id: '1', attachments: { data: [{ media_type: type }] } }] })
      const { posts } = await facebookPosts.list(accountCall(), 'posts:')
      expect(posts[0]?.mediaType).to.equal(ours)
    })
  }

  it('are the reels, then the feed, which also has videos that the list of reels may lack', async () => {
    const shown = { id: `${pageId}_7`, permalink_url: 'https://www.facebook.com/reel/98/' }
    const video = { id: `${pageId}_8`, permalink_url: 'https://www.facebook.com/reel/99/' }
    mockList('video_reels', { data: [reel] })
    const first = await facebookPosts.list(accountCall(), null)
    expect(first.posts).to.deep.equal([
      {
        providerId: `${pageId}_7`,
        text: 'A reel',
        mediaType: 'video',
        thumbnailUrl: 'https://img.example/98.jpg',
        permalink: 'https://www.facebook.com/reel/98/',
        publishedAt: '2026-11-18T08:00:00.000Z',
        metrics: { likes: 5, comments: 1, shares: null, views: 120, saves: null, quotes: null },
      },
    ])
    mockList('published_posts', { data: [album], after: 'a1' })
    const second = await facebookPosts.list(accountCall(), first.next)
    mockList('published_posts', { data: [shown, video], asked: 'a1' })
    const third = await facebookPosts.list(accountCall(), second.next)
    expect([...second.posts, ...third.posts].map(({ providerId }) => providerId)).to.deep.equal([
      `${pageId}_1`,
      `${pageId}_7`,
      `${pageId}_8`,
    ])
    expect(third.next).to.equal(null)
  })

  it('are read in smaller pages when a page is too much data, and not when the app is throttled', async () => {
    const page = (limit: number) =>
      nock(graph)
        .get(`/v25.0/${pageId}/published_posts`)
        .query((query) => query['limit'] === String(limit) && query['after'] === 'a1')
    const message = "Please reduce the amount of data you're asking for, then retry your request"
    for (const limit of [100, 50]) page(limit).reply(400, { error: { code: 1, message } })
    page(25).reply(200, { data: [album] })
    const { posts } = await facebookPosts.list(accountCall(), 'posts:a1')
    expect(posts).to.have.lengthOf(1)
    page(100).reply(400, { error: { code: 4, message: 'limit reached' } })
    expect(await failureOf(facebookPosts.list(accountCall(), 'posts:a1'))).to.include({ code: 'rate_limited' })
  })

  it('are given up when the smallest page is too much data', async () => {
    for (const limit of [100, 50, 25, 10]) {
      nock(graph)
        .get(`/v25.0/${pageId}/published_posts`)
        .query((query) => query['limit'] === String(limit))
        .reply(400, { error: { code: 1 } })
    }
    expect(await failureOf(facebookPosts.list(accountCall(), 'posts:'))).to.include({ code: 'provider_error' })
  })

  it('cannot be read without a Page or with a strange cursor', async () => {
    expect(await failureOf(facebookPosts.list(accountCall(withoutPage), null))).to.include({
      code: 'page_not_selected',
    })
    expect(await failureOf(facebookPosts.list(accountCall(), 'elsewhere'))).to.include({ code: 'invalid_request' })
  })
})

describe('deleting a Facebook post', () => {
  intercept()
  const id = `${pageId}_1`

  function mockAuthor(from: unknown, path = id): void {
    nock(graph).get(`/v25.0/${path}`).query(true).reply(200, { id: path, from })
  }

  it("deletes the Page's own, after a look at whose it is", async () => {
    mockAuthor({ id: pageId })
    nock(graph).delete(`/v25.0/${id}`).query(true).reply(200, { success: true })
    await facebookDeletePost.delete(accountCall(), id)
  })

  it('leaves what visitors wrote on the Page, and videos of others', async () => {
    mockAuthor({ id: '5' })
    mockAuthor({ id: '5' }, '98')
    for (const postId of [id, '98']) {
      expect(await failureOf(facebookDeletePost.delete(accountCall(), postId))).to.include({ code: 'post_not_found' })
    }
  })

  it('does not ask for ids that cannot be of its posts', async () => {
    for (const postId of ['999_1', 'me', '../me/permissions', `${pageId}_1/comments`, '']) {
      expect(await failureOf(facebookDeletePost.delete(accountCall(), postId))).to.include({ code: 'post_not_found' })
    }
  })

  it('says that nothing was deleted when it cannot read whose it is', async () => {
    nock(graph).get(`/v25.0/${id}`).query(true).times(3).reply(503)
    const failure = await failureOf(facebookDeletePost.delete(accountCall(), id))
    expect(failure).to.include({ code: 'provider_error', outcome: 'not_sent' })
  })

  function mockUnknown(path: string): void {
    nock(graph)
      .get(`/v25.0/${path}`)
      .query(true)
      .reply(400, { error: { code: 100, error_subcode: 33 } })
  }

  function mockNewest(...posts: object[]): void {
    for (const [edge, data] of [
      ['published_posts', posts],
      ['video_reels', []],
    ] as const) {
      nock(graph).get(`/v25.0/${pageId}/${edge}`).query(true).reply(200, { data })
    }
  }

  it('knows that it is gone, because the newest post is shown, or the Page has no posts', async () => {
    const newest = { ...album, id: `${pageId}_2` }
    for (const posts of [[newest], []]) {
      mockUnknown(id)
      mockNewest(...posts)
      for (const post of posts) mockAuthor({ id: pageId }, post.id)
      const failure = await failureOf(facebookDeletePost.delete(accountCall(), id))
      expect(failure).to.include({ code: 'post_not_found', status: 404 })
    }
    mockUnknown(id)
    const publishing = accountCall({ scopes: ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'] })
    expect(await failureOf(facebookDeletePost.delete(publishing, id))).to.include({ code: 'post_not_found' })
  })

  it('does not take it for gone while Facebook shows no post of the Page', async () => {
    mockUnknown(id)
    mockNewest({ ...album, id: `${pageId}_2` })
    mockUnknown(`${pageId}_2`)
    const failure = await failureOf(facebookDeletePost.delete(accountCall(), id))
    expect(failure).to.include({ code: 'provider_error', outcome: 'not_sent' })
  })

  it('needs a Page and the permission to publish', async () => {
    expect(await failureOf(facebookDeletePost.delete(accountCall(withoutPage), id))).to.include({
      code: 'page_not_selected',
    })
    expect(await failureOf(facebookDeletePost.delete(accountCall({ scopes: [] }), id))).to.include({
      code: 'missing_permission',
    })
  })
})
