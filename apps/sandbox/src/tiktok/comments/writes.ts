import { type AccountCall, type Endpoint, forAccount } from '../http/endpoint.ts'
import { integer, oneOf, optional, text } from '../http/reader.ts'
import { badParameter, Rejection } from '../rejection.ts'
import type { Store } from '../store/store.ts'
import { addComment, authorNamed, ownPost } from './add-comment.ts'
import { numericId } from './lists.ts'
import { ownComment } from './own-comments.ts'

const words = {
  text: optional(text({ max: 1200 })),
  image_uri: optional(text()),
  image_width: optional(integer({ min: 1 })),
  image_height: optional(integer({ min: 1 })),
}
const scopes = ['comment.list.manage']

interface Words {
  video_id: string
  text: string | undefined
  image_uri: string | undefined
}

/**
 * Stores a comment, or a reply to the top-level comment `parentId`, and returns the API's response, which lacks the
 * author's name.
 * @throws Rejection if the post is unknown, of another account or without comments, or the comment has no content
 */
function write(store: Store, call: AccountCall<Words>, parentId: string | null): object {
  const { input, person, now } = call
  const post = ownPost(store, person, { videoId: input.video_id, now })
  if (input.text === undefined && input.image_uri === undefined)
    throw badParameter('text', 'Missing data for required field.')
  if (post.disableComment) throw badParameter('video_id', 'Comments are turned off for this video.')
  const author = authorNamed(store, person.handle)
  const comment = addComment(store, { postId: post.id, parentId, text: input.text ?? '', createdAt: now, author })
  const place = parentId === null ? {} : { parent_comment_id: parentId }
  return {
    comment_id: comment.id,
    ...place,
    video_id: post.id,
    create_time: String(Math.floor(now / 1000)),
    text: comment.text,
    unique_identifier: person.openId,
    user_id: person.openId,
  }
}

/**
 * The endpoints that create, hide, like and delete comments.
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (captured 2026-08-23)
 */
export const commentWrites: Endpoint[] = [
  forAccount({
    method: 'POST',
    path: '/business/comment/create/',
    operation: 'comments.create',
    fields: { video_id: numericId, ...words },
    scopes,
    handle: ({ store }, call) => write(store, call, null),
  }),
  forAccount({
    method: 'POST',
    path: '/business/comment/reply/create/',
    operation: 'comments.create',
    fields: { video_id: numericId, comment_id: numericId, ...words },
    scopes,
    handle({ store }, call) {
      const { comment_id, video_id } = call.input
      const parent = ownComment(store, call.person, { commentId: comment_id, videoId: video_id })
      if (parent.parentId !== null) throw badParameter('comment_id', 'Must be a top-level comment.')
      return write(store, call, parent.id)
    },
  }),
  forAccount({
    method: 'POST',
    path: '/business/comment/hide/',
    operation: 'comments.hide',
    fields: {
      video_id: numericId,
      comment_id: numericId,
      action: oneOf('HIDE', 'UNHIDE'),
    },
    scopes,
    handle({ store }, { input, person }) {
      const comment = ownComment(store, person, { commentId: input.comment_id, videoId: input.video_id })
      comment.hidden = input.action === 'HIDE'
      return {}
    },
  }),
  forAccount({
    method: 'POST',
    path: '/business/comment/like/',
    operation: 'comments.like',
    // The reference lists no video_id here, but live calls were rejected without it.
    fields: {
      video_id: numericId,
      comment_id: numericId,
      action: oneOf('LIKE', 'UNLIKE'),
    },
    scopes,
    handle({ store }, { input, person }) {
      const comment = ownComment(store, person, { commentId: input.comment_id, videoId: input.video_id })
      const liked = input.action === 'LIKE'
      if (liked !== comment.liked) comment.likes += liked ? 1 : -1
      comment.liked = liked
      return {}
    },
  }),
  forAccount({
    method: 'POST',
    path: '/business/comment/delete/',
    operation: 'comments.delete',
    fields: { comment_id: numericId },
    scopes,
    handle({ store }, { input, person }) {
      const comment = ownComment(store, person, { commentId: input.comment_id })
      if (!comment.owner) throw new Rejection('noPermission', 'Only comments of the account itself can be deleted.')
      store.comments.remove(comment)
      return {}
    },
  }),
]
