import { expect } from 'chai'
import nock from 'nock'
import { xDeletePost } from '../../src/x/delete-post.ts'
import { xPosts } from '../../src/x/posts.ts'
import { intercept } from '../fake-call.ts'
import { account, accountCall, api, failure } from './network.ts'

const path = `/2/users/${account.providerId}/tweets`

/** @see https://docs.x.com/x-api/users/get-posts (read 2026-11-20) */
const page = {
  data: [
    {
      id: '1880028106020515840',
      text: 'Bells &amp; more https://t.co/mmmmmmmmmm',
      created_at: '2026-11-19T08:00:00.000Z',
      conversation_id: '1880028106020515840',
      attachments: { media_keys: ['3_1', '3_2'] },
      entities: { urls: [{ url: 'https://t.co/mmmmmmmmmm', expanded_url: 'https://x.com/a/status/1/photo/1' }] },
      public_metrics: {
        retweet_count: 1,
        reply_count: 2,
        like_count: 3,
        quote_count: 4,
        bookmark_count: 5,
        impression_count: 6,
      },
    },
    {
      id: '2',
      text: 'a video',
      created_at: '2026-11-18T08:00:00.000Z',
      in_reply_to_user_id: account.providerId,
      attachments: { media_keys: ['7_3'] },
      public_metrics: { repost_count: 0, like_count: 7 },
    },
    { id: '3', text: '@otto hello', in_reply_to_user_id: '99' },
    { id: '4', text: 'an image', attachments: { media_keys: ['3_1'] } },
    { id: '5', text: 'a loop', attachments: { media_keys: ['16_4'] } },
    { id: '6', text: 'words' },
    { id: '7', text: 'a type of media that is new', attachments: { media_keys: ['9_5'] } },
  ],
  includes: {
    media: [
      { media_key: '3_1', type: 'photo', url: 'https://pbs.twimg.com/1.jpg' },
      { media_key: '3_2', type: 'photo', url: 'https://pbs.twimg.com/2.jpg' },
      { media_key: '7_3', type: 'video', preview_image_url: 'https://pbs.twimg.com/3.jpg' },
      { media_key: '16_4', type: 'animated_gif', preview_image_url: 'https://pbs.twimg.com/4.jpg' },
      { media_key: '9_5', type: 'constructor' },
    ],
  },
  meta: { result_count: 7, newest_id: '1880028106020515840', oldest_id: '6', next_token: 'next-1' },
}

describe('x: list posts', () => {
  intercept()

  it('maps a page and bills every post that was read', async () => {
    const call = accountCall()
    nock(api, { reqheaders: { authorization: 'Bearer access-1' } })
      .get(path)
      .query({
        max_results: '100',
        exclude: 'retweets',
        expansions: 'attachments.media_keys',
        'media.fields': 'preview_image_url,type,url',
        'tweet.fields':
          'attachments,conversation_id,created_at,entities,in_reply_to_user_id,note_tweet,public_metrics,referenced_tweets,text',
      })
      .reply(200, page)
    const { posts, next } = await xPosts.list(call, null)
    expect(next).to.equal('next-1')
    expect(call.bills).to.have.length(1)
    const [[operation, references] = []] = call.bills
    expect(operation).to.equal('post.read')
    expect(new Set(references).size).to.equal(7)
    expect(references?.[0]).to.equal('x/read/2026-11-20/1880028106020515840')
    expect(posts[0]).to.deep.equal({
      providerId: '1880028106020515840',
      text: 'Bells & more',
      mediaType: 'carousel',
      thumbnailUrl: 'https://pbs.twimg.com/1.jpg',
      permalink: 'https://x.com/mira_bells/status/1880028106020515840',
      publishedAt: '2026-11-19T08:00:00.000Z',
      metrics: { likes: 3, comments: 2, shares: 1, views: 6, saves: 5, quotes: 4 },
    })
    expect(posts.map(({ providerId, mediaType, thumbnailUrl }) => [providerId, mediaType, thumbnailUrl])).to.deep.equal(
      [
        ['1880028106020515840', 'carousel', 'https://pbs.twimg.com/1.jpg'],
        ['2', 'video', 'https://pbs.twimg.com/3.jpg'],
        ['4', 'image', 'https://pbs.twimg.com/1.jpg'],
        ['5', 'video', 'https://pbs.twimg.com/4.jpg'],
        ['6', 'text', null],
        ['7', 'image', null],
      ],
    )
    const none = { likes: 7, comments: null, shares: 0, views: null, saves: null, quotes: null }
    expect([posts[1]?.metrics, posts[2]?.publishedAt]).to.deep.equal([none, null])
  })

  it('goes on from a cursor, to a last page that is empty', async () => {
    nock(api)
      .get(path)
      .query((query) => query['pagination_token'] === 'next-1')
      .reply(200, { meta: { result_count: 0 } })
    expect(await xPosts.list(accountCall(), 'next-1')).to.deep.equal({ posts: [], next: null })
  })

  it('asks a second time when the network stumbles', async () => {
    nock(api).get(path).query(true).reply(503, 'no')
    nock(api)
      .get(path)
      .query(true)
      .reply(200, { meta: { result_count: 0 } })
    expect(await xPosts.list(accountCall(), null)).to.deep.equal({ posts: [], next: null })
  })

  it('leaves out replies to other users in the vocabulary that does not name these users', async () => {
    const mention = (start: number, id: string) => ({ entities: { mentions: [{ start, end: start + 5, id }] } })
    const data = [
      { id: '5', text: '@otto hello', conversation_id: '1', ...mention(0, '99') },
      { id: '4', text: 'to @otto', conversation_id: '3', ...mention(3, '99') },
      { id: '3', text: '@otto hello', conversation_id: '3', ...mention(0, '99') },
      { id: '2', text: '@mira_bells it is me', conversation_id: '3', ...mention(0, account.providerId) },
    ]
    nock(api).get(path).query(true).reply(400, { title: 'Invalid Request', detail: 'tweet.fields' })
    nock(api)
      .get(path)
      .query((query) => query['post.fields'] !== undefined)
      .reply(200, { data, meta: { result_count: 4 } })
    const { posts } = await xPosts.list(accountCall(), null)
    expect(posts.map(({ providerId }) => providerId)).to.deep.equal(['4', '3', '2'])
  })

  it('bills nothing for a rejection, in either vocabulary', async () => {
    const call = accountCall()
    nock(api).get(path).query(true).twice().reply(400, { title: 'Invalid Request', detail: 'Bad token' })
    expect(await failure(xPosts.list(call, 'stale'))).to.include({ code: 'provider_error', outcome: 'rejected' })
    expect(call.bills).to.deep.equal([])
  })

  it('does not ask again for another reason', async () => {
    nock(api).get(path).query(true).reply(401, { title: 'Unauthorized', status: 401 })
    expect(await failure(xPosts.list(accountCall(), null))).to.include({ tokenRejected: true })
  })
})

describe('x: delete a post', () => {
  intercept()

  it('deletes and bills once', async () => {
    const call = accountCall()
    nock(api, { reqheaders: { authorization: 'Bearer access-1' } })
      .delete('/2/tweets/1880028106020515840')
      .reply(200, { data: { deleted: true } })
    await xDeletePost.delete(call, '1880028106020515840')
    expect(call.bills).to.deep.equal([['post.delete', ['x/delete/1880028106020515840']]])
  })

  it('bills the deletion once whose response was lost', async () => {
    const call = accountCall()
    await xDeletePost.recordLostDeletion?.(call, '5')
    expect(call.bills).to.deep.equal([['post.delete', ['x/delete/5']]])
  })

  const notFound = { title: 'Not Found Error', type: 'https://api.x.com/2/problems/resource-not-found' }
  const rejections: [string, number, object][] = [
    ['another author', 403, { detail: 'You are not authorized to delete this Tweet.', status: 403 }],
    ['a post that is gone', 404, { ...notFound, status: 404 }],
    ['a post that is gone, said beside a 200', 200, { errors: [notFound] }],
    ['a post that was not deleted', 200, { data: { deleted: false } }],
  ]
  for (const [name, status, body] of rejections) {
    it(`finds no post of the account: ${name}`, async () => {
      const call = accountCall()
      nock(api).delete('/2/tweets/5').reply(status, body)
      expect(await failure(xDeletePost.delete(call, '5'))).to.include({ code: 'post_not_found', status: 404 })
      expect(call.bills).to.deep.equal([])
    })
  }

  for (const body of ['', '<html></html>', '{}', '{"data":{}}']) {
    it(`does not know whether the post is deleted after the response "${body}"`, async () => {
      const call = accountCall()
      nock(api).delete('/2/tweets/5').reply(200, body)
      const error = await failure(xDeletePost.delete(call, '5'))
      expect(error).to.include({ code: 'provider_error', outcome: 'indeterminate' })
      expect(call.bills).to.deep.equal([])
    })
  }

  it('does not take every prohibition for a post that is gone', async () => {
    const call = accountCall()
    const body = { title: 'Forbidden', detail: 'You are not permitted to perform this action.', status: 403 }
    nock(api).delete('/2/tweets/5').reply(403, body)
    expect(await failure(xDeletePost.delete(call, '5'))).to.include({ code: 'provider_rejected', outcome: 'rejected' })
    expect(call.bills).to.deep.equal([])
  })

  for (const id of ['../users/me', '', '12345678901234567890', 'abc']) {
    it(`asks nobody for the id "${id}"`, async () => {
      expect(await failure(xDeletePost.delete(accountCall(), id))).to.include({ code: 'post_not_found' })
    })
  }
})
