import { showEdge } from '../../meta/comments/page.ts'
import type { GraphCall } from '../../meta/graph/call.ts'
import { type FieldSelection, type Shape, show } from '../../meta/graph/fields.ts'
import { graphTime } from '../../meta/graph/graph-time.ts'
import type { Comment } from '../../meta/state/comment.ts'
import { permalink } from '../post-shape.ts'
import { profileImage } from '../shapes.ts'

const INLINE_REPLIES = 25
const MAX_REPLIES = 100

function isPages({ postId, authorId }: Comment, { state }: GraphCall): boolean {
  return state.pagePosts.get(postId)?.pageId === authorId
}

/** Returns whether a Page can hide a comment on its post: any comment but its own. */
export function canHide(comment: Comment, call: GraphCall): boolean {
  return !isPages(comment, call)
}

const authorShape: Shape<Comment, GraphCall> = {
  type: 'Profile',
  defaults: ['name', 'id'],
  fields: {
    id: ({ authorId }) => authorId,
    name: ({ authorHandle }) => authorHandle,
    picture: ({ authorId }, _selection, call) => profileImage(call, authorId),
  },
  unset: ['link', 'username'],
}

function inlineReplies(comment: Comment, selection: FieldSelection, call: GraphCall): unknown {
  const items = call.state.comments.facebook.replies(comment.id)
  if (items.length === 0) return undefined
  const newestFirst = selection.modifiers['order'] === 'reverse_chronological'
  const asked = selection.modifiers['limit']
  return showEdge(call, commentShape, {
    path: `${comment.id}/comments`,
    items: newestFirst ? items.toReversed() : items,
    newestFirst,
    selections: selection.fields,
    limit: asked === undefined || !/^\d{1,6}$/.test(asked) ? INLINE_REPLIES : Math.min(Number(asked), MAX_REPLIES),
    after: selection.modifiers['after'],
    before: undefined,
    repeated: newestFirst ? { order: 'reverse_chronological' } : {},
  })
}

function addressOf({ id, postId, parentId }: Comment, { state }: GraphCall): string | undefined {
  const post = state.pagePosts.get(postId)
  const number = (of: string) => of.split('_').at(-1) ?? of
  const query: Record<string, string> =
    parentId === null ? { comment_id: number(id) } : { comment_id: number(parentId), reply_comment_id: number(id) }
  return post && `${permalink(post)}?${new URLSearchParams(query)}`
}

/**
 * The fields of a comment in Graph API responses. `from`, the author, is omitted for a token other than that of a Page.
 * @see https://developers.facebook.com/docs/graph-api/reference/object/comments (read 2026-11-20)
 */
export const commentShape: Shape<Comment, GraphCall> = {
  type: 'Comment',
  defaults: ['created_time', 'from', 'message', 'id'],
  fields: {
    id: ({ id }) => id,
    message: ({ text }) => text,
    created_time: ({ createdAt }) => graphTime(createdAt),
    from: (comment, selection, call) =>
      call.token.kind === 'page' ? show(authorShape, comment, selection.fields, call) : undefined,
    like_count: ({ likes }) => likes,
    user_likes: ({ liked }) => liked,
    is_hidden: ({ hidden }) => hidden,
    is_private: () => false,
    can_hide: (comment, _selection, call) => canHide(comment, call),
    can_remove: () => true,
    can_comment: () => true,
    can_like: () => true,
    can_reply_privately: (comment, _selection, call) => !isPages(comment, call),
    comment_count: ({ id }, _selection, { state }) => state.comments.facebook.replies(id).length,
    permalink_url: (comment, _selection, call) => addressOf(comment, call),
    parent: ({ parentId }, selection, call) => {
      const parent = parentId === null ? undefined : call.state.comments.facebook.get(parentId)
      return parent && show(commentShape, parent, selection.fields, call)
    },
    comments: inlineReplies,
    // Which object Facebook reports for a post with one photo or video is not documented: here it is always the post.
    object: ({ postId }) => ({ id: postId }),
  },
  unset: ['attachment', 'message_tags', 'admin_creator', 'application', 'private_reply_conversation'],
}
