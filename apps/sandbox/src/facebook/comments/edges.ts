import { coversPage, requirePageToken, requireScopes, requireTask } from '../../meta/authority.ts'
import { addComment, editComment, hideComment, removeComment } from '../../meta/comments/add-comment.ts'
import { byAge, showEdge } from '../../meta/comments/page.ts'
import { type Family, type GraphCall, type Handler, selectionsOf } from '../../meta/graph/call.ts'
import { type GraphError, invalidParameter, unknownObject } from '../../meta/graph/graph-error.ts'
import { readGraphTime } from '../../meta/graph/graph-time.ts'
import { rejectHeavy } from '../../meta/graph/heavy-page.ts'
import { allowOnly } from '../../meta/graph/parameters.ts'
import { showNode } from '../../meta/graph/show-node.ts'
import type { Comment } from '../../meta/state/comment.ts'
import type { Page } from '../../meta/state/people.ts'
import type { PagePost } from '../../meta/state/posts.ts'
import { canHide, commentShape } from './comment-shape.ts'

const READ = ['pages_read_engagement', 'pages_read_user_content']
const WRITE = ['pages_manage_engagement']
const USUAL_PAGE = 25
const MAX_PAGE = 100
const MAX_LENGTH = 8000

function pageOf(subject: { id: string; postId: string }, call: GraphCall): Page {
  const page = call.state.pages.get(call.state.pagePosts.get(subject.postId)?.pageId ?? '')
  if (page === undefined) throw unknownObject(subject.id, call.request.method)
  return page
}

/**
 * Requires permission to read the comments on a Page's post: the token of this Page, or of a user who gave the app
 * access to the Page, with the permissions to read and the task `MODERATE`.
 * @throws GraphError with code 100 (subcode 33) for a user without that access, with code 10 without a permission, with
 *   code 200 without the task or with the token of another Page
 */
function requireReading(subject: { id: string; postId: string }, call: GraphCall): void {
  const page = pageOf(subject, call)
  if (call.token.kind === 'page') requirePageToken(call, page)
  else if (!coversPage(call.token.grant, page, call.state)) throw unknownObject(subject.id, call.request.method)
  requireScopes(call, READ, 10)
  requireTask(call, page, ['MODERATE'])
}

/**
 * Requires the token of the Page, the permission and the task `MODERATE` for writing comments as the Page. Returns the
 * Page.
 * @throws GraphError with code 200 if one is missing
 * @see https://developers.facebook.com/documentation/pages-api/comments-mentions (read 2026-11-20)
 */
function requireWriting(subject: { id: string; postId: string }, call: GraphCall): Page {
  const page = pageOf(subject, call)
  requirePageToken(call, page)
  requireScopes(call, WRITE, 200)
  requireTask(call, page, ['MODERATE'])
  return page
}

function oneOf<const V extends string>(call: GraphCall, name: string, values: readonly V[]): V | undefined {
  const text = call.parameters.text(name)
  const found = values.find((value) => value === text)
  if (text !== undefined && found === undefined)
    throw invalidParameter(`Param ${name} must be one of {${values.join(', ').toUpperCase()}}`)
  return found
}

/**
 * Returns the comments of `threads` that the parameter `filter` selects: all for `toplevel`, all with their replies,
 * oldest first, for `stream`. Without a filter, Facebook shows those that it considers relevant; here, those that are
 * not hidden.
 */
function filtered(call: GraphCall, threads: readonly Comment[]): Comment[] {
  const filter = oneOf(call, 'filter', ['toplevel', 'stream'])
  if (filter === undefined) return threads.filter(({ hidden }) => !hidden)
  if (filter === 'toplevel') return [...threads]
  const all = threads.flatMap((thread) => [thread, ...call.state.comments.facebook.replies(thread.id)])
  return all.sort(byAge)
}

function list(path: string, call: GraphCall, threads: readonly Comment[]): unknown {
  const { parameters } = call
  allowOnly(parameters, ['fields', 'filter', 'order', 'since', 'summary', 'limit', 'after', 'before'])
  const limit = parameters.whole('limit') ?? USUAL_PAGE
  if (limit > MAX_PAGE) throw invalidParameter(`The parameter limit must not exceed ${MAX_PAGE}`)
  rejectHeavy(call)
  const since = parameters.text('since')
  const from = since === undefined ? 0 : readGraphTime(since)
  if (from === undefined) throw invalidParameter('Param since must be a time')
  const found = filtered(call, threads).filter(({ createdAt }) => createdAt >= from)
  const newestFirst = oneOf(call, 'order', ['chronological', 'reverse_chronological']) === 'reverse_chronological'
  const repeated = ['filter', 'order', 'since', 'summary'].flatMap((name): [string, string][] => {
    const value = parameters.text(name)
    return value === undefined ? [] : [[name, value]]
  })
  const shown = showEdge(call, commentShape, {
    path,
    items: newestFirst ? found.toReversed() : found,
    newestFirst,
    selections: selectionsOf(call),
    limit,
    after: parameters.text('after'),
    before: parameters.text('before'),
    repeated: Object.fromEntries(repeated),
  })
  const counted = parameters.has('summary') && parameters.text('summary') !== 'false'
  return counted ? { ...shown, summary: { total_count: found.length, can_comment: true } } : shown
}

function textOf({ parameters }: GraphCall): string {
  const text = parameters.required('message')
  if ([...text].length > MAX_LENGTH) throw invalidParameter(`Param message must be at most ${MAX_LENGTH} characters`)
  return text
}

function write(call: GraphCall, place: { postId: string; parentId: string | null; page: Page }): unknown {
  const { postId, parentId, page } = place
  allowOnly(call.parameters, ['message'])
  const author = { accountId: page.id, id: page.id, name: page.name }
  return { id: addComment(call.state, 'facebook', { postId, parentId, author, text: textOf(call) }).id }
}

const ofPost = ({ id }: PagePost) => ({ id, postId: id })

/** The endpoints that list and add comments on a Page post, keyed by method and edge, such as `GET comments`. */
export const POST_COMMENT_EDGES: Family<PagePost>['edges'] = {
  'GET comments': (post, call) => {
    requireReading(ofPost(post), call)
    return list(`${post.id}/comments`, call, call.state.comments.facebook.threads(post.id))
  },
  'POST comments': (post, call) =>
    write(call, { postId: post.id, parentId: null, page: requireWriting(ofPost(post), call) }),
}

/**
 * The endpoints that list and add comments on a photo or video, keyed by method and edge, such as `GET comments`. The
 * comments are those of the post that contains the photo or video; without such a post, a `GraphError` is thrown.
 */
export const OBJECT_COMMENT_EDGES: Family<{ id: string; postId: string | null }>['edges'] = Object.fromEntries(
  Object.entries(POST_COMMENT_EDGES).map(([edge, run]) => [
    edge,
    (object, call) => {
      const post = call.state.pagePosts.get(object.postId ?? '')
      if (post === undefined) throw unknownObject(object.id, call.request.method)
      return run(post, call)
    },
  ]),
)

/** Builds the error for a comment that cannot be hidden. Its code is not documented; `can_hide` tells beforehand. */
function cannotHide(): GraphError {
  return invalidParameter('This comment cannot be hidden', { userMessage: 'You cannot hide this comment.' })
}

const update: Handler<Comment> = (comment, call) => {
  const { parameters } = call
  const page = requireWriting(comment, call)
  allowOnly(parameters, ['is_hidden', 'message'])
  const hidden = parameters.flag('is_hidden')
  if (hidden === undefined && !parameters.has('message')) throw invalidParameter('The parameter is_hidden is required')
  if (hidden !== undefined && !canHide(comment, call)) throw cannotHide()
  if (parameters.has('message')) {
    if (comment.authorId !== page.id) throw invalidParameter('Only comments of the Page itself can be edited')
    editComment(call.state, 'facebook', comment, textOf(call))
  }
  if (hidden !== undefined) hideComment(call.state, 'facebook', comment, hidden)
  return { success: true }
}

/**
 * The node type of a comment on a Page post, with its endpoints.
 * @see https://developers.facebook.com/docs/graph-api/reference/comment (read 2026-11-20)
 */
export const pageComment: Family<Comment> = {
  type: 'Comment',
  find: (id, { state }) => state.comments.facebook.get(id),
  usage: ({ ownerId }) => ({ id: ownerId, type: 'pages' }),
  edges: {
    GET(comment, call) {
      requireReading(comment, call)
      return showNode(commentShape)(comment, call)
    },
    'GET comments': (comment, call) => {
      requireReading(comment, call)
      return list(`${comment.id}/comments`, call, call.state.comments.facebook.replies(comment.id))
    },
    // A reply to a reply belongs to the same thread.
    'POST comments': (comment, call) =>
      write(call, {
        postId: comment.postId,
        parentId: comment.parentId ?? comment.id,
        page: requireWriting(comment, call),
      }),
    POST: update,
    DELETE(comment, call) {
      requireWriting(comment, call)
      allowOnly(call.parameters, [])
      removeComment(call.state, 'facebook', comment)
      return { success: true }
    },
  },
}
