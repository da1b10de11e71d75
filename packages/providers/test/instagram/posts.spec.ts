import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import nock from 'nock'
import { instagramPosts } from '../../src/instagram/posts.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { accountCall, accountId, facebookCredentials, facebookGraph, graph } from './network.ts'
import { media, rejection } from './responses.ts'

const safeFields = 'id,media_type,media_url,thumbnail_url,permalink,timestamp'
const fields = `${safeFields},caption,like_count,comments_count`

function mockMedia(query: Record<string, string>, body: object, status = 200) {
  nock(graph, { reqheaders: { authorization: 'Bearer IGAA.long' } })
    .get(`/v25.0/${accountId}/media`)
    .query({ limit: '50', fields, ...query })
    .reply(status, body)
}

describe("an Instagram account's posts", () => {
  intercept()

  it('are mapped, with what is hidden or missing left unknown', async () => {
    const video = media('17900000000000002', {
      media_type: 'VIDEO',
      thumbnail_url: 'https://cdn.example/t.jpg',
      timestamp: '2026-11-19T23:59:59+0200',
    })
    const bare = { id: '17900000000000003', media_type: 'CAROUSEL_ALBUM' }
    const unseen = media('17900000000000004', { media_type: 'VIDEO', like_count: undefined })
    const odd = media('17900000000000005', { media_type: 'constructor' })
    mockMedia({}, { data: [media('17900000000000001'), video, bare, unseen, odd] })
    const { posts, next } = await instagramPosts.list(accountCall(), null)
    expect(next).to.equal(null)
    const unknown = { shares: null, views: null, saves: null, quotes: null }
    expect(posts.slice(0, 3)).to.deep.equal([
      {
        providerId: '17900000000000001',
        text: 'Rye today',
        mediaType: 'image',
        thumbnailUrl: 'https://cdn.example/17900000000000001.jpg',
        permalink: 'https://www.instagram.com/p/17900000000000001/',
        publishedAt: '2026-11-20T12:00:04.000Z',
        metrics: { likes: 12, comments: 3, ...unknown },
      },
      {
        providerId: '17900000000000002',
        text: 'Rye today',
        mediaType: 'video',
        thumbnailUrl: 'https://cdn.example/t.jpg',
        permalink: 'https://www.instagram.com/p/17900000000000002/',
        publishedAt: '2026-11-19T21:59:59.000Z',
        metrics: { likes: 12, comments: 3, ...unknown },
      },
      {
        providerId: '17900000000000003',
        text: null,
        mediaType: 'carousel',
        thumbnailUrl: null,
        permalink: null,
        publishedAt: null,
        metrics: { likes: null, comments: null, ...unknown },
      },
    ])
    expect(posts[3]).to.deep.include({ thumbnailUrl: null, metrics: { likes: null, comments: 3, ...unknown } })
    expect(posts[4]).to.include({ mediaType: 'image' })
  })

  it('go on at the cursor, never at the address that carries the token', async () => {
    const next = `${graph}/v25.0/${accountId}/media?access_token=IGAA.long&after=QVFI`
    mockMedia({}, { data: [media('1')], paging: { cursors: { before: 'QVFA', after: 'QVFI' }, next } })
    expect(await instagramPosts.list(accountCall(), null)).to.have.property('next', 'QVFI')
    mockMedia({ after: 'QVFI' }, { data: [media('2')], paging: { cursors: { before: 'QVFI', after: 'QVFZ' } } })
    expect(await instagramPosts.list(accountCall(), 'QVFI')).to.have.property('next', null)
  })

  it('are read without the doubtful fields when Instagram knows one of them not', async () => {
    mockMedia({}, rejection(100), 400)
    mockMedia({ fields: safeFields }, { data: [{ id: '1', media_type: 'IMAGE' }] })
    const { posts } = await instagramPosts.list(accountCall(), null)
    expect(posts).to.have.length(1)
    mockMedia({}, rejection(100, 33), 400)
    const hidden = await failureOf(instagramPosts.list(accountCall(), null))
    expect(hidden).to.include({ code: 'connection_expired', tokenRejected: false })
    mockMedia({}, rejection(190, 463), 401)
    expect(await failureOf(instagramPosts.list(accountCall(), null))).to.include({
      code: 'connection_expired',
      tokenRejected: true,
    })
  })

  it("are read on Facebook's host with the Page's token after a login there", async () => {
    const appsecret_proof = createHmac('sha256', 'meta-secret').update('EAA.page').digest('hex')
    nock(facebookGraph, { reqheaders: { authorization: 'Bearer EAA.page' } })
      .get(`/v25.0/${accountId}/media`)
      .query({ limit: '50', fields, appsecret_proof })
      .reply(200, { data: [] })
    expect(await instagramPosts.list(accountCall(facebookCredentials), null)).to.deep.equal({ posts: [], next: null })
  })
})
