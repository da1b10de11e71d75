import { expect } from 'chai'
import type { CommentTarget } from '../../src/comment-write.ts'
import { facebookComments } from '../../src/facebook/comments/port.ts'
import { facebookCommentWrite } from '../../src/facebook/comments/write.ts'
import { instagramComments } from '../../src/instagram/comments/port.ts'
import { instagramReply } from '../../src/instagram/comments/reply.ts'
import { youtubeComments } from '../../src/youtube/comments/port.ts'
import { accountCall, appCall, pageId } from '../facebook/network.ts'
import { failureOf, now } from '../fake-call.ts'
import { outboundOver } from '../fake-response.ts'
import { accountCall as instagramCall } from '../instagram/network.ts'
import { channelId, accountCall as youtubeCall } from '../youtube/network.ts'

const scopes = ['pages_read_engagement', 'pages_read_user_content', 'pages_manage_engagement']
const [parentId, thread] = ['5_7', '5_6']
const photos = (...ids: string[]) => ({
  data: [
    {
      media_type: 'album',
      target: { id: '60' },
      subattachments: { data: ids.map((id) => ({ media_type: 'photo', target: { id } })) },
    },
  ],
})

interface Given {
  postId?: string | null
  /** What Facebook reports as the object of the comment. */
  object?: object | undefined
  /** What it reports of the post. */
  post?: object
  /** The comment, and the parent that Facebook reports of it. */
  comment?: string
  parent?: object
  isOnPost?: true
}

/** The place of a reply to a comment that no copy contains, and the reads that found it. */
async function place({ postId = `${pageId}_1`, object, post = {}, comment = parentId, parent, ...known }: Given) {
  const reads: string[] = []
  const outbound = outboundOver(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    reads.push(`${pathname.split('/').at(-1)} ${searchParams.get('fields')}`)
    const isComment = pathname.endsWith(`/${comment}`)
    const body = isComment ? { id: comment, from: { id: '991' }, object, parent } : { id: postId, ...post }
    return { status: 200, body }
  })
  const call = { ...accountCall({ scopes }, appCall({ outbound })), writeId: 'w', createdAt: now }
  const input = { postId, parentId: comment, message: 'Thanks', ...known }
  const fresh = facebookCommentWrite.begin({ writeId: 'w', items: 1, now, random: (size) => new Uint8Array(size) })
  const step = await facebookCommentWrite.advance({ ...call, input }, fresh)
  const found: CommentTarget | null = step.kind === 'next' ? step.state.place : null
  return { found, reads }
}

const unknown = { code: 'comment_not_found', outcome: 'rejected' }

describe('a reply on Facebook to a comment that no copy contains', () => {
  it('is not written if the comment is on another post', async () => {
    expect(await failureOf(place({ object: { id: `${pageId}_2` } }))).to.include(unknown)
    const album = { object: { id: '63' }, post: { attachments: photos('61', '62') } }
    expect(await failureOf(place(album))).to.include(unknown)
    const link = { object: { id: `${pageId}_2` }, post: { attachments: { data: [{ media_type: 'link' }] } } }
    expect(await failureOf(place(link))).to.include(unknown)
    const video = { postId: '98', object: { id: `${pageId}_2` }, post: { post_id: `${pageId}_1` } }
    expect(await failureOf(place(video))).to.include(unknown)
  })

  it('is written if the comment is on the post, which one read shows', async () => {
    for (const id of [`${pageId}_1`, '1']) {
      const { found, reads } = await place({ object: { id } })
      expect(found).to.deep.equal({ postId: `${pageId}_1`, threadId: parentId })
      expect(reads).to.deep.equal([`${parentId} id,from{id},can_hide,is_hidden,parent{id},object{id}`])
    }
  })

  it('is written if the comment is on a photo or video of the post, or on the post of the video', async () => {
    for (const id of ['61', '62', `${pageId}_62`]) {
      const { found } = await place({ object: { id }, post: { attachments: photos('61', '62') } })
      expect(found?.threadId).to.equal(parentId)
    }
    const video = { postId: '98', object: { id: `${pageId}_1` }, post: { post_id: `${pageId}_1` } }
    expect((await place(video)).found).to.deep.equal({ postId: '98', threadId: parentId })
  })

  it('is written if the id of the comment begins with that of the post', async () => {
    const { found, reads } = await place({ comment: '1_7', object: { id: '61' } })
    expect([found?.threadId, reads.length]).to.deep.equal(['1_7', 1])
  })

  it('is written if Facebook reports no object, the thread in its place, or not of which photos the post consists', async () => {
    const reply = await place({ object: { id: thread }, parent: { id: thread } })
    expect(reply.found?.threadId).to.equal(thread)
    expect((await place({ object: undefined })).found?.threadId).to.equal(parentId)
    const post = { attachments: { data: [{ media_type: 'photo' }] } }
    expect((await place({ object: { id: '61' }, post })).found?.threadId).to.equal(parentId)
    expect((await place({ postId: '98', object: { id: `${pageId}_1` } })).found?.threadId).to.equal(parentId)
    const [album] = photos('61', '62').data
    const subattachments = { ...album?.subattachments, paging: { next: 'https://graph.facebook.com/next' } }
    const large = { attachments: { data: [{ ...album, subattachments }] } }
    expect((await place({ object: { id: '99' }, post: large })).found?.threadId).to.equal(parentId)
  })

  it('needs no object if the copy of the post has the comment', async () => {
    const { found, reads } = await place({ object: { id: `${pageId}_2` }, isOnPost: true })
    expect([found?.threadId, reads.length]).to.deep.equal([parentId, 1])
  })

  it('learns its post from the object if the request names none', async () => {
    const { found, reads } = await place({ postId: null, object: { id: `${pageId}_2` } })
    expect(found).to.deep.equal({ postId: `${pageId}_2`, threadId: parentId })
    expect(reads).to.deep.equal([`${parentId} id,from{id},can_hide,is_hidden,parent{id},object{id}`])
    for (const object of [{ id: '61' }, undefined]) {
      expect((await place({ postId: null, object })).found).to.deep.equal({ postId: null, threadId: parentId })
    }
  })
})

interface Hidden {
  commentId?: string
  postId: string | null
  isOnPost?: true
}

const targets = {
  facebook: {
    postId: `${pageId}_1`,
    hide: async (known: Hidden) => {
      const outbound = outboundOver(({ method }) => ({
        status: 200,
        body: method === 'POST' ? { success: true } : { id: parentId, object: { id: `${pageId}_1` } },
      }))
      const call = accountCall({ scopes }, appCall({ outbound }))
      await facebookComments.hide(call, { commentId: parentId, hidden: true, ...known })
    },
  },
  instagram: {
    postId: '179',
    hide: async (known: Hidden) => {
      const outbound = outboundOver(({ method }) => ({
        status: 200,
        body: method === 'POST' ? { success: true } : { id: '17', username: 'robin.example', media: { id: '179' } },
      }))
      const { account, ...call } = { ...instagramCall(), outbound }
      const allowed = { ...call, account: { ...account, scopes: ['instagram_business_manage_comments'] } }
      await instagramComments.hide(allowed, { commentId: '17', hidden: true, ...known })
    },
  },
  youtube: {
    postId: 'vid-1',
    hide: async (known: Hidden) => {
      const snippet = { videoId: 'vid-1', channelId, topLevelComment: { id: 'Ugx', snippet: {} } }
      const outbound = outboundOver(({ method }) =>
        method === 'POST' ? { status: 204 } : { status: 200, body: { items: [{ id: 'Ugx', snippet }] } },
      )
      await youtubeComments.hide({ ...youtubeCall(), outbound }, { commentId: 'Ugx', hidden: true, ...known })
    },
  },
}

for (const [platform, { postId, hide }] of Object.entries(targets)) {
  describe(`a comment on ${platform} that is hidden with its post`, () => {
    it('is not hidden on another post, unless a copy of that post contains it', async () => {
      expect(await failureOf(hide({ postId: `${postId}0` }))).to.include(unknown)
      await hide({ postId: `${postId}0`, isOnPost: true })
    })

    it('is hidden on the post, and without one', async () => {
      await hide({ postId })
      await hide({ postId: null })
    })
  })
}

describe('a reply on Instagram', () => {
  const place = async (known: { postId: string | null; isOnPost?: true }) => {
    const outbound = outboundOver(() => ({ status: 200, body: { id: '17', media: { id: '179' } } }))
    const { account, ...call } = { ...instagramCall(), outbound }
    const allowed = { ...call, account: { ...account, scopes: ['instagram_business_manage_comments'] } }
    const input = { parentId: '17', message: 'Thanks', ...known }
    const step = await instagramReply.advance(
      { ...allowed, input, writeId: 'w', createdAt: now },
      { place: null, sent: null },
    )
    return step.kind === 'next' ? step.state.place : null
  }

  it('is not written on another post, unless a copy of that post contains the comment: it may be an image of an album', async () => {
    expect(await failureOf(place({ postId: '180' }))).to.include(unknown)
    for (const known of [{ postId: '180', isOnPost: true as const }, { postId: '179' }, { postId: null }]) {
      expect(await place(known)).to.deep.equal({ postId: '179', threadId: '17' })
    }
  })
})

describe('a comment on YouTube whose thread is not returned', () => {
  it('is hidden, as YouTube need not return threads that are held for review', async () => {
    const outbound = outboundOver(({ method }) =>
      method === 'POST' ? { status: 204 } : { status: 200, body: { items: [] } },
    )
    await youtubeComments.hide({ ...youtubeCall(), outbound }, { commentId: 'Ugx', postId: 'vid-1', hidden: false })
  })
})
