import { type Comment, describeComment, ownComment, ownPost, repliesOf } from './comment.ts'
import { type Endpoint, forAccount } from './endpoint.ts'
import { flagText, integerText, json } from './query.ts'
import { list, oneOf, optional, text, withDefault } from './reader.ts'
import { Refusal } from './refusal.ts'
import type { Store } from './store.ts'

export const numericId = text({ pattern: /^\d{1,20}$/ })
const inlineReplies = 3

const paging = {
  status: withDefault(oneOf('PUBLIC', 'ALL'), 'ALL'),
  sort_field: optional(oneOf('likes', 'replies', 'create_time')),
  cursor: withDefault(integerText({ min: 0 }), 0),
  max_count: withDefault(integerText({ min: 1, max: 30 }), 20),
}

type Order = (one: Comment, other: Comment) => number

function order(store: Store, field: string | undefined, direction: string): Order {
  const value: Record<string, (comment: Comment) => number> = {
    likes: ({ likes }) => likes,
    replies: (comment) => repliesOf(store, comment).length,
    create_time: ({ createdAt }) => createdAt,
  }
  const read = value[field ?? (direction === 'smart' ? 'likes' : 'create_time')] ?? (() => 0)
  const sign = direction === 'asc' ? 1 : -1
  return (one, other) => sign * (read(one) - read(other)) || Number(BigInt(one.id) - BigInt(other.id)) * sign
}

function pageOf<T>(all: T[], { cursor, max_count }: { cursor: number; max_count: number }) {
  const end = Math.min(cursor + max_count, all.length)
  return { page: all.slice(cursor, end), cursor: end, has_more: end < all.length }
}

function visible(status: string): (comment: Comment) => boolean {
  return ({ hidden }) => status === 'ALL' || !hidden
}

const commentQuery = {
  video_id: numericId,
  comment_ids: optional(json(list(numericId, { min: 1, max: 30 }))),
  include_replies: withDefault(flagText, false),
  sort_order: withDefault(oneOf('asc', 'desc', 'smart'), 'smart'),
  ...paging,
}

export const commentList: Endpoint = forAccount({
  method: 'GET',
  path: '/business/comment/list/',
  operation: 'comments.list',
  fields: commentQuery,
  scopes: ['comment.list'],
  handle({ store }, { input, person, now }) {
    const post = ownPost(store, person, { videoId: input.video_id, now })
    const matching = store.comments
      .filter(({ postId }) => postId === post.id)
      .filter(({ id, parentId }) => input.comment_ids?.includes(id) ?? parentId === null)
      .filter(visible(input.status))
      .toSorted(order(store, input.sort_field, input.sort_order))
    const { page, cursor, has_more } = pageOf(matching, input)
    const comments = page.map((comment) => {
      if (!input.include_replies || comment.parentId !== null) return describeComment(store, comment)
      const replies = comment.hidden ? [] : repliesOf(store, comment).filter(visible(input.status))
      const reply_list = replies.slice(0, inlineReplies).map((reply) => describeComment(store, reply))
      return { ...describeComment(store, comment), reply_list }
    })
    return { comments, cursor, has_more }
  },
})

const replyQuery = {
  video_id: numericId,
  comment_id: numericId,
  sort_order: withDefault(oneOf('asc', 'desc'), 'desc'),
  ...paging,
}

export const replyList: Endpoint = forAccount({
  method: 'GET',
  path: '/business/comment/reply/list/',
  operation: 'comments.replies',
  fields: replyQuery,
  scopes: ['comment.list'],
  handle({ store }, { input, person, now }) {
    ownPost(store, person, { videoId: input.video_id, now })
    const parent = ownComment(store, person, { commentId: input.comment_id, videoId: input.video_id })
    if (parent.hidden) throw new Refusal('badParameter', 'comment_id: Replies of a hidden comment cannot be listed.')
    const matching = repliesOf(store, parent)
      .filter(visible(input.status))
      .toSorted(order(store, input.sort_field, input.sort_order))
    const { page, cursor, has_more } = pageOf(matching, input)
    return { comments: page.map((reply) => describeComment(store, reply)), cursor, has_more }
  },
})
