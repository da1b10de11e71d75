import { expect } from 'chai'
import nock from 'nock'
import { ProviderError } from '../../src/error-rules.ts'
import type { PreparedPost } from '../../src/ports/publish.ts'
import { xPublish } from '../../src/x/publish.ts'
import type { State } from '../../src/x/publish-state.ts'
import { intercept, placeOf } from '../fake-call.ts'
import { account, accountCall, api, app, failure, publishCall, source } from './network.ts'

/** @see https://docs.x.com/x-api/posts/create-post (read 2026-11-20) */
function created(id: string, text = 'as X writes it') {
  return { data: { id, text, edit_history_tweet_ids: [id] } }
}

const ready = (id: string, mediaKey = `3_${id}`) => ({ id, mediaKey, chunks: 0, phase: 'ready' as const })
const start = xPublish.begin({ writeId: 'publish-1', items: 1, now: new Date(), random: () => new Uint8Array() })

function create(body: nock.RequestBodyMatcher) {
  return nock(api, { reqheaders: { authorization: 'Bearer access-1', 'content-type': 'application/json' } }).post(
    '/2/tweets',
    body,
  )
}

describe('x: publish', () => {
  intercept()

  it('publishes a text and records its price', async () => {
    const call = publishCall({ text: 'Bells at seven.' })
    expect(await xPublish.advance(call, start)).to.deep.equal({ kind: 'commit', step: 'post[0]' })
    create({ text: 'Bells at seven.' }).reply(201, created('1880028106020515840'))
    const state = await xPublish.commit(call, start, 'post[0]')
    expect(state).to.deep.equal({ uploads: [], postIds: ['1880028106020515840'] })
    expect(call.bills).to.deep.equal([['post.create', ['publish-1/0']]])
    expect(await xPublish.advance(call, state)).to.deep.equal({
      kind: 'done',
      result: { postIds: ['1880028106020515840'], permalink: 'https://x.com/mira_bells/status/1880028106020515840' },
    })
  })

  it('records the other price for a text with a link', async () => {
    const call = publishCall({ text: 'More on example.com' })
    create({ text: 'More on example.com' }).reply(201, created('1'))
    await xPublish.commit(call, start, 'post[0]')
    expect(call.bills).to.deep.equal([['post.create.url', ['publish-1/0']]])
  })

  it('publishes a thread one call at a time, each replying to the one before, with the media of each', async () => {
    const images = [source('image/jpeg'), source('image/png'), source('image/webp')]
    const media = images.map((image) => ({ source: image.source }))
    const call = publishCall({
      text: 'one',
      media: media.slice(0, 1),
      thread: [{ text: 'two' }, { text: '', media: media.slice(1) }],
    })
    let state: State = { uploads: [ready('11'), ready('12'), ready('13')], postIds: [] }
    create({ text: 'one', media: { media_ids: ['11'] } }).reply(201, created('1'))
    create({ text: 'two', reply: { in_reply_to_tweet_id: '1' } }).reply(201, created('2'))
    create({ media: { media_ids: ['12', '13'] }, reply: { in_reply_to_tweet_id: '2' } }).reply(201, created('3'))
    for (const index of [0, 1, 2]) {
      const step = await xPublish.advance(call, state)
      expect(step).to.deep.equal({ kind: 'commit', step: `post[${index}]` })
      state = await xPublish.commit(call, state, `post[${index}]`)
    }
    expect(await xPublish.advance(call, state)).to.deep.nested.include({
      kind: 'done',
      'result.postIds': ['1', '2', '3'],
    })
    expect(call.bills.flatMap(([, references]) => references)).to.deep.equal([
      'publish-1/0',
      'publish-1/1',
      'publish-1/2',
    ])
  })

  it('tells which posts of a broken thread are there', async () => {
    const call = publishCall({ text: 'one', thread: [{ text: 'two' }, { text: 'three' }] })
    const rejection = { title: 'Forbidden', type: 'about:blank', status: 403, detail: 'Your Tweet text is too long.' }
    nock(api).post('/2/tweets').reply(403, rejection)
    const error = await failure(xPublish.commit(call, { uploads: [], postIds: ['1'] }, 'post[1]'))
    expect(error).to.include({ code: 'provider_rejected', outcome: 'rejected' })
    expect(error.details).to.deep.equal({ postIds: ['1'] })
    expect(error.message).to.contain('Of the 3 posts of the thread, 1 had been published.')
    expect(call.bills).to.deep.equal([])
  })

  it('keeps that the token was rejected, also in the middle of a thread', async () => {
    const call = publishCall({ text: 'one', thread: [{ text: 'two' }] })
    const rejection = { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }
    nock(api).post('/2/tweets').reply(401, rejection)
    const error = await failure(xPublish.commit(call, { uploads: [], postIds: ['1'] }, 'post[1]'))
    expect(error).to.include({ code: 'connection_expired', outcome: 'rejected', tokenRejected: true })
  })

  it('keeps the details of the error beside the ids of the posts, and its status', async () => {
    const thread = { text: 'one', thread: [{ text: 'two' }] }
    const errorWith = (options: { details: unknown; status?: number }) => {
      const recordCharge = () => Promise.reject(new ProviderError('rate_limited', 'Slowly.', 'indeterminate', options))
      nock(api).post('/2/tweets').reply(201, created('2'))
      const call = { ...publishCall(thread), recordCharge }
      return failure(xPublish.commit(call, { uploads: [], postIds: ['1'] }, 'post[1]'))
    }
    const limited = await errorWith({ details: { retryAfterSeconds: 9 }, status: 503 })
    expect(limited).to.deep.include({ status: 503, details: { retryAfterSeconds: 9, postIds: ['1'] } })
    const listed = await errorWith({ details: [{ path: ['text'], message: 'too long' }] })
    expect(listed.details).to.deep.equal({ postIds: ['1'] })
  })

  const ends: [string, number, object | string, Record<string, string>, object][] = [
    [
      'a duplicate',
      403,
      { detail: 'You are not allowed to create a Tweet with duplicate content.', type: 'about:blank', status: 403 },
      {},
      { code: 'duplicate_post', status: 409, outcome: 'rejected' },
    ],
    ['a broken server', 500, 'oops', {}, { code: 'temporarily_unavailable', status: 503, outcome: 'indeterminate' }],
    [
      'a spent window',
      429,
      { errors: [{ code: 88, message: 'Rate limit exceeded' }] },
      { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '1795176300' },
      { code: 'temporarily_unavailable', outcome: 'rejected', retryAfter: 300 },
    ],
    ['a response without an id', 201, 'not json', {}, { code: 'provider_error', outcome: 'indeterminate' }],
  ]
  for (const [name, status, body, headers, expected] of ends) {
    it(`ends on ${name} as ${JSON.stringify(expected)}`, async () => {
      const call = publishCall({ text: 'one' })
      nock(api).post('/2/tweets').reply(status, body, headers)
      expect(await failure(xPublish.commit(call, start, 'post[0]'))).to.include(expected)
      expect(call.bills).to.deep.equal([])
    })
  }

  it('leaves open what a broken connection did', async () => {
    nock(api)
      .post('/2/tweets')
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    const error = await failure(xPublish.commit(publishCall({ text: 'one' }), start, 'post[0]'))
    expect(error).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('links through the network where the handle is not known', async () => {
    const call = { ...publishCall({ text: 'one' }), account: { ...account, displayIdentifier: null } }
    const step = await xPublish.advance(call, { uploads: [], postIds: ['7'] })
    expect(step).to.nested.include({ 'result.permalink': 'https://x.com/i/status/7' })
  })

  describe('rejects before any call', () => {
    const item = (contentType: string) => ({ source: source(contentType).source })
    const cases: [string, Partial<PreparedPost<'x'>>, string, string][] = [
      ['an empty text alone', { text: ' \n' }, 'provider_rejected', 'text is empty'],
      ['an empty post in a thread', { text: 'a', thread: [{ text: '' }] }, 'provider_rejected', 'thread[0].text'],
      [
        'a GIF among images',
        { text: 'a', media: [item('image/png'), item('image/gif')] },
        'invalid_media',
        'media[1]: a GIF or video',
      ],
      [
        'two videos in a thread',
        { text: 'a', thread: [{ text: 'b', media: [item('video/mp4'), item('video/mp4')] }] },
        'invalid_media',
        'thread[0].media[0]: a GIF or video',
      ],
      [
        'five images',
        { text: 'a', media: Array.from({ length: 5 }, () => item('image/png')) },
        'invalid_media',
        'media[4]',
      ],
    ]
    for (const [name, post, code, words] of cases) {
      it(name, async () => {
        const error = await failure(xPublish.advance(publishCall(post), start))
        expect(error).to.include({ code, outcome: 'not_sent' })
        expect(error.message).to.contain(words)
      })
    }

    it('with the place in the post, the limit and the value', async () => {
      const place = async (post: Partial<PreparedPost<'x'>>) => {
        const { details, bounds } = await failure(xPublish.advance(publishCall(post), start))
        return placeOf({ details, bounds })
      }
      expect(await place({ text: 'a', thread: [{ text: '' }] })).to.deep.equal({ path: 'thread.0.text', bound: null })
      const media = Array.from({ length: 5 }, () => item('image/png'))
      expect(await place({ text: 'a', media })).to.deep.equal({ path: 'media.4', bound: { limit: 4, actual: 5 } })
      const moving = [item('image/png'), item('image/gif')]
      expect(await place({ text: 'a', thread: [{ text: 'b', media: moving }] })).to.deep.equal({
        path: 'thread.0.media.1',
        bound: { limit: 1, actual: 2 },
      })
    })

    it('what the body alone shows, before its media are looked at', async () => {
      const item = (content_type: string) => ({ content_type, base64: {} })
      const check = (post: object) =>
        failure((async () => xPublish.check?.({ platform: 'x', accountId: 'a', text: 'a', ...post } as never))())
      expect(await check({ text: '' })).to.include({ code: 'provider_rejected' })
      const mixed = [{ url: 'https://example.com/a' }, item('video/mp4')]
      const rejected = await check({ thread: [{ text: 'b', media: mixed }] })
      expect(rejected).to.include({ code: 'invalid_media' })
      expect(rejected.message).to.contain('thread[0].media[1]')
      const repeated = await check({ text: 'a', thread: [{ text: 'b' }, { text: ' a\n' }] })
      expect(repeated).to.include({ code: 'provider_rejected', outcome: 'not_sent' })
      expect(repeated.message).to.contain('thread[1].text')
    })

    it('no repeated text of a post with media, whose link X adds to the text', () => {
      const media = [{ content_type: 'image/png', base64: {} }]
      const thread = [
        { text: 'a', media },
        { text: '', media },
        { text: '', media },
      ]
      xPublish.check?.({ platform: 'x', accountId: 'a', text: 'a', thread } as never)
    })

    it('nothing whose media are known by their addresses only', () => {
      const media = Array.from({ length: 4 }, (_, at) => ({ url: `https://example.com/${at}` }))
      xPublish.check?.({ platform: 'x', accountId: 'a', text: '', media } as never)
    })
  })

  it('lets a network settle for minutes before it posts again', () => {
    expect(xPublish.settling.seconds).to.be.at.least(120)
    expect(xPublish.settling.maxProbes).to.be.at.least(2)
    expect([app.hosts['api'], accountCall().account.providerId]).to.deep.equal([api, account.providerId])
  })
})
