import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { startWhole, type Whole } from './whole.ts'

interface CommentFlow {
  platform: string
  connect?: { as?: string; body?: Record<string, unknown> }
  /** Whether it can comment on the own post. */
  comments: boolean
  /** The response to a comment that was written. */
  replies: 'full' | 'id'
  likes: boolean
  deletesOthers: boolean
  bans: boolean
}

const flows: (CommentFlow & { title: string })[] = [
  {
    title: 'instagram',
    platform: 'instagram',
    comments: false,
    replies: 'id',
    likes: false,
    deletesOthers: true,
    bans: false,
  },
  {
    title: 'instagram by the Facebook login',
    platform: 'instagram',
    connect: { body: { authMethod: 'facebook_login' } },
    comments: false,
    replies: 'id',
    likes: false,
    deletesOthers: true,
    bans: false,
  },
  {
    title: 'facebook',
    platform: 'facebook',
    comments: true,
    replies: 'id',
    likes: false,
    deletesOthers: true,
    bans: false,
  },
  {
    title: 'tiktok',
    platform: 'tiktok',
    comments: true,
    replies: 'full',
    likes: true,
    deletesOthers: false,
    bans: false,
  },
  {
    title: 'youtube',
    platform: 'youtube',
    comments: true,
    replies: 'full',
    likes: false,
    deletesOthers: true,
    bans: true,
  },
]

// What the sandbox holds is looked into field by field.
// biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
type Held = any

describe('comments from arriving to deletion', function () {
  this.timeout(600_000)
  let whole: Whole
  before(async () => {
    whole = await startWhole({
      networks: ['instagram', 'facebook', 'tiktok', 'youtube'],
      env: { COMMENTS_STALE_AFTER_SECONDS: '0' },
    })
  })
  after(() => whole.close())

  const person = async (act: string, body: object) => {
    const { status, body: response } = await whole.sandboxCall('POST', `/person/${act}`, body)
    expect(status, JSON.stringify(response)).to.be.lessThan(300)
    return response
  }

  for (const flow of flows) {
    const { title, platform } = flow
    describe(title, () => {
      let accountId = ''
      let postId = ''
      let theirs = ''
      let own = ''

      const about = () => ({ platform, accountId })
      const held = async (id: string): Promise<Held> => {
        const { body } = await whole.sandboxCall('GET', `/state/${platform}`)
        return body.comments.find((comment: Held) => comment.id === id)
      }
      const list = async (query: Record<string, string> = {}) => {
        const search = new URLSearchParams({ ...about(), postId, ...query })
        const { status, body } = await whole.call('GET', `/comments?${search}`)
        expect(status, JSON.stringify(body)).to.equal(200)
        return body
      }
      /** Reads until the list is as wanted; every read asks for a refresh. */
      const listed = async (wanted: (comments: Held[]) => boolean) => {
        for (; ; await sleep(50)) {
          const body = await list()
          if (wanted(body.comments)) return body
        }
      }

      it('connects an account and has a post', async () => {
        accountId = await whole.connect(platform, flow.connect)
        const { body } = await whole.call('GET', `/profiles/${whole.profileId}/accounts/${accountId}`)
        const state = await whole.sandboxCall('GET', `/state/${platform}`)
        const owner = state.body.accounts.find((one: Held) => Object.values(one).includes(body.providerId))
        const as = platform === 'facebook' ? body.displayName : (owner?.handle ?? body.displayIdentifier)
        postId = (await person('post', { network: platform, as, text: 'What do you think?' })).id
      })

      it('lists what somebody has written', async () => {
        theirs = (await person('comment', { network: platform, on: postId, text: 'Lovely 🍞' })).ids[0]
        const body = await list()
        expect(body).to.include({ platform, accountId, postId, complete: true, nextCursor: null })
        expect(body.comments).to.have.length(1)
        expect(body.comments[0]).to.include({
          id: theirs,
          parentId: null,
          body: 'Lovely 🍞',
          isCreator: false,
          isHidden: false,
        })
      })

      it('has the new post in its list after a refresh', async () => {
        for (; ; await sleep(50)) {
          const { posts } = await list()
          if (posts.some(({ id }: Held) => id === postId)) break
        }
      })

      it('replies, as the very next read shows', async () => {
        const { status, body } = await whole.call('POST', '/comments', {
          ...about(),
          postId,
          parentId: theirs,
          message: 'Thanks!',
        })
        expect(status, JSON.stringify(body)).to.equal(201)
        own = body.comment.id
        if (flow.replies === 'full')
          expect(body.comment).to.include({ parentId: theirs, body: 'Thanks!', isCreator: true })
        else expect(body.comment).to.deep.equal({ id: own })
        const reply = (await list()).comments.find(({ id }: Held) => id === own)
        expect(reply).to.include({ parentId: theirs, body: 'Thanks!', isCreator: true, mediaId: postId })
        expect(await held(own)).to.include({ text: 'Thanks!', parentId: theirs })
      })

      it(flow.comments ? 'comments on the own post' : 'says that it can only reply', async () => {
        const { status, body } = await whole.call('POST', '/comments', {
          ...about(),
          postId,
          message: 'Open from seven',
        })
        expect(status, JSON.stringify(body)).to.equal(flow.comments ? 201 : 400)
        if (!flow.comments) return
        expect((await list()).comments.map(({ id }: Held) => id)).to.include(body.comment.id)
        expect(await held(body.comment.id)).to.include({ text: 'Open from seven', parentId: null })
      })

      it('hides and shows a comment', async () => {
        for (const hidden of [true, false]) {
          const path = `/comments/${encodeURIComponent(theirs)}`
          const { status, body } = await whole.call('PATCH', path, { ...about(), postId, hidden })
          expect(status, JSON.stringify(body)).to.equal(200)
          expect(body.comment).to.deep.equal({ id: theirs, hidden })
          expect((await list()).comments.find(({ id }: Held) => id === theirs)).to.include({ isHidden: hidden })
          expect((await held(theirs)).hidden).to.equal(hidden)
        }
      })

      it(flow.likes ? 'likes a comment and takes it back' : 'says that it cannot like', async () => {
        const path = `/comments/${encodeURIComponent(theirs)}`
        const { status, body } = await whole.call('PATCH', path, { ...about(), liked: true })
        expect([status, body.error?.code]).to.deep.equal(flow.likes ? [200, undefined] : [422, 'not_supported'])
        if (!flow.likes) return
        expect((await list()).comments.find(({ id }: Held) => id === theirs)).to.include({ liked: true })
        expect((await held(theirs)).liked).to.equal(true)
        expect((await whole.call('PATCH', path, { ...about(), liked: false })).status).to.equal(200)
        expect((await held(theirs)).liked).to.equal(false)
      })

      it('notices what people do', async () => {
        const late = (await person('comment', { network: platform, on: postId, text: 'Me too' })).ids[0]
        await person('comment-edit', { network: platform, id: theirs, text: 'Lovelier' })
        await listed((comments) => comments.some(({ id, body }) => id === theirs && body === 'Lovelier'))
        await listed((comments) => comments.some(({ id }) => id === late))
        await person('comment-delete', { network: platform, id: late })
        await listed((comments) => comments.every(({ id }) => id !== late))
      })

      it('deletes its own comment, once', async () => {
        const path = `/comments/${encodeURIComponent(own)}?${new URLSearchParams(about())}`
        const { status, body } = await whole.call('DELETE', path)
        expect(status, JSON.stringify(body)).to.equal(204)
        expect((await list()).comments.map(({ id }: Held) => id)).to.not.include(own)
        expect((await held(own)).deleted).to.equal(true)
        expect((await whole.call('DELETE', path)).status).to.equal(204)
      })

      it(flow.deletesOthers ? "deletes somebody else's comment" : "leaves somebody else's comment", async () => {
        const ban = flow.bans ? { banAuthor: 'true' } : {}
        const path = `/comments/${encodeURIComponent(theirs)}?${new URLSearchParams({ ...about(), ...ban })}`
        const { status, body } = await whole.call('DELETE', path)
        const code = body?.error?.code
        expect([status, code]).to.deep.equal(flow.deletesOthers ? [204, undefined] : [422, 'comment_not_owned'])
        if (flow.deletesOthers) expect((await list()).comments.map(({ id }: Held) => id)).to.not.include(theirs)
      })
    })
  }
})
