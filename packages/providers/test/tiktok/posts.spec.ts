import { expect } from 'chai'
import nock from 'nock'
import { tiktokPosts } from '../../src/tiktok/posts.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { accountCall, api, v13 } from './network.ts'
import { rejected, video, videos } from './responses.ts'

const path = `${v13}/business/video/list/`
const basics = [
  'item_id',
  'media_type',
  'caption',
  'thumbnail_url',
  'share_url',
  'create_time',
  'likes',
  'comments',
  'shares',
  'favorites',
]

describe("an account's posts on TikTok", () => {
  intercept()

  it('lists them with what is known of each', async () => {
    nock(api, { reqheaders: { 'access-token': 'act.first' } })
      .get(path)
      .query({ business_id: 'open-1', fields: JSON.stringify([...basics, 'video_views']), max_count: '20' })
      .reply(200, videos([video('7301234567890123456')]))
    const call = accountCall()
    expect(await tiktokPosts.list(call, null)).to.deep.equal({
      posts: [
        {
          providerId: '7301234567890123456',
          text: 'Morning',
          mediaType: 'video',
          thumbnailUrl: 'https://p16.example/cover.jpg?x-expires=1795000000',
          permalink: 'https://www.tiktok.com/@acme/video/7301234567890123456',
          publishedAt: '2026-11-20T12:00:00.000Z',
          metrics: { likes: 3, comments: 2, shares: 0, views: 40, saves: 1, quotes: null },
        },
      ],
      next: null,
    })
    expect(call.paced).to.deep.equal(['tiktok.endpoint /business/video/list/:open-1'])
  })

  it('takes a rate slot for each attempt', async () => {
    nock(api).get(path).query(true).times(2).reply(503)
    nock(api).get(path).query(true).reply(200, videos([]))
    const call = accountCall()
    await tiktokPosts.list(call, null)
    expect(call.paced).to.deep.equal(Array(3).fill('tiktok.endpoint /business/video/list/:open-1'))
  })

  it('leaves null what is not told', async () => {
    nock(api)
      .get(path)
      .query(true)
      .reply(200, videos([{ item_id: '7', media_type: 'PHOTO', create_time: 'soon' }, { likes: 1 }]))
    const { posts } = await tiktokPosts.list(accountCall(), null)
    const metrics = { likes: null, comments: null, shares: null, views: null, saves: null, quotes: null }
    expect(posts).to.deep.equal([
      {
        providerId: '7',
        text: null,
        mediaType: 'image',
        thumbnailUrl: null,
        permalink: null,
        publishedAt: null,
        metrics,
      },
    ])
  })

  it('replaces what no JSON parser has to accept in a text', async () => {
    nock(api)
      .get(path)
      .query(true)
      .reply(
        200,
        videos([
          { item_id: '7', caption: 'a\0b\ud83d' },
          { item_id: '8', caption: '' },
        ]),
      )
    const { posts } = await tiktokPosts.list(accountCall(), null)
    expect(posts.map(({ text }) => text)).to.deep.equal(['a\ufffdb\ufffd', ''])
  })

  it('goes on before the moment that the network names', async () => {
    nock(api)
      .get(path)
      .query(({ cursor }) => cursor === '1795170000000')
      .reply(200, videos([], { cursor: 1795160000000, has_more: true }))
    const page = await tiktokPosts.list(accountCall(), '1795170000000')
    expect(page).to.deep.equal({ posts: [], next: '1795160000000' })
  })

  it('fails where more posts follow and the cursor is missing or does not go back, or where the list is missing', async () => {
    for (const data of [{}, { cursor: undefined }, { cursor: 1795160000000, videos: undefined }]) {
      nock(api)
        .get(path)
        .query(true)
        .reply(200, videos([video('7')], { has_more: true, ...data }))
      const reading = tiktokPosts.list(accountCall(), '1795170000000')
      expect(await failureOf(reading)).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    }
  })

  it('asks only for fields that were granted', async () => {
    nock(api)
      .get(path)
      .query(({ fields }) => fields === JSON.stringify(basics))
      .reply(200, videos([]))
    await tiktokPosts.list(accountCall({ scopes: ['video.list'] }), null)
  })

  it('asks nothing without the permission', async () => {
    const failure = await failureOf(tiktokPosts.list(accountCall({ scopes: ['user.info.basic'] }), null))
    expect(failure).to.include({ code: 'connection_expired', tokenRejected: false })
  })

  it('asks nothing when the minute is full', async () => {
    const failure = await failureOf(tiktokPosts.list(accountCall({ full: '/business/video/list/' }), null))
    expect(failure).to.include({ code: 'rate_limited', retryAfter: 9 })
  })

  it('tells when the token was rejected, so that it is refreshed', async () => {
    nock(api).get(path).query(true).reply(200, rejected(40105))
    const failure = await failureOf(tiktokPosts.list(accountCall(), null))
    expect(failure).to.include({ code: 'connection_expired', tokenRejected: true, outcome: 'rejected' })
  })
})
