import { expect } from 'chai'
import nock from 'nock'
import { youtubeComments } from '../../src/youtube/comments/port.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { accountCall, api, channelId } from '../youtube/network.ts'
import { rejection } from '../youtube/responses.ts'

/** Written after https://developers.google.com/youtube/v3/docs/comments#resource (read 2026-11-20). */
function comment(id: string, over: Record<string, unknown> = {}) {
  return {
    kind: 'youtube#comment',
    id,
    snippet: {
      channelId,
      videoId: 'vid-1',
      textDisplay: 'hi',
      authorDisplayName: '@joe',
      authorProfileImageUrl: 'https://yt3.example/joe.jpg',
      authorChannelUrl: 'http://www.youtube.com/@joe',
      authorChannelId: { value: 'UCjoe' },
      canRate: true,
      viewerRating: 'none',
      likeCount: 2,
      publishedAt: '2026-11-20T11:00:00Z',
      updatedAt: '2026-11-20T11:00:00Z',
      ...over,
    },
  }
}

/** Written after https://developers.google.com/youtube/v3/docs/commentThreads#resource (read 2026-11-20). */
function thread(top: ReturnType<typeof comment>, over: { replies?: object[]; total?: number; owner?: string } = {}) {
  const { replies = [], owner = channelId } = over
  const total = over.total ?? replies.length
  return {
    kind: 'youtube#commentThread',
    id: top.id,
    snippet: {
      channelId: owner,
      videoId: 'vid-1',
      topLevelComment: top,
      canReply: true,
      totalReplyCount: total,
      isPublic: true,
    },
    ...(replies.length > 0 && { replies: { comments: replies } }),
  }
}

function mockThreads(query: Record<string, string>, body: object, status = 200): void {
  nock(api)
    .get('/youtube/v3/commentThreads')
    .query(
      (asked) =>
        Object.entries(query).every(([name, value]) => asked[name] === value) && asked['textFormat'] === 'plainText',
    )
    .reply(status, body)
}

const items = (list: unknown[], nextPageToken?: string) => ({ items: list, ...(nextPageToken && { nextPageToken }) })

function mockLists(lists: { published?: object; heldForReview?: object; likelySpam?: object }): void {
  for (const moderationStatus of ['published', 'heldForReview', 'likelySpam'] as const) {
    const query = { videoId: 'vid-1', maxResults: '100', order: 'time', moderationStatus }
    mockThreads(query, lists[moderationStatus] ?? items([]))
  }
}

describe("comments of a YouTube channel's videos", () => {
  intercept()
  const page = (call = accountCall(), cursor: string | null = null) =>
    youtubeComments.page(call, { postId: 'vid-1', cursor })

  it('cannot be read if one of them has no id or no time: it would count as deleted', async () => {
    const timeless = comment('1', { publishedAt: undefined })
    const nameless = { ...comment('1'), id: undefined }
    for (const broken of [timeless, nameless]) {
      for (const one of [thread(Object.assign(comment('1'), broken)), thread(comment('2'), { replies: [broken] })]) {
        mockLists({ published: items([one]) })
        const reading = youtubeComments.page(accountCall(), { postId: 'vid-1', cursor: null })
        expect(await failureOf(reading)).to.include({ code: 'provider_error', outcome: 'indeterminate' })
        nock.cleanAll()
      }
    }
  })

  it('have every field, for three units the first page', async () => {
    const call = accountCall()
    mockLists({
      published: items([thread(comment('Ugx'), { replies: [comment('Ugx.9', { parentId: 'Ugx' })], total: 7 })]),
    })
    const { comments, next } = await page(call)
    expect(comments).to.deep.equal([
      {
        id: 'Ugx',
        mediaId: 'vid-1',
        parentId: null,
        authorName: '@joe',
        authorFullName: '@joe',
        authorHandle: '@joe',
        avatarUrl: 'https://yt3.example/joe.jpg',
        profileUrl: 'http://www.youtube.com/@joe',
        body: 'hi',
        likeCount: 2,
        isCreator: false,
        isHidden: false,
        createdAt: '2026-11-20T11:00:00.000Z',
        deletable: true,
        replyCount: 7,
      },
      { ...comments[0], id: 'Ugx.9', parentId: 'Ugx', replyCount: 0 },
    ])
    expect([next, call.taken]).to.deep.equal([null, ['youtube.units 1', 'youtube.units 1', 'youtube.units 1']])
  })

  it('that are held or spam are hidden, and so are held replies of published threads', async () => {
    const held = comment('UgHeld', { moderationStatus: 'heldForReview', publishedAt: '2026-11-20T11:30:00Z' })
    // A status is not always told: the list says it then.
    const spam = comment('UgSpam', { publishedAt: '2026-11-20T10:00:00Z' })
    const heldReply = comment('Ugx.9', { parentId: 'Ugx', moderationStatus: 'heldForReview' })
    mockLists({
      published: items([thread(comment('Ugx'))]),
      heldForReview: items([thread(held), thread(comment('Ugx'), { replies: [heldReply] })]),
      likelySpam: items([thread(spam)]),
    })
    const { comments } = await page()
    expect(comments.map(({ id, isHidden }) => [id, isHidden])).to.deep.equal([
      ['UgHeld', true],
      ['Ugx', false],
      ['Ugx.9', true],
      ['UgSpam', true],
    ])
  })

  it('by users who have left have no channel, and names that are missing are empty', async () => {
    const gone = comment('Ugx', {
      authorChannelId: undefined,
      authorChannelUrl: '',
      authorDisplayName: '',
      authorProfileImageUrl: '',
    })
    mockLists({ published: items([thread(gone)]) })
    expect((await page()).comments[0]).to.include({ isCreator: false, authorName: '', profileUrl: '', avatarUrl: null })
  })

  it('go on with the lists that have more', async () => {
    const call = accountCall()
    mockLists({ published: items([], 'p2'), likelySpam: items([], 's2') })
    const { next } = await page(call)
    mockThreads({ moderationStatus: 'published', pageToken: 'p2' }, items([], 'p3'))
    mockThreads({ moderationStatus: 'likelySpam', pageToken: 's2' }, items([]))
    const second = await page(call, next)
    mockThreads({ moderationStatus: 'published', pageToken: 'p3' }, items([]))
    const third = await page(call, second.next)
    expect([third.next, call.taken.length]).to.deep.equal([null, 6])
  })

  it('reject invalid and expired cursors', async () => {
    for (const cursor of ['elsewhere', '[]', '{}', '"p2"'])
      expect(await failureOf(page(accountCall(), cursor))).to.include({
        code: 'invalid_request',
      })
    mockThreads({ pageToken: 'old' }, rejection(400, 'invalidPageToken'), 400)
    expect(await failureOf(page(accountCall(), '{"published":"old"}'))).to.include({ code: 'invalid_request' })
  })

  it('are none where comments are turned off', async () => {
    for (const moderationStatus of ['published', 'heldForReview', 'likelySpam'])
      mockThreads({ moderationStatus }, rejection(403, 'commentsDisabled'), 403)
    expect(await page()).to.deep.equal({ comments: [], next: null })
  })

  it("of others' videos are not read", async () => {
    mockThreads({ moderationStatus: 'published' }, items([thread(comment('Ugx'), { owner: 'UCother' })]))
    expect(await failureOf(page())).to.include({ code: 'post_not_found' })
    mockThreads({ moderationStatus: 'published' }, items([]))
    mockThreads({ moderationStatus: 'heldForReview' }, rejection(403, 'forbidden'), 403)
    nock(api).get('/youtube/v3/videos').query(true).reply(200, items([]))
    expect(await failureOf(page())).to.include({ code: 'post_not_found' })
  })

  it('that YouTube fails to list are no invalid cursor where none was sent', async () => {
    mockThreads({ moderationStatus: 'published' }, rejection(400, 'processingFailure'), 400)
    expect(await failureOf(page())).to.include({ code: 'provider_error', status: 502 })
    nock(api).get('/youtube/v3/comments').query(true).twice().reply(400, rejection(400, 'processingFailure'))
    for (const [cursor, code] of [
      [null, 'provider_error'],
      ['p2', 'invalid_request'],
    ] as const) {
      const reading = youtubeComments.replies(accountCall(), { postId: 'vid-1', parentId: 'Ugx', cursor })
      expect(await failureOf(reading)).to.include({ code, outcome: 'rejected' })
    }
  })

  it('are not asked for when the quota is exhausted', async () => {
    expect(await failureOf(page(accountCall('youtube.units')))).to.include({ code: 'quota_exhausted' })
  })

  it('of one thread are read page by page, and those that are held or rejected are hidden', async () => {
    const call = accountCall()
    const replies = ['published', 'heldForReview', 'rejected'].map((moderationStatus, place) =>
      comment(`Ugx.${place}`, { parentId: 'Ugx', moderationStatus }),
    )
    nock(api)
      .get('/youtube/v3/comments')
      .query({ part: 'id,snippet', textFormat: 'plainText', parentId: 'Ugx', maxResults: '100' })
      .reply(200, items(replies, 'p2'))
    const read = await youtubeComments.replies?.(call, { postId: 'vid-1', parentId: 'Ugx', cursor: null })
    expect(read?.comments.map(({ id, isHidden }) => [id, isHidden])).to.deep.equal([
      ['Ugx.0', false],
      ['Ugx.1', true],
      ['Ugx.2', true],
    ])
    expect(read?.next).to.equal('p2')
  })

  it('of all videos are read for one unit, those elsewhere left out', async () => {
    const call = accountCall()
    const foreign = thread(comment('UgElse'), { owner: 'UCother' })
    mockThreads({ allThreadsRelatedToChannelId: channelId, order: 'time' }, items([thread(comment('Ugx')), foreign]))
    const newest = await youtubeComments.newest?.(call)
    expect(newest?.map(({ id, mediaId }) => [id, mediaId])).to.deep.equal([['Ugx', 'vid-1']])
    expect(call.taken).to.deep.equal(['youtube.units 1'])
  })
})

describe('changes of YouTube comments', () => {
  intercept()

  function mockModeration(query: Record<string, string>, status = 204, body: object | string = ''): void {
    nock(api).post('/youtube/v3/comments/setModerationStatus').query(query).reply(status, body)
  }
  const remove = (over: object, call = accountCall()) =>
    youtubeComments.delete(call, { commentId: 'Ugx', isOwn: false, banAuthor: false, ...over })

  it('cost 50 units: held for review, published, rejected, with the author banned', async () => {
    const call = accountCall()
    mockModeration({ id: 'Ugx', moderationStatus: 'heldForReview' })
    await youtubeComments.hide(call, { commentId: 'Ugx', postId: null, hidden: true })
    mockModeration({ id: 'Ugx', moderationStatus: 'published' })
    await youtubeComments.hide(call, { commentId: 'Ugx', postId: null, hidden: false })
    mockModeration({ id: 'Ugx', moderationStatus: 'rejected', banAuthor: 'true' })
    await remove({ banAuthor: true }, call)
    expect(call.taken).to.deep.equal(Array(3).fill('youtube.units 50'))
  })

  it("delete the channel's own comment, and never ban the channel", async () => {
    nock(api).delete('/youtube/v3/comments').query({ id: 'Ugx' }).reply(204)
    await remove({ isOwn: true })
    expect(await failureOf(remove({ isOwn: true, banAuthor: true }))).to.include({ code: 'invalid_request' })
  })

  it('read whose a comment is that nobody knows, for one unit', async () => {
    const mockRead = (found: object[]) =>
      nock(api)
        .get('/youtube/v3/comments')
        .query({ part: 'id,snippet', textFormat: 'plainText', id: 'Ugx' })
        .reply(200, { items: found })
    const own = accountCall()
    mockRead([comment('Ugx', { authorChannelId: { value: channelId } })])
    nock(api).delete('/youtube/v3/comments').query({ id: 'Ugx' }).reply(204)
    await remove({ isOwn: null }, own)
    expect(own.taken).to.deep.equal(['youtube.units 1', 'youtube.units 50'])
    mockRead([comment('Ugx', { authorChannelId: { value: channelId } })])
    expect(await failureOf(remove({ isOwn: null, banAuthor: true }))).to.include({ code: 'invalid_request' })
    for (const found of [[comment('Ugx')], []]) {
      mockRead(found)
      mockModeration({ id: 'Ugx', moderationStatus: 'rejected' })
      await remove({ isOwn: null })
    }
  })

  it("leave the channel's own comment alone that is on a video of another channel", async () => {
    const elsewhere = { channelId: 'UCelsewhere', authorChannelId: { value: channelId } }
    const { channelId: _owner, ...snippet } = comment('Ugx.9', { authorChannelId: { value: channelId } }).snippet
    const mockRead = (found: object) =>
      nock(api)
        .get('/youtube/v3/comments')
        .query(({ id }) => id === 'Ugx.9')
        .reply(200, { items: [found] })
    const gone = { code: 'comment_not_found', outcome: 'rejected' }
    const call = accountCall()
    mockRead(comment('Ugx.9', elsewhere))
    expect(await failureOf(remove({ commentId: 'Ugx.9', isOwn: null }, call))).to.include(gone)
    expect(call.taken).to.deep.equal(['youtube.units 1'])
    // Without the channel, the thread of the comment is read.
    mockRead({ id: 'Ugx.9', snippet })
    mockThreads({ id: 'Ugx' }, items([thread(comment('Ugx'), { owner: 'UCelsewhere' })]))
    expect(await failureOf(remove({ commentId: 'Ugx.9', isOwn: null }))).to.include(gone)
    mockRead({ id: 'Ugx.9', snippet })
    mockThreads({ id: 'Ugx' }, items([thread(comment('Ugx'))]))
    nock(api).delete('/youtube/v3/comments').query({ id: 'Ugx.9' }).reply(204)
    await remove({ commentId: 'Ugx.9', isOwn: null })
  })

  it('tell a comment that is gone or elsewhere from a permission that is missing', async () => {
    const scope = { ...rejection(403, 'forbidden').error, details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] }
    const responses: [number, object, string][] = [
      [404, rejection(404, 'commentNotFound'), 'comment_not_found'],
      [403, { error: scope }, 'connection_expired'],
    ]
    for (const [status, body, code] of responses) {
      mockModeration({ id: 'Ugx', moderationStatus: 'rejected' }, status, body)
      expect(await failureOf(remove({}))).to.include({ code })
    }
    expect(await failureOf(remove({ commentId: 'Ugx,Ugy' }))).to.include({ code: 'comment_not_found' })
  })

  it('that YouTube forbids are not those of a comment that is gone, unless it is on a video of another channel', async () => {
    const moderated = { id: 'Ugx.9', moderationStatus: 'rejected' }
    const changes = {
      'a comment of others': () => remove({ commentId: 'Ugx.9' }),
      'its own comment': () => remove({ commentId: 'Ugx.9', isOwn: true }),
      'hiding one': () => youtubeComments.hide(accountCall(), { commentId: 'Ugx.9', postId: null, hidden: true }),
    }
    for (const [name, run] of Object.entries(changes)) {
      for (const [owner, code] of [
        [channelId, 'provider_rejected'],
        ['UCelsewhere', 'comment_not_found'],
      ] as const) {
        const forbidden = rejection(403, 'forbidden')
        if (name === 'its own comment') nock(api).delete('/youtube/v3/comments').query(true).reply(403, forbidden)
        else
          mockModeration(
            name === 'hiding one' ? { ...moderated, moderationStatus: 'heldForReview' } : moderated,
            403,
            forbidden,
          )
        mockThreads({ id: 'Ugx' }, items([thread(comment('Ugx'), { owner })]))
        expect(await failureOf(run()), name).to.include({ code, outcome: 'rejected' })
      }
    }
  })
})

describe('a YouTube comment whose response was lost', () => {
  intercept()
  const { reply } = youtubeComments
  const message = 'Thanks,  all'
  const state = { place: { postId: 'vid-1', threadId: null }, sent: null }
  const own = (id: string, over: object = {}) =>
    thread(
      comment(id, {
        authorChannelId: { value: channelId },
        textDisplay: 'Thanks, all',
        publishedAt: '2026-11-20T12:00:01Z',
        ...over,
      }),
    )
  const open = { step: 'comment', startedAt: now, claimed: new Set(['UgClaimed']), linksFetched: null }
  const ask = () => {
    const input = { postId: 'vid-1', parentId: null, message }
    return reply.reconcile({ ...accountCall(), writeId: 'w', input, createdAt: now }, state, open)
  }

  it('is the one by the channel, with its text, written since and made by no other write', async () => {
    const others = [
      own('UgClaimed'),
      own('UgOlder', { publishedAt: '2026-11-20T11:59:50Z' }),
      own('UgOther', { textDisplay: 'Thanks' }),
      own('UgStranger', { authorChannelId: { value: 'UCjoe' } }),
    ]
    mockLists({ published: items([own('UgOurs'), ...others]) })
    const verdict = await ask()
    expect(verdict).to.have.nested.property('state.sent.id', 'UgOurs')
    mockLists({ published: items(others) })
    expect(await ask()).to.deep.equal({ kind: 'absent' })
    mockLists({ published: items([own('UgOurs'), own('UgTwin')]) })
    expect(await ask()).to.have.property('kind', 'undecidable')
  })

  it('may have been written if there are more newer comments than are read', async () => {
    const newer = thread(comment('UgNewer', { publishedAt: '2026-11-20T12:00:02Z' }))
    for (const moderationStatus of ['published', 'heldForReview', 'likelySpam']) {
      const listed = moderationStatus === 'published' ? newer : thread(comment('UgOlder'))
      nock(api)
        .persist()
        .get('/youtube/v3/commentThreads')
        .query((query) => query['moderationStatus'] === moderationStatus)
        .reply(200, items([listed], 'more'))
    }
    expect(await ask()).to.have.property('kind', 'undecidable')
  })

  it('may have been written if its thread has more replies than are read', async () => {
    nock(api)
      .persist()
      .get('/youtube/v3/comments')
      .query(true)
      .reply(200, items([comment('Ugx.1', { parentId: 'Ugx' })], 'more'))
    const input = { postId: 'vid-1', parentId: 'Ugx', message }
    const inThread = { place: { postId: 'vid-1', threadId: 'Ugx' }, sent: null }
    const verdict = await reply.reconcile({ ...accountCall(), writeId: 'w', input, createdAt: now }, inThread, open)
    expect(verdict).to.have.property('kind', 'undecidable')
  })
})
