import { expect } from 'chai'
import nock from 'nock'
import { facebookComments } from '../../src/facebook/comments/port.ts'
import { instagramComments } from '../../src/instagram/comments/port.ts'
import { tiktokComments } from '../../src/tiktok/comments/port.ts'
import { youtubeComments } from '../../src/youtube/comments/port.ts'
import { graph, accountCall as pageCall, pageId } from '../facebook/network.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { accountCall, accountId, graph as instagramGraph } from '../instagram/network.ts'
import { api as tiktokApi, accountCall as tiktokCall, v13 } from '../tiktok/network.ts'
import { accountCall as channelCall, channelId, api as youtubeApi } from '../youtube/network.ts'
import { rejection } from '../youtube/responses.ts'

const publishedAt = '2026-11-20T12:00:00.000Z'
/** A day before and after that time, in Unix seconds. */
const around = { since: '1795089600', until: '1795262400' }
const unknown = { error: { message: 'Explained by Graph.', code: 100, error_subcode: 33 } }
const forbidden = { error: { message: 'Explained by Graph.', code: 200 } }
const next = { cursors: { after: 'a' }, next: 'https://graph.facebook.com/next' }

function mock(host: string, path: string, body: object, { sent = {}, status = 200 } = {}): void {
  nock(host)
    .get(`/v25.0/${path}`)
    .query((query) => Object.entries(sent).every(([name, value]) => query[name] === value))
    .reply('error' in body ? 400 : status, body)
}

describe('a post of a Facebook Page that Graph reports as unknown', () => {
  intercept()
  const postId = `${pageId}_1`
  const call = () => pageCall({ scopes: ['pages_read_engagement', 'pages_read_user_content'] })
  const codeOf = async (query: { publishedAt: string | null } = { publishedAt }) =>
    (await failureOf(facebookComments.page(call(), { postId, cursor: null, ...query }))) as { code: string }

  /** What Facebook lists around the time of the post, or, without a time, at all. */
  function mockLists(
    posts: object[],
    reels: object[],
    { paging = {}, sent = {} }: { paging?: object; sent?: object } = {},
  ) {
    mock(graph, `${postId}/comments`, unknown)
    mock(graph, `${pageId}/published_posts`, { data: posts, paging }, { sent })
    const isOver = 'next' in paging || posts.some((post) => 'id' in post && post.id === postId)
    if (!isOver) mock(graph, `${pageId}/video_reels`, { data: reels }, { sent })
  }
  /** The newest post, whose comments are read to find out whether the connection can read comments at all. */
  function mockNewest(comments: object): void {
    const newest = { id: `${pageId}_9`, created_time: '2026-11-21T12:00:00+0000' }
    mock(graph, `${pageId}/published_posts`, { data: [newest] })
    mock(graph, `${pageId}/video_reels`, { data: [] })
    mock(graph, `${pageId}_9/comments`, comments)
  }

  it('is gone if it is not listed, but comments of another one can be read', async () => {
    mockLists([{ id: `${pageId}_2` }], [], { sent: around })
    mockNewest({ data: [] })
    expect(await codeOf()).to.include({ code: 'post_not_found' })
  })

  for (const [name, posts, reels] of [
    ['post', [{ id: postId }], []],
    ['reel by its post', [], [{ id: '7', post_id: '1' }]],
  ] as const) {
    it(`is not gone if it is listed as a ${name}`, async () => {
      mockLists([...posts], [...reels])
      expect(await codeOf()).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    })
  }

  it('is not gone if the connection cannot read comments', async () => {
    mockLists([], [])
    mockNewest(forbidden)
    expect(await codeOf()).to.include({ code: 'connection_expired' })
  })

  it('is not gone if other posts are reported as unknown, too', async () => {
    mockLists([], [])
    mockNewest(unknown)
    expect(await codeOf()).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('is gone if its time is not known and the list of all posts is short', async () => {
    mockLists([], [])
    mockNewest({ data: [] })
    expect(await codeOf({ publishedAt: null })).to.include({ code: 'post_not_found' })
  })

  it('is not gone if its time is not known and the list of all posts is long', async () => {
    mockLists([{ id: `${pageId}_2` }], [], { paging: next })
    nock(graph)
      .get(`/v25.0/${pageId}/published_posts`)
      .query(({ after }) => after === 'a')
      .reply(200, { data: [{ id: `${pageId}_3` }], paging: next })
    expect(await codeOf({ publishedAt: null })).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })
})

describe('a post of an Instagram account that Graph reports as unknown', () => {
  intercept()
  const call = () => {
    const made = accountCall()
    return { ...made, account: { ...made.account, scopes: ['instagram_business_manage_comments'] } }
  }
  const codeOf = async () =>
    (await failureOf(instagramComments.page(call(), { postId: '179', cursor: null, publishedAt }))) as { code: string }
  const media = `${accountId}/media`

  it('is gone if it is not listed, but comments of another one can be read', async () => {
    mock(instagramGraph, '179/comments', unknown)
    mock(instagramGraph, media, { data: [{ id: '180' }] }, { sent: around })
    mock(instagramGraph, media, { data: [{ id: '190' }] })
    mock(instagramGraph, '190/comments', { data: [] })
    expect(await codeOf()).to.include({ code: 'post_not_found' })
  })

  it('is not gone if it is listed', async () => {
    mock(instagramGraph, '179/comments', unknown)
    mock(instagramGraph, media, { data: [{ id: '179' }] })
    expect(await codeOf()).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('is not gone if other posts are reported as unknown, too', async () => {
    mock(instagramGraph, '179/comments', unknown)
    mock(instagramGraph, media, { data: [] })
    mock(instagramGraph, media, { data: [{ id: '190' }] })
    mock(instagramGraph, '190/comments', unknown)
    expect(await codeOf()).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })
})

describe('a post of a TikTok account that TikTok does not let its comments be read of', () => {
  intercept()
  const post = { item_id: '73', caption: 'Morning', create_time: '1700000000' }
  const codeOf = async () => {
    const scopes = ['comment.list', 'video.list']
    return (await failureOf(tiktokComments.page(tiktokCall({ scopes }), { postId: '73', cursor: null }))) as object
  }

  function mockTiktok(path: string, code: number, data: object = {}): void {
    nock(tiktokApi).get(`${v13}/business/${path}/`).query(true).reply(200, { code, message: 'No.', data })
  }

  for (const code of [40001, 40007]) {
    it(`is gone if it is not listed either (${code})`, async () => {
      mockTiktok('comment/list', code)
      mockTiktok('video/list', 0, { videos: [], cursor: 2, has_more: true })
      mockTiktok('video/list', 0, { videos: [], has_more: false })
      expect(await codeOf()).to.include({ code: 'post_not_found' })
    })
  }

  it('is not gone if it is listed', async () => {
    mockTiktok('comment/list', 40007)
    mockTiktok('video/list', 0, { videos: [post], has_more: false })
    expect(await codeOf()).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('is not gone if a later page lists it, and the permission is missing', async () => {
    mockTiktok('comment/list', 40001)
    mockTiktok('video/list', 0, { videos: [], cursor: 2, has_more: true })
    mockTiktok('video/list', 0, { videos: [post], has_more: false })
    expect(await codeOf()).to.include({ code: 'connection_expired', tokenRejected: false })
  })

  it('is not gone if the list cannot be read', async () => {
    mockTiktok('comment/list', 40007)
    mockTiktok('video/list', 40001)
    expect(await codeOf()).to.include({ code: 'connection_expired' })
  })

  for (const data of [{ videos: [], has_more: true }, {}]) {
    it(`is not gone if the response is ${JSON.stringify(data)}, which does not lead to the end of the list`, async () => {
      mockTiktok('comment/list', 40007)
      mockTiktok('video/list', 0, data)
      expect(await codeOf()).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    })
  }

  it('is not gone if the list has more empty pages than are read', async () => {
    mockTiktok('comment/list', 40007)
    for (const cursor of [9, 8, 7, 6, 5]) mockTiktok('video/list', 0, { videos: [], cursor, has_more: true })
    expect(await codeOf()).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })
})

describe('a video of a YouTube channel that YouTube does not let its comments be read of', () => {
  intercept()
  const call = channelCall()
  const codeOf = async () =>
    (await failureOf(youtubeComments.page(call, { postId: 'vid-1', cursor: null }))) as { code: string }

  function mockRejection(status: number, reason: string): void {
    nock(youtubeApi).get('/youtube/v3/commentThreads').query(true).reply(status, rejection(status, reason))
  }
  function mockVideos(owners: readonly string[]): void {
    const items = owners.map((owner) => ({ id: 'vid-1', snippet: { channelId: owner, title: 'Morning' } }))
    nock(youtubeApi)
      .get('/youtube/v3/videos')
      .query(({ id }) => id === 'vid-1')
      .reply(200, { kind: 'youtube#videoListResponse', items })
  }

  for (const [status, reason] of [
    [403, 'forbidden'],
    [404, 'videoNotFound'],
  ] as const) {
    it(`is gone if YouTube does not return it, or returns that of another channel (${reason})`, async () => {
      for (const owners of [[], ['UCother']]) {
        mockRejection(status, reason)
        mockVideos(owners)
        expect(await codeOf()).to.include({ code: 'post_not_found' })
      }
    })

    it(`is not gone if YouTube returns it (${reason})`, async () => {
      mockRejection(status, reason)
      mockVideos([channelId])
      expect(await codeOf()).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    })
  }

  it('is read again for one unit only if the rejection proves nothing', async () => {
    const paying = channelCall()
    mockRejection(403, 'forbidden')
    mockVideos([])
    await failureOf(youtubeComments.page(paying, { postId: 'vid-1', cursor: null }))
    expect(paying.taken).to.deep.equal(['youtube.units 1', 'youtube.units 1'])
  })
})
