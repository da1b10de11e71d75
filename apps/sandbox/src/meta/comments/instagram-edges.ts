import { reachesInstagram, requireInstagram } from '../authority.ts'
import { type Family, type GraphCall, type Handler, selectionsOf } from '../graph/call.ts'
import { invalidParameter, unknownObject } from '../graph/graph-error.ts'
import { rejectHeavy } from '../graph/heavy-page.ts'
import { allowOnly } from '../graph/parameters.ts'
import { showNode } from '../graph/show-node.ts'
import type { Comment } from '../state/comment.ts'
import type { InstagramAccount } from '../state/people.ts'
import type { InstagramPost } from '../state/posts.ts'
import { addComment, authorNamed, hideComment, removeComment } from './add-comment.ts'
import { instagramCommentShape } from './instagram-comment.ts'
import { type CommentEdge, showEdge } from './page.ts'

/**
 * The maximum number of comments on a page, whatever limit is requested.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-media/comments (read 2026-11-20)
 */
const MAX_PAGE = 50
const USUAL_PAGE = 25
const MAX_LENGTH = 2200

function ownerOf(postId: string, call: GraphCall): InstagramAccount | undefined {
  const account = call.state.instagramAccounts.get(call.state.instagramPosts.get(postId)?.accountId ?? '')
  return account !== undefined && reachesInstagram(call, account) ? account : undefined
}

function requireOwner(subject: { id: string; postId: string }, call: GraphCall): InstagramAccount {
  const account = ownerOf(subject.postId, call)
  if (account === undefined) throw unknownObject(subject.id, call.request.method)
  requireInstagram(call, account, 'comments')
  return account
}

function listComments(call: GraphCall, edge: Pick<CommentEdge, 'path' | 'items' | 'newestFirst'>): unknown {
  const { parameters } = call
  allowOnly(parameters, ['fields', 'limit', 'after', 'before'])
  rejectHeavy(call)
  return showEdge(call, instagramCommentShape, {
    ...edge,
    selections: selectionsOf(call),
    limit: Math.min(parameters.whole('limit') ?? USUAL_PAGE, MAX_PAGE),
    after: parameters.text('after'),
    before: parameters.text('before'),
    repeated: {},
  })
}

function write(
  call: GraphCall,
  place: { postId: string; parentId: string | null; account: InstagramAccount },
): unknown {
  const { parameters, state } = call
  allowOnly(parameters, ['message'])
  const text = parameters.required('message')
  if ([...text].length > MAX_LENGTH) throw invalidParameter(`Param message must be at most ${MAX_LENGTH} characters`)
  const author = authorNamed(state, 'instagram', place.account.username)
  return { id: addComment(state, 'instagram', { postId: place.postId, parentId: place.parentId, author, text }).id }
}

/** Handles `GET /{media}/comments`: returns a page of the top-level comments of a post, newest first. */
const list: Handler<InstagramPost> = (post, call) => {
  requireOwner({ id: post.id, postId: post.id }, call)
  const items = call.state.comments.instagram.threads(post.id).toReversed()
  return listComments(call, { path: `${post.id}/comments`, items, newestFirst: true })
}

const comment: Handler<InstagramPost> = (post, call) => {
  const account = requireOwner({ id: post.id, postId: post.id }, call)
  return write(call, { postId: post.id, parentId: null, account })
}

/** The comment endpoints of an Instagram post, keyed by method and edge. */
export const INSTAGRAM_POST_EDGES: Family<InstagramPost>['edges'] = { 'GET comments': list, 'POST comments': comment }

const hide: Handler<Comment> = (subject, call) => {
  const account = requireOwner(subject, call)
  allowOnly(call.parameters, ['hide', 'ad_id'])
  const hidden = call.parameters.flag('hide')
  if (hidden === undefined) throw invalidParameter('The parameter hide is required')
  // The owner's own comments stay visible, although the call succeeds.
  if (subject.authorId !== account.id) hideComment(call.state, 'instagram', subject, hidden)
  return { success: true }
}

/**
 * Handles `POST /{comment}/replies`: adds a reply to a comment or, if that is a reply itself, to its top-level comment.
 * @throws GraphError if the comment or its top-level comment is hidden; the code is not documented
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment/replies (read 2026-11-28)
 */
const reply: Handler<Comment> = (subject, call) => {
  const account = requireOwner(subject, call)
  const top = call.state.comments.instagram.get(subject.parentId ?? subject.id) ?? subject
  if (subject.hidden || top.hidden) throw invalidParameter('Hidden comments cannot be replied to')
  return write(call, { postId: top.postId, parentId: top.id, account })
}

/**
 * The node type of an Instagram comment, with its endpoints.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read 2026-11-20)
 */
export const instagramComment: Family<Comment> = {
  type: 'IGComment',
  find(id, call) {
    const found = call.state.comments.instagram.get(id)
    return found !== undefined && ownerOf(found.postId, call) ? found : undefined
  },
  usage: ({ ownerId }) => ({ id: ownerId, type: 'instagram' }),
  edges: {
    GET(subject, call) {
      requireOwner(subject, call)
      return showNode(instagramCommentShape)(subject, call)
    },
    'GET replies': (subject, call) => {
      requireOwner(subject, call)
      const items = call.state.comments.instagram.replies(subject.id)
      return listComments(call, { path: `${subject.id}/replies`, items, newestFirst: false })
    },
    'POST replies': reply,
    POST: hide,
    DELETE(subject, call) {
      requireOwner(subject, call)
      allowOnly(call.parameters, ['ad_id'])
      removeComment(call.state, 'instagram', subject)
      return { success: true }
    },
  },
}
