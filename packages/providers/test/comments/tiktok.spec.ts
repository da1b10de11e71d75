import { expect } from 'chai'
import nock from 'nock'
import { tiktokComments } from '../../src/tiktok/comments/port.ts'
import type { TikTokCall } from '../../src/tiktok/credentials.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { accountCall } from '../tiktok/network.ts'

const api = 'https://business-api.tiktok.com'
const root = '/open_api/v1.3/business/comment'
const envelope = (data: object, code = 0) => ({ code, message: 'OK', request_id: '1', data })

/** Written after https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20). */
const comment = {
  comment_id: '7301',
  video_id: '73',
  unique_identifier: 'abc',
  create_time: '1700000000',
  text: 'hi',
  likes: 3,
  replies: 5,
  owner: false,
  liked: true,
  pinned: false,
  status: 'PUBLIC',
  username: 'joe',
  display_name: 'Joe',
  profile_image: 'https://p16.example/joe.webp',
}
const reply = {
  comment_id: '7302',
  parent_comment_id: '7301',
  text: 'Ha',
  owner: true,
  status: 'HIDDEN',
  create_time: '1700000100',
}

describe("comments of a TikTok account's posts", () => {
  intercept()
  const call = (): TikTokCall & { slots: string[] } => {
    const slots: string[] = []
    const whole = accountCall({ scopes: ['comment.list', 'comment.list.manage', 'video.list'] })
    return { ...whole, slots, acquireRateSlot: async (_rate, key) => void slots.push(key) }
  }
  const mockList = (data: object, cursor?: string) =>
    nock(api)
      .get(`${root}/list/`)
      .query((query) => query['max_count'] === '30' && query['sort_order'] === 'desc' && query['cursor'] === cursor)
      .reply(200, envelope(data))

  it('cannot be read if one of them has no id or no time: it would count as deleted', async () => {
    for (const missing of ['comment_id', 'create_time']) {
      for (const comments of [
        [{ ...comment, [missing]: undefined }],
        [{ ...comment, reply_list: [{ ...reply, [missing]: undefined }] }],
      ]) {
        mockList({ comments, cursor: 30, has_more: false })
        const reading = tiktokComments.page(call(), { postId: '73', cursor: null })
        expect(await failureOf(reading)).to.include({ code: 'provider_error', outcome: 'indeterminate' })
      }
    }
  })

  // Unverified: TikTok documents no response about a post without comments; it leaves out other fields that are empty.
  it('are none where an empty list is left out, but not where the response says nothing of the list', async () => {
    for (const data of [{ has_more: false }, { comments: null, cursor: 0, has_more: false }]) {
      mockList(data)
      const page = await tiktokComments.page(call(), { postId: '73', cursor: null })
      expect(page).to.deep.equal({ comments: [], next: null })
    }
    for (const data of [{}, { comments: null, cursor: 30, has_more: true }, { comments: {}, has_more: false }]) {
      mockList(data)
      const reading = tiktokComments.page(call(), { postId: '73', cursor: null })
      expect(await failureOf(reading)).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    }
  })

  it('have every field, take a slot, and are told once where TikTok repeats them', async () => {
    const account = call()
    mockList({ comments: [{ ...comment, reply_list: [reply] }, comment], cursor: 30, has_more: true })
    const { comments, next } = await tiktokComments.page(account, { postId: '73', cursor: null })
    expect(comments).to.deep.equal([
      {
        id: '7301',
        mediaId: '73',
        parentId: null,
        authorName: 'joe',
        authorFullName: 'Joe',
        authorHandle: 'joe',
        avatarUrl: 'https://p16.example/joe.webp',
        profileUrl: 'https://www.tiktok.com/@joe',
        body: 'hi',
        likeCount: 3,
        isCreator: false,
        isHidden: false,
        createdAt: '2023-11-14T22:13:20.000Z',
        liked: true,
        deletable: false,
        replyCount: 5,
      },
      {
        id: '7302',
        mediaId: '73',
        parentId: '7301',
        authorName: '',
        authorFullName: '',
        authorHandle: '',
        avatarUrl: null,
        profileUrl: '',
        body: 'Ha',
        likeCount: 0,
        isCreator: true,
        isHidden: true,
        createdAt: '2023-11-14T22:15:00.000Z',
        liked: false,
        deletable: true,
        replyCount: 0,
      },
    ])
    expect([next, account.slots.length]).to.deep.equal(['30:7301', 1])
  })

  it('are read whatever their authors are called and write', async () => {
    const broken = { ...comment, username: 'jo\ud800', display_name: 'Jo\0', text: 'half \udc00' }
    mockList({ comments: [broken], cursor: 30, has_more: false })
    const { comments } = await tiktokComments.page(call(), { postId: '73', cursor: null })
    expect(comments[0]).to.include({ authorHandle: 'jo\ufffd', authorFullName: 'Jo\ufffd', body: 'half \ufffd' })
    expect(comments[0]).to.include({ profileUrl: 'https://www.tiktok.com/@jo%EF%BF%BD' })
  })

  it('cannot be read to their end where more follow and the cursor is missing or does not advance', async () => {
    for (const more of [{ cursor: 30 }, {}]) {
      mockList({ comments: [comment], ...more, has_more: true }, '30')
      const reading = tiktokComments.page(call(), { postId: '73', cursor: '30' })
      expect(await failureOf(reading)).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    }
    expect(await failureOf(tiktokComments.page(call(), { postId: '73', cursor: 'x' }))).to.include({
      code: 'invalid_request',
    })
  })

  it('are liked, with their post where it is known', async () => {
    for (const [postId, action] of [
      ['73', 'LIKE'],
      [null, 'UNLIKE'],
    ] as const) {
      const sent: object[] = []
      nock(api)
        .post(`${root}/like/`, (body) => sent.push(body) > 0)
        .reply(200, envelope({}))
      await tiktokComments.like(call(), { commentId: '7301', postId, liked: action === 'LIKE' })
      expect(sent[0]).to.include({ comment_id: '7301', action })
      expect('video_id' in (sent[0] ?? {})).to.equal(postId !== null)
    }
  })

  it('that TikTok continues to hide are not a success; unreadable ones are', async () => {
    const show = () => tiktokComments.hide(call(), { commentId: '7301', postId: '73', hidden: false })
    nock(api).post(`${root}/hide/`).twice().reply(200, envelope({}))
    mockList({ comments: [{ ...comment, status: 'HIDDEN' }] })
    expect(await failureOf(show())).to.include({ code: 'provider_error', outcome: 'rejected' })
    nock(api).get(`${root}/list/`).query(true).reply(200, envelope({}, 40100))
    await show()
  })

  it('that are not known cannot be distinguished from those on posts of other accounts', async () => {
    for (const code of [40001, 40007]) {
      nock(api).post(`${root}/delete/`).reply(200, envelope({}, code))
      const deletion = tiktokComments.delete(call(), { commentId: '7301', isOwn: null, banAuthor: false })
      expect(await failureOf(deletion), String(code)).to.include({ code: 'comment_not_found', status: 404 })
    }
  })

  it('of others cannot be deleted', async () => {
    nock(api).post(`${root}/delete/`).reply(200, envelope({}, 40001))
    const deletion = tiktokComments.delete(call(), { commentId: '7301', isOwn: false, banAuthor: false })
    expect(await failureOf(deletion)).to.include({ code: 'comment_not_owned', status: 422 })
  })

  it('of the account itself that it may not delete are not those of others', async () => {
    nock(api).post(`${root}/delete/`).reply(200, envelope({}, 40001))
    const deletion = tiktokComments.delete(call(), { commentId: '7301', isOwn: true, banAuthor: false })
    expect(await failureOf(deletion)).to.include({ code: 'connection_expired', tokenRejected: false })
  })

  it('that are on the post are not unknown if the permission to change them is missing', async () => {
    const target = { commentId: '7301', postId: '73' }
    const changes = {
      hide: () => tiktokComments.hide(call(), { ...target, hidden: true }),
      like: () => tiktokComments.like(call(), { ...target, liked: true }),
    }
    for (const [path, run] of Object.entries(changes)) {
      for (const [listed, code] of [
        [[comment], 'connection_expired'],
        [[], 'comment_not_found'],
      ] as const) {
        nock(api).post(`${root}/${path}/`).reply(200, envelope({}, 40001))
        mockList({ comments: listed })
        expect(await failureOf(run()), path).to.include({ code, outcome: 'rejected' })
      }
    }
  })

  it('are not rejected as those of an unknown post or comment if the permission to write them is missing', async () => {
    const write = (threadId: string | null) => {
      const input = { postId: '73', parentId: threadId, message: 'Thank you' }
      const state = { place: { postId: '73', threadId }, sent: null }
      return tiktokComments.reply.commit({ ...call(), writeId: 'w', input, createdAt: now }, state, 'comment')
    }
    const mockPosts = (videos: object[]) =>
      nock(api)
        .get('/open_api/v1.3/business/video/list/')
        .query(true)
        .reply(200, envelope({ videos, has_more: false }))
    for (const [found, onPost, inThread] of [
      [true, 'connection_expired', 'connection_expired'],
      [false, 'post_not_found', 'comment_not_found'],
    ] as const) {
      nock(api).post(`${root}/create/`).reply(200, envelope({}, 40001))
      mockPosts(found ? [{ item_id: '73' }] : [])
      expect(await failureOf(write(null))).to.include({ code: onPost, outcome: 'rejected' })
      nock(api).post(`${root}/reply/create/`).reply(200, envelope({}, 40001))
      mockList({ comments: found ? [comment] : [] })
      expect(await failureOf(write('7301'))).to.include({ code: inThread, outcome: 'rejected' })
    }
  })

  it('may have been written if the post has more newer comments than are read', async () => {
    const newer = { ...comment, create_time: String(now.getTime() / 1000 + 1) }
    for (const from of [undefined, '27', '57', '87'])
      mockList({ comments: [newer], cursor: Number(from ?? -3) + 33, has_more: true }, from)
    const input = { postId: '73', parentId: null, message: 'Thank you' }
    const open = { step: 'comment', startedAt: now, claimed: new Set<string>(), linksFetched: null }
    const state = { place: { postId: '73', threadId: null }, sent: null }
    const writing = { ...call(), writeId: 'w', input, createdAt: now }
    expect(await tiktokComments.reply.reconcile(writing, state, open)).to.have.property('kind', 'undecidable')
  })
})
