import type { Comment } from '@carillon/domain'
import { expect } from 'chai'
import { failureOf } from '../fake-call.ts'
import { type Account, type CommentPlatform, type Consent, Harness, write } from './harness.ts'

interface Row {
  platform: CommentPlatform
  title: string
  /** The account, and how a login reaches it. */
  owner: Consent
  /** The name that `person/post` takes for the account. */
  name: string
  stranger: Consent
  /** A permission for comments, withheld. */
  withheld: Consent
  recentPosts: number
  /** Fields that only some networks have. */
  more: Partial<Comment>
  /** Operations as the double names them. */
  creates: { reply: string; comment: string }
  /** The double that gets the calls, where it is another one's. */
  faults?: string
}

const own = { deletable: true, replyCount: 0 }
const graph = { reply: 'comments.create', comment: 'comments.create' }

const rows: Row[] = [
  {
    platform: 'instagram',
    title: 'instagram, logged in with Instagram',
    owner: { authMethod: 'instagram_login', as: 'lindqvist.bakery' },
    name: 'lindqvist.bakery',
    stranger: { authMethod: 'instagram_login', as: 'mika.creates' },
    withheld: { authMethod: 'instagram_login', withhold: ['instagram_business_manage_comments'] },
    recentPosts: 25,
    more: {},
    creates: graph,
  },
  {
    platform: 'instagram',
    title: 'instagram, logged in with Facebook',
    owner: { authMethod: 'facebook_login' },
    name: 'lindqvist.bakery',
    stranger: { authMethod: 'instagram_login', as: 'mika.creates' },
    withheld: { authMethod: 'facebook_login', withhold: ['instagram_manage_comments'] },
    recentPosts: 25,
    more: {},
    creates: graph,
    faults: 'facebook',
  },
  {
    platform: 'facebook',
    title: 'facebook',
    owner: {},
    name: 'Lindqvist Bakery',
    stranger: { as: 'tomas.ferrer' },
    withheld: { withhold: ['pages_manage_engagement', 'pages_read_user_content'] },
    recentPosts: 25,
    more: {},
    creates: graph,
  },
  {
    platform: 'tiktok',
    title: 'tiktok',
    owner: { as: 'lena.bakes' },
    name: 'lena.bakes',
    stranger: { as: 'solo.dancer' },
    withheld: { as: 'lena.bakes', withhold: ['comment.list', 'comment.list.manage'] },
    recentPosts: 20,
    more: { liked: false, deletable: false, replyCount: 0 },
    creates: graph,
  },
  {
    platform: 'youtube',
    title: 'youtube',
    owner: { as: 'nora.videos' },
    name: 'nora.videos',
    stranger: { as: 'bakery.lux' },
    withheld: {},
    recentPosts: 25,
    more: own,
    creates: { reply: 'comments.insert', comment: 'commentThreads.insert' },
  },
]

for (const row of rows) {
  describe(`comments on ${row.title}, on its double`, function () {
    this.timeout(900_000)
    let harness: Harness
    let owner: Account
    let postId: string

    before(async () => {
      harness = await Harness.start(row.platform)
      owner = await harness.account(row.owner)
    })
    after(() => harness.close())
    beforeEach(async () => {
      postId = await harness.post({ as: row.name })
    })

    const read = async (account = owner) =>
      (await account.comments.page(account.call, { postId, cursor: null })).comments

    const fail = (operation: string, fault: string, times = 1) =>
      harness.ask('/faults', { operation, fault, times, ...(row.faults && { network: row.faults }) })

    it('come with every field, the replies after their comment', async () => {
      const [id = ''] = await harness.comment({ on: postId, text: 'Lovely', as: 'a.visitor' })
      await harness.comment({ on: postId, parent: id, text: 'Indeed', as: 'another.visitor' })
      const [comment, reply, ...rest] = await read()
      expect(rest).to.deep.equal([])
      expect(comment).to.deep.include({ id, mediaId: postId, parentId: null, body: 'Lovely', likeCount: 0 })
      expect(reply).to.deep.include({ mediaId: postId, parentId: id, body: 'Indeed', ...row.more })
      expect(comment).to.include({ isCreator: false, isHidden: false })
      expect(comment?.authorName).to.match(/^@?a\.visitor$/)
      expect([comment?.authorFullName, comment?.authorHandle]).to.deep.equal([comment?.authorName, comment?.authorName])
      expect(comment?.profileUrl).to.match(/^https?:\/\//)
      expect(comment?.createdAt).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      const known = Object.keys(row.more)
      expect(
        Object.keys(comment ?? {}).filter((name) => ['liked', 'deletable', 'replyCount'].includes(name)),
      ).to.have.members(known)
      if (known.includes('replyCount')) expect(comment).to.have.property('replyCount', 1)
    })

    it('are read page by page, newest first, each comment once', async () => {
      const ids = await harness.comment({ on: postId, count: 120, replies: 1 })
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page = await owner.comments.page(owner.call, { postId, cursor })
        seen.push(...page.comments.filter(({ parentId }) => parentId === null).map(({ id }) => id))
        cursor = page.next
      } while (cursor !== null)
      expect(seen).to.deep.equal(ids.toReversed())
    })

    it('have all of their replies', async () => {
      const [parentId = ''] = await harness.comment({ on: postId, replies: 140 })
      const seen = new Set<string>()
      let cursor: string | null = null
      do {
        const page = await owner.comments.replies(owner.call, { postId, parentId, cursor })
        for (const { id } of page.comments) seen.add(id)
        expect(page.comments.every((reply) => reply.parentId === parentId && reply.mediaId === postId)).to.equal(true)
        cursor = page.next
      } while (cursor !== null)
      expect(seen.size).to.equal(140)
      const [comment, ...inline] = await read()
      const complete = comment && 'replyCount' in comment ? comment.replyCount : inline.length
      expect(complete).to.equal(140)
    })

    if (row.platform === 'instagram' || row.platform === 'facebook') {
      it('are read in smaller pages where a page of them is too much data', async () => {
        const [id] = await harness.comment({ on: postId, count: 11, replies: 60 })
        await harness.ask('/person/app', { maxPage: 10 })
        try {
          const page = await owner.comments.page(owner.call, { postId, cursor: null })
          expect(page.comments).to.have.length(10 * 61)
          const rest = await owner.comments.page(owner.call, { postId, cursor: page.next })
          expect([rest.comments[0]?.id, rest.comments.length, rest.next]).to.deep.equal([id, 61, null])
        } finally {
          await harness.ask('/person/app', { maxPage: null })
        }
      })
    }

    it('stand on posts that are listed, newest first, and that count replies as well', async () => {
      await harness.comment({ on: postId, count: 2, replies: 2 })
      expect(await owner.comments.post(owner.call, postId)).to.have.property('commentsCount', 6)
      const posts = await owner.comments.recentPosts(owner.call)
      expect(posts[0]).to.include({
        id: postId,
        commentsCount: 6,
        caption: (await owner.comments.post(owner.call, postId)).caption,
      })
      expect(Object.keys(posts[0] ?? {})).to.have.members([
        'id',
        'caption',
        'thumbnailUrl',
        'permalink',
        'publishedAt',
        'commentsCount',
      ])
      expect(posts[0]?.permalink).to.match(/^https?:\/\//)
      const times = posts.map(({ publishedAt }) => publishedAt ?? '')
      expect(times).to.deep.equal(times.toSorted().toReversed())
    })

    it('list as many posts as the matrix says', async () => {
      for (let post = 0; post < row.recentPosts; post++) await harness.post({ as: row.name, text: `Post ${post}` })
      const posts = await owner.comments.recentPosts(owner.call)
      expect(posts).to.have.length(row.recentPosts)
      expect(posts[0]?.caption).to.equal(`Post ${row.recentPosts - 1}`)
    })

    it('are those of the own posts alone', async () => {
      const stranger = await harness.account(row.stranger)
      for (const id of [postId, 'me', '1', '../me', '']) {
        expect(await failureOf(stranger.comments.post(stranger.call, id)), id).to.include({ code: 'post_not_found' })
      }
      expect(await failureOf(stranger.comments.page(stranger.call, { postId, cursor: null }))).to.include({
        code: 'post_not_found',
      })
    })

    if (row.platform === 'instagram') {
      it('are not replied to while they are hidden', async () => {
        const [parentId = ''] = await harness.comment({ on: postId })
        await owner.comments.hide(owner.call, { commentId: parentId, postId, hidden: true })
        const failure = await failureOf(write(owner, { postId, parentId, message: 'Thanks' }))
        expect(failure).to.include({ code: 'provider_rejected', outcome: 'rejected' })
      })
    }

    it('are hidden and shown again', async () => {
      const [commentId = ''] = await harness.comment({ on: postId, text: 'Hmm' })
      for (const hidden of [true, true, false]) {
        await owner.comments.hide(owner.call, { commentId, postId, hidden })
        const [comment] = await read()
        expect(comment).to.include({ id: commentId, isHidden: hidden })
      }
    })

    it('of the account itself say so, and networks that do not hide them are not asked to', async () => {
      const [parentId = ''] = await harness.comment({ on: postId })
      const { result } = await write(owner, { postId, parentId, message: 'Thanks' })
      const reply = (await read()).find(({ id }) => id === result.id)
      expect(reply).to.include({ isCreator: true, body: 'Thanks', parentId })
      const author = owner.comments.authorOf?.(owner.identity)
      expect(author !== undefined).to.equal(Object.keys(result).length === 1)
      expect(reply).to.deep.include({ ...author })
      if (row.platform === 'tiktok') return
      const failure = await failureOf(owner.comments.hide(owner.call, { commentId: result.id, postId, hidden: true }))
      expect(failure).to.have.property('code', 'not_supported')
    })

    it('are deleted', async () => {
      const [parentId = ''] = await harness.comment({ on: postId })
      const { result } = await write(owner, { postId, parentId, message: 'Thanks' })
      await owner.comments.delete(owner.call, { commentId: result.id, isOwn: null, banAuthor: false })
      expect(await harness.held(result.id)).to.have.property('deleted', true)
      const other = owner.comments.delete(owner.call, { commentId: parentId, isOwn: false, banAuthor: false })
      if (row.platform === 'tiktok') {
        expect(await failureOf(other)).to.include({ code: 'comment_not_owned' })
        return
      }
      await other
      const held = await harness.held(parentId)
      expect(held).to.include({ deleted: true, ...(row.platform === 'youtube' && { moderationStatus: 'rejected' }) })
      expect(await read()).to.deep.equal([])
    })

    it('that nobody knows are comment_not_found, and nothing else is deleted by a wrong id', async () => {
      const [gone = ''] = await harness.comment({ on: postId })
      await harness.ask('/person/comment-delete', { id: gone })
      for (const commentId of [gone, postId, 'me', '1']) {
        const hiding = owner.comments.hide(owner.call, { commentId, postId, hidden: true })
        expect(await failureOf(hiding), commentId).to.include({ code: 'comment_not_found' })
        const deletion = owner.comments.delete(owner.call, { commentId, isOwn: true, banAuthor: false })
        expect(await failureOf(deletion), commentId).to.include({ code: 'comment_not_found' })
        const reply = write(owner, { postId, parentId: commentId, message: 'Nobody' })
        expect(await failureOf(reply), commentId).to.include({ code: 'comment_not_found' })
      }
      expect(await owner.comments.post(owner.call, postId)).to.have.property('id', postId)
    })

    it("on others' posts are not known", async () => {
      const stranger = await harness.account(row.stranger)
      const [commentId = ''] = await harness.comment({ on: postId })
      const hiding = stranger.comments.hide(stranger.call, { commentId, postId, hidden: true })
      expect(await failureOf(hiding)).to.include({ code: 'comment_not_found' })
      const reply = await failureOf(write(stranger, { postId, parentId: commentId, message: 'Hello' }))
      expect(reply['code']).to.be.oneOf(['comment_not_found', 'post_not_found'])
    })

    it('are not replied to as comments on another post of the account', async () => {
      const [parentId = ''] = await harness.comment({ on: postId })
      const other = await harness.post({ as: row.name })
      const message = `On ${other}`
      const failure = await failureOf(write(owner, { postId: other, parentId, message }))
      expect(failure).to.include({ code: 'comment_not_found', outcome: 'rejected' })
      expect(await harness.heldWith(message)).to.deep.equal([])
    })

    if (row.platform === 'instagram') {
      it('say on which post they are', async () => {
        const [id = ''] = await harness.comment({ on: postId })
        expect(await owner.comments.postOf?.(owner.call, id)).to.equal(postId)
        const unknown = async () => owner.comments.postOf?.(owner.call, '1')
        expect(await failureOf(unknown())).to.include({ code: 'comment_not_found' })
      })
    }

    if (row.platform === 'youtube') {
      it("on others' posts are not known either where the account wrote them, and stay there", async () => {
        const stranger = await harness.account(row.stranger)
        const [parent = ''] = await harness.comment({ on: postId, as: row.stranger.as })
        const [reply = ''] = await harness.comment({ on: postId, parent, as: row.stranger.as })
        for (const commentId of [parent, reply]) {
          const deletion = stranger.comments.delete(stranger.call, { commentId, isOwn: null, banAuthor: false })
          expect(await failureOf(deletion)).to.include({ code: 'comment_not_found' })
          expect(await harness.held(commentId)).to.have.property('deleted', false)
        }
      })
    }

    it('are replied to in their thread, a reply to a reply too', async () => {
      const [parentId = ''] = await harness.comment({ on: postId })
      const [replyId = ''] = await harness.comment({ on: postId, parent: parentId })
      const { result, verdicts } = await write(owner, { postId, parentId: replyId, message: 'To both  of you 🍞' })
      expect(verdicts).to.deep.equal([])
      expect(await harness.held(result.id)).to.include({ parentId, postId, text: 'To both  of you 🍞' })
      const isWhole = ['tiktok', 'youtube'].includes(row.platform)
      expect(Object.keys(result)).to.have.length(isWhole ? Object.keys((await read())[0] ?? {}).length : 1)
      if (isWhole) expect(result).to.deep.equal((await read()).find(({ id }) => id === result.id))
    })

    if (row.platform !== 'instagram') {
      it('are written on a post', async () => {
        const { result } = await write(owner, { postId, parentId: null, message: 'First <b>&' })
        expect(await harness.held(result.id)).to.include({ parentId: null, postId, text: 'First <b>&' })
        expect(await read()).to.have.length(1)
        if ('body' in result) expect(result).to.deep.equal((await read())[0])
        const nowhere = write(owner, { postId: '1', parentId: null, message: 'x' })
        expect(await failureOf(nowhere)).to.include({ code: 'post_not_found' })
      })
    }

    for (const fault of ['accept-then-drop', 'accept-then-500', 'truncate']) {
      it(`are written once when the response is lost (${fault})`, async () => {
        const [parentId = ''] = await harness.comment({ on: postId, replies: 3 })
        const message = `After ${fault}`
        await fail(row.creates.reply, fault)
        const { result, verdicts } = await write(owner, { postId, parentId, message })
        expect(verdicts).to.deep.equal(['done'])
        expect((await harness.heldWith(message)).map(({ id }) => id)).to.deep.equal([result.id])
        if (row.platform === 'instagram') return
        await fail(row.creates.comment, fault)
        const top = await write(owner, { postId, parentId: null, message })
        expect([top.verdicts, top.result.id === result.id]).to.deep.equal([['done'], false])
      })
    }

    it('that did not arrive are absent', async () => {
      const [parentId = ''] = await harness.comment({ on: postId, text: 'Never' })
      await fail(row.creates.reply, 'drop-before')
      const failure = await failureOf(write(owner, { postId, parentId, message: 'Never' }))
      expect(failure).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    })

    it('are limited: throttling names a time to wait', async () => {
      await fail(row.platform === 'youtube' ? 'commentThreads.list' : 'comments.list', 'throttle', 5)
      const failure = await failureOf(read())
      expect(failure).to.include({ code: 'rate_limited' })
      expect(failure['retryAfter']).to.be.greaterThan(0)
    })

    if (Object.keys(row.withheld).length > 0) {
      it('need a permission that was granted', async () => {
        const account = await harness.account(row.withheld)
        const [commentId = ''] = await harness.comment({ on: postId })
        const calls = [
          () => account.comments.recentPosts(account.call),
          () => account.comments.page(account.call, { postId, cursor: null }),
          () => account.comments.hide(account.call, { commentId, postId, hidden: true }),
          () => write(account, { postId, parentId: commentId, message: 'x' }),
        ]
        for (const call of calls) expect(await failureOf(call())).to.include({ code: 'connection_expired' })
      })
    }
  })
}
