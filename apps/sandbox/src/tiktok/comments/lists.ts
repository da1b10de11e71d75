import { type Endpoint, forAccount } from '../http/endpoint.ts'
import { flagText, integerText, json } from '../http/query.ts'
import { list, oneOf, optional, text, withDefault } from '../http/reader.ts'
import { Rejection } from '../rejection.ts'
import type { Comment } from '../store/comment.ts'
import type { Store } from '../store/store.ts'
import { ownPost } from './add-comment.ts'
import { describeComment, ownComment } from './own-comments.ts'

export const numericId = text({ pattern: /^\d{1,20}$/ })
const inlineReplies = 3

const paging = {
  status: withDefault(oneOf('PUBLIC', 'ALL'), 'ALL'),
  sort_field: optional(oneOf('likes', 'replies', 'create_time')),
  cursor: withDefault(integerText({ min: 0 }), 0),
  max_count: withDefault(integerText({ min: 1, max: 30 }), 20),
}

/**
 * The number of entries of a list after which each page repeats the last entries of the previous one, and after which
 * comments, but not replies, are ordered by likes regardless of the requested order.
 */
const rankedAfter = 500
const repeatedEntries = 2

interface Order {
  store: Store
  field: string | undefined
  direction: string
}

/**
 * Returns comments sorted by `field`; without it, by likes if `direction` is `smart`, otherwise by time. `all` is
 * oldest first. Comments with equal values are oldest first if `direction` is `asc`, otherwise newest first.
 */
function ordered(all: readonly Comment[], { store, field, direction }: Order): Comment[] {
  const values: Record<string, (comment: Comment) => number> = {
    likes: ({ likes }) => likes,
    replies: ({ id }) => store.comments.replies(id).length,
  }
  const sign = direction === 'asc' ? 1 : -1
  const inTime = sign === 1 ? [...all] : all.toReversed()
  const value = values[field ?? (direction === 'smart' ? 'likes' : 'create_time')]
  return value === undefined ? inTime : inTime.sort((one, other) => sign * (value(one) - value(other)))
}

function ranked(comments: Comment[]): Comment[] {
  if (comments.length <= rankedAfter) return comments
  const rest = comments.slice(rankedAfter).sort((one, other) => other.likes - one.likes)
  return [...comments.slice(0, rankedAfter), ...rest]
}

/**
 * Returns the page of `all` that begins at the position `cursor`, with the cursor of the next page. Beyond
 * `rankedAfter`, a page repeats the last entries of the previous one.
 */
function pageOf(all: Comment[], { cursor, max_count }: { cursor: number; max_count: number }) {
  const repeated = cursor > rankedAfter && max_count > repeatedEntries ? repeatedEntries : 0
  const end = Math.min(cursor + max_count - repeated, all.length)
  const page = cursor < all.length ? all.slice(cursor - repeated, end) : []
  return { page, cursor: end, has_more: end < all.length }
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
    const { comment_ids, status } = input
    const own = ({ postId }: Comment) => postId === post.id
    const found = comment_ids?.flatMap((id) => store.comments.get(id) ?? []).filter(own)
    const order = { store, field: input.sort_field, direction: input.sort_order }
    const all = ordered(found ?? store.comments.threads(post.id), order)
    const { page, cursor, has_more } = pageOf(ranked(all), input)
    // Hidden ones are left out of the page that they belong to, which is shorter then.
    const comments = page.filter(visible(status)).map((comment) => {
      if (!input.include_replies || comment.parentId !== null) return describeComment(store, comment)
      const replies = comment.hidden ? [] : store.comments.replies(comment.id).filter(visible(status))
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
    if (parent.hidden) throw new Rejection('badParameter', 'comment_id: Replies of a hidden comment cannot be listed.')
    const order = { store, field: input.sort_field, direction: input.sort_order }
    const { page, cursor, has_more } = pageOf(ordered(store.comments.replies(parent.id), order), input)
    const shown = page.filter(visible(input.status))
    return { comments: shown.map((reply) => describeComment(store, reply)), cursor, has_more }
  },
})
