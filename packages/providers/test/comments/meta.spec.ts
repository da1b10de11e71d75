import { expect } from 'chai'
import nock from 'nock'
import { facebookComments } from '../../src/facebook/comments/port.ts'
import { instagramComments } from '../../src/instagram/comments/port.ts'
import { accountCall as pageCall, pageId, withoutPage } from '../facebook/network.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { accountCall, accountId, graph as instagramGraph } from '../instagram/network.ts'

const graph = 'https://graph.facebook.com'
const scopes = ['pages_read_engagement', 'pages_read_user_content', 'pages_manage_engagement']
const page = () => pageCall({ scopes })
const instagram = () => {
  const call = accountCall()
  return { ...call, account: { ...call.account, scopes: ['instagram_business_manage_comments'] } }
}
const unreadable = { code: 'provider_error', outcome: 'indeterminate' }
const rejection = (code: number, error_subcode?: number) => ({
  error: { message: 'Explained by Graph.', code, error_subcode },
})

/** Written after https://developers.facebook.com/docs/graph-api/reference/comment (read 2026-11-20). */
const pageComment = {
  id: '1_7',
  message: 'Lovely',
  created_time: '2026-11-20T11:00:00+0000',
  from: { id: '991', name: 'Robin Example', picture: { data: { url: 'https://img.example/991.jpg' } } },
  like_count: 3,
  is_hidden: true,
}

/** Written after https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read 2026-11-20). */
const instagramComment = {
  id: '17870000000000001',
  text: 'Lovely',
  timestamp: '2026-11-20T11:00:00+0000',
  username: 'robin.example',
  from: { id: '991', username: 'robin.example' },
  like_count: 3,
  hidden: true,
}

describe("comments of a Facebook Page's posts", () => {
  intercept()
  const postId = `${pageId}_1`
  const read = (call = page()) => facebookComments.page(call, { postId, cursor: null })

  function mockComments(limit: number, status: number, body: object, path = postId): void {
    nock(graph)
      .get(`/v25.0/${path}/comments`)
      .query((query) => query['limit'] === String(limit) && query['filter'] !== undefined)
      .reply(status, body)
  }

  it('have every field, and all replies of their threads', async () => {
    const paging = { cursors: { after: 'r1' }, next: 'https://graph.facebook.com/next' }
    const inline = {
      data: [{ ...pageComment, id: '1_8', from: { id: pageId, name: 'The Page' }, is_hidden: false }],
      paging,
    }
    mockComments(50, 200, { data: [{ ...pageComment, comments: inline }] })
    mockComments(50, 200, { data: [{ id: '1_9', created_time: pageComment.created_time }] }, '1_7')
    const { comments, next } = await read()
    const [comment, reply, last] = comments
    expect([next, comments.length]).to.deep.equal([null, 3])
    expect(comment).to.deep.equal({
      id: '1_7',
      mediaId: postId,
      parentId: null,
      authorName: 'Robin Example',
      authorFullName: 'Robin Example',
      authorHandle: 'Robin Example',
      avatarUrl: 'https://img.example/991.jpg',
      profileUrl: 'https://www.facebook.com/991',
      body: 'Lovely',
      likeCount: 3,
      isCreator: false,
      isHidden: true,
      createdAt: '2026-11-20T11:00:00.000Z',
    })
    expect(reply).to.include({ parentId: '1_7', isCreator: true, isHidden: false })
    expect(last).to.include({ id: '1_9', parentId: '1_7', authorName: '', profileUrl: '', avatarUrl: null, body: '' })
  })

  it('have their first replies only if a thread has more than are read', async () => {
    const paging = { cursors: { after: 'r1' }, next: 'https://graph.facebook.com/next' }
    mockComments(50, 200, {
      data: [
        { ...pageComment, comments: { data: [], paging } },
        { ...pageComment, id: '1_8' },
      ],
    })
    nock(graph).persist().get('/v25.0/1_7/comments').query(true).reply(200, { data: [], paging })
    expect((await read()).cutThreads).to.deep.equal(['1_7'])
  })

  it('are read although a comment is deleted before the rest of its replies is read', async () => {
    const paging = { cursors: { after: 'r1' }, next: 'https://graph.facebook.com/next' }
    const inline = { data: [{ ...pageComment, id: '1_9' }], paging }
    mockComments(50, 200, {
      data: [
        { ...pageComment, comments: inline },
        { ...pageComment, id: '1_8' },
      ],
    })
    nock(graph).get('/v25.0/1_7/comments').query(true).reply(400, rejection(100, 33))
    const { comments, cutThreads } = await read()
    expect(comments.map(({ id }) => id)).to.deep.equal(['1_7', '1_9', '1_8'])
    expect(cutThreads).to.deep.equal(['1_7'])
  })

  it('have the replies before a page that leads back to another one', async () => {
    const to = (after: string) => ({ cursors: { after }, next: 'https://graph.facebook.com/next' })
    mockComments(50, 200, { data: [{ ...pageComment, comments: { data: [], paging: to('r1') } }] })
    for (const after of ['r2', 'r1']) {
      mockComments(50, 200, { data: [{ ...pageComment, id: '1_9' }], paging: to(after) }, '1_7')
    }
    expect((await read()).cutThreads).to.deep.equal(['1_7'])
  })

  it('are read in smaller pages when Facebook calls one too large', async () => {
    for (const limit of [50, 25]) mockComments(limit, 500, rejection(1))
    mockComments(10, 200, { data: [pageComment] })
    expect((await read()).comments).to.have.length(1)
  })

  it('cannot be read if one of them has no id or no time: it would count as deleted', async () => {
    for (const missing of ['id', 'created_time']) {
      for (const data of [
        [{ ...pageComment, [missing]: undefined }],
        [{ ...pageComment, comments: { data: [{ ...pageComment, [missing]: undefined }] } }],
      ]) {
        mockComments(50, 200, { data })
        expect(await failureOf(read())).to.include(unreadable)
      }
    }
  })

  it('need a Page and permissions', async () => {
    expect(await failureOf(read(pageCall({ scopes: [] })))).to.include({ code: 'connection_expired' })
    expect(await failureOf(read(pageCall({ ...withoutPage, scopes: [] })))).to.include({ code: 'page_not_selected' })
    expect(await failureOf(facebookComments.recentPosts(pageCall({ ...withoutPage, scopes: [] })))).to.include({
      code: 'page_not_selected',
    })
  })
})

describe("comments of an Instagram account's posts", () => {
  intercept()

  it('have every field, and all replies of their threads', async () => {
    const reply = {
      ...instagramComment,
      id: '2',
      parent_id: instagramComment.id,
      username: 'lindqvist.bakery',
      user: { id: accountId },
    }
    const paging = { cursors: { after: 'r1' }, next: 'https://graph.instagram.com/next' }
    const thread = { ...instagramComment, replies: { data: [reply], paging } }
    nock(instagramGraph)
      .get('/v25.0/179/comments')
      .query((query) => query['limit'] === '50')
      .reply(200, { data: [thread] })
    nock(instagramGraph)
      .get(`/v25.0/${instagramComment.id}/replies`)
      .query((query) => query['after'] === 'r1')
      .reply(200, { data: [{ ...reply, id: '3' }] })
    const { comments, next } = await instagramComments.page(instagram(), { postId: '179', cursor: null })
    expect(next).to.equal(null)
    expect(comments[0]).to.deep.equal({
      id: instagramComment.id,
      mediaId: '179',
      parentId: null,
      authorName: 'robin.example',
      authorFullName: 'robin.example',
      authorHandle: 'robin.example',
      avatarUrl: null,
      profileUrl: 'https://www.instagram.com/robin.example/',
      body: 'Lovely',
      likeCount: 3,
      isCreator: false,
      isHidden: true,
      createdAt: '2026-11-20T11:00:00.000Z',
    })
    const rest = comments.slice(1).map(({ id, parentId, isCreator }) => [id, parentId, isCreator])
    expect(rest).to.deep.equal([
      ['2', instagramComment.id, true],
      ['3', instagramComment.id, true],
    ])
  })

  it('have their first replies only if a thread has more than are read', async () => {
    const paging = { cursors: { after: 'r1' }, next: 'https://graph.instagram.com/next' }
    const threads = [
      { ...instagramComment, replies: { data: [], paging } },
      { ...instagramComment, id: '18' },
    ]
    nock(instagramGraph).get('/v25.0/179/comments').query(true).reply(200, { data: threads })
    const path = `/v25.0/${instagramComment.id}/replies`
    nock(instagramGraph).persist().get(path).query(true).reply(200, { data: [], paging })
    const { cutThreads } = await instagramComments.page(instagram(), { postId: '179', cursor: null })
    expect(cutThreads).to.deep.equal([instagramComment.id])
  })

  it('are read although a comment is deleted before the rest of its replies is read', async () => {
    const paging = { cursors: { after: 'r1' }, next: 'https://graph.instagram.com/next' }
    const thread = { ...instagramComment, replies: { data: [{ ...instagramComment, id: '2' }], paging } }
    const data = [thread, { ...instagramComment, id: '18' }]
    nock(instagramGraph).get('/v25.0/179/comments').query(true).reply(200, { data })
    const path = `/v25.0/${instagramComment.id}/replies`
    nock(instagramGraph).get(path).query(true).reply(400, rejection(100, 33))
    const { comments, cutThreads } = await instagramComments.page(instagram(), { postId: '179', cursor: null })
    expect(comments.map(({ id }) => id)).to.deep.equal([instagramComment.id, '2', '18'])
    expect(cutThreads).to.deep.equal([instagramComment.id])
  })

  it('have the replies before a page that leads back to another one', async () => {
    const to = (after: string) => ({ cursors: { after }, next: 'https://graph.instagram.com/next' })
    const thread = { ...instagramComment, replies: { data: [], paging: to('r1') } }
    nock(instagramGraph)
      .get('/v25.0/179/comments')
      .query(true)
      .reply(200, { data: [thread] })
    const path = `/v25.0/${instagramComment.id}/replies`
    for (const after of ['r2', 'r1']) {
      nock(instagramGraph)
        .get(path)
        .query(true)
        .reply(200, { data: [], paging: to(after) })
    }
    const { cutThreads } = await instagramComments.page(instagram(), { postId: '179', cursor: null })
    expect(cutThreads).to.deep.equal([instagramComment.id])
  })

  it('are read in smaller pages when Instagram calls one too large', async () => {
    const mock = (path: string, limit: number, status: number, body: object) =>
      nock(instagramGraph)
        .get(`/v25.0/${path}`)
        .query((query) => query['limit'] === String(limit))
        .reply(status, body)
    const to = (after: string) => ({ cursors: { after }, next: 'https://graph.instagram.com/next' })
    for (const limit of [50, 25, 10]) mock('179/comments', limit, 500, rejection(1))
    const thread = { ...instagramComment, replies: { data: [], paging: to('r1') } }
    mock('179/comments', 5, 200, { data: [thread], paging: to('c1') })
    mock(`${instagramComment.id}/replies`, 50, 500, rejection(1))
    mock(`${instagramComment.id}/replies`, 25, 200, { data: [{ ...instagramComment, id: '2' }] })
    const { comments, next } = await instagramComments.page(instagram(), { postId: '179', cursor: null })
    expect([comments.map(({ id }) => id), next]).to.deep.equal([[instagramComment.id, '2'], 'c1'])
  })

  it('cannot be read if one of them has no id or no time: it would count as deleted', async () => {
    for (const missing of ['id', 'timestamp']) {
      for (const data of [
        [{ ...instagramComment, [missing]: undefined }],
        [{ ...instagramComment, replies: { data: [{ ...instagramComment, [missing]: undefined }] } }],
      ]) {
        nock(instagramGraph).get('/v25.0/179/comments').query(true).reply(200, { data })
        const reading = instagramComments.page(instagram(), { postId: '179', cursor: null })
        expect(await failureOf(reading)).to.include(unreadable)
      }
    }
  })

  it('report no rejection of content, as reading them writes nothing', async () => {
    for (const code of [25, 368]) {
      nock(instagramGraph).get('/v25.0/179/comments').query(true).reply(400, rejection(code))
      const reading = instagramComments.page(instagram(), { postId: '179', cursor: null })
      expect(await failureOf(reading)).to.include({ code: 'provider_error', outcome: 'rejected' })
    }
  })

  it('of a post without the doubtful fields are summed up all the same', async () => {
    nock(instagramGraph).get('/v25.0/179').query(true).reply(400, rejection(100))
    nock(instagramGraph).get('/v25.0/179').query(true).reply(200, { id: '179', timestamp: '2026-11-20T11:00:00+0000' })
    expect(await instagramComments.post(instagram(), '179')).to.include({
      id: '179',
      caption: null,
      commentsCount: null,
    })
  })

  it("are not those of another account's post", async () => {
    nock(instagramGraph)
      .get('/v25.0/179')
      .query(true)
      .reply(200, { id: '179', owner: { id: '5' } })
    expect(await failureOf(instagramComments.post(instagram(), '179'))).to.include({ code: 'post_not_found' })
  })
})

describe('an Instagram comment that is hidden or deleted', () => {
  intercept()
  const path = `/v25.0/${instagramComment.id}`
  const target = { commentId: instagramComment.id, postId: null }
  const changes = {
    post: async () => instagramComments.hide?.(instagram(), { ...target, hidden: true }),
    delete: async () => instagramComments.delete?.(instagram(), { ...target, isOwn: null, banAuthor: false }),
  }

  for (const method of ['post', 'delete'] as const) {
    it(`is not missing when Instagram only rejects the ${method}, as the comment was just read`, async () => {
      for (const [subcode, code] of [
        [undefined, 'provider_rejected'],
        [33, 'comment_not_found'],
      ] as const) {
        nock(instagramGraph).get(path).query(true).reply(200, { id: instagramComment.id, username: 'robin.example' })
        nock(instagramGraph)[method](path).query(true).reply(400, rejection(100, subcode))
        expect(await failureOf(changes[method]())).to.include({ code, outcome: 'rejected' })
      }
    })
  }
})

describe('an Instagram reply whose response was lost', () => {
  intercept()
  const replies = (...texts: string[]) =>
    texts.map((text, index) => ({
      ...instagramComment,
      id: String(index),
      text,
      user: { id: accountId },
      timestamp: '2026-11-20T12:00:01+0000',
    }))
  const ask = () => {
    const input = { postId: null, parentId: '9', message: 'Thank you' }
    const open = { step: 'comment', startedAt: now, claimed: new Set<string>(), linksFetched: null }
    const state = { place: { postId: '179', threadId: '9' }, sent: null }
    return instagramComments.reply.reconcile({ ...instagram(), writeId: 'w', input, createdAt: now }, state, open)
  }
  const response = (...texts: string[]) =>
    nock(instagramGraph)
      .get('/v25.0/9/replies')
      .query(true)
      .reply(200, { data: replies(...texts) })

  it('is found also with a mention before its text, and not in other texts', async () => {
    response('Nothing', '@robin.example Thank  you ')
    expect(await ask()).to.have.nested.property('state.sent.id', '1')
    response('Thank you all', '@robin.example')
    expect(await ask()).to.deep.equal({ kind: 'absent' })
  })

  it('may have been written if the thread has more replies than are read', async () => {
    const paging = { cursors: { after: 'r1' }, next: 'https://graph.instagram.com/next' }
    const data = replies('Nothing')
    nock(instagramGraph).persist().get('/v25.0/9/replies').query(true).reply(200, { data, paging })
    expect(await ask()).to.have.property('kind', 'undecidable')
  })
})

describe('a Facebook comment whose response was lost', () => {
  intercept()

  it('may have been written if the post has more newer comments than are read', async () => {
    const paging = { cursors: { after: 'c1' }, next: 'https://graph.facebook.com/next' }
    const data = [{ ...pageComment, created_time: '2026-11-20T12:00:01+0000' }]
    nock(graph).persist().get(`/v25.0/${pageId}_1/comments`).query(true).reply(200, { data, paging })
    const input = { postId: `${pageId}_1`, parentId: null, message: 'Thank you' }
    const open = { step: 'comment', startedAt: now, claimed: new Set<string>(), linksFetched: null }
    const state = { place: { postId: input.postId, threadId: null }, sent: null }
    const call = { ...page(), writeId: 'w', input, createdAt: now }
    expect(await facebookComments.reply.reconcile(call, state, open)).to.have.property('kind', 'undecidable')
  })
})
