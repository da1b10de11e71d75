import type { GraphCall } from '../graph/call.ts'
import { type FieldSelection, type Shape, show } from '../graph/fields.ts'
import { graphTime } from '../graph/graph-time.ts'
import type { Comment } from '../state/comment.ts'
import { showEdge } from './page.ts'

const INLINE_REPLIES = 25
const MAX_REPLIES = 50

function limitOf(selection: FieldSelection): number {
  const asked = selection.modifiers['limit']
  return asked === undefined || !/^\d{1,6}$/.test(asked) ? INLINE_REPLIES : Math.min(Number(asked), MAX_REPLIES)
}

/**
 * Returns the value of the field `replies` of a comment: a page of its replies, 25 by default and at most 50, oldest
 * first; undefined if the comment has no replies.
 */
function inlineReplies(comment: Comment, selection: FieldSelection, call: GraphCall): unknown {
  const items = call.state.comments.instagram.replies(comment.id)
  if (items.length === 0) return undefined
  return showEdge(call, instagramCommentShape, {
    path: `${comment.id}/replies`,
    items,
    newestFirst: false,
    selections: selection.fields,
    limit: limitOf(selection),
    after: selection.modifiers['after'],
    before: undefined,
    repeated: {},
  })
}

function isOwners({ postId, authorId }: Comment, { state }: GraphCall): boolean {
  return state.instagramPosts.get(postId)?.accountId === authorId
}

/**
 * The fields of an Instagram comment in Graph API responses. `user` is returned only for comments by the account
 * that owns the post, `parent_id` only for replies.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read 2026-11-20)
 */
export const instagramCommentShape: Shape<Comment, GraphCall> = {
  type: 'IGComment',
  defaults: ['id', 'text', 'timestamp'],
  fields: {
    id: ({ id }) => id,
    text: ({ text }) => text,
    timestamp: ({ createdAt }) => graphTime(createdAt),
    username: ({ authorHandle }) => authorHandle,
    from: ({ authorId, authorHandle }) => ({ id: authorId, username: authorHandle }),
    user: (comment, _selection, call) => (isOwners(comment, call) ? { id: comment.authorId } : undefined),
    like_count: ({ likes }) => likes,
    hidden: ({ hidden }) => hidden,
    parent_id: ({ parentId }) => parentId,
    media: ({ postId }, selection, call) => {
      const post = call.state.instagramPosts.get(postId)
      return (
        post && show({ type: 'IGMedia', defaults: ['id'], fields: { id: () => post.id } }, post, selection.fields, call)
      )
    },
    replies: inlineReplies,
  },
  unset: ['legacy_instagram_comment_id'],
}
