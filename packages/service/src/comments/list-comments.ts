import {
  type CopyHead,
  type CopyState,
  commentAccount,
  findAccountForWorker,
  findCopyState,
  listRecentPosts,
  type PostList,
  readCommentPost,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { connectionExpired } from '../credentials/connection-expired.ts'
import { namesTag } from '../entity-tag.ts'
import type { UseCase } from '../request.ts'
import { accountNotFound } from '../scope.ts'
import { type Caller, type CommentAccount, withComments } from './comments-port.ts'
import { decodeCursor, invalidCursor, postOfCursor } from './cursor.ts'
import { firstRead, readPage, shared } from './first-read.ts'
import { commentOf } from './merge-comment.ts'
import { readRecentPosts, requirePost, summaryOf } from './recent-posts.ts'
import { requestNewest, requestPosts, requestRefresh, touchCopy } from './refresh-requests.ts'
import { etagOf, nextCursorOf, renderPage } from './render-page.ts'

/**
 * Returns the stored comments of a post, newest first, and the newest posts of the account, and queues refreshes of
 * those that are stale. Without `postId` or `cursor`, the post is the newest one of the account; the lists are empty if
 * the account has no posts. If the comments of the post have not been read yet, the response waits until their newest
 * page has been read from the network; comments that the network does not list, such as those of an ad, are not read.
 * The response is 304 if comments and posts are the same as those of the `ETag` that the client sent. With a `cursor`,
 * one page of comments is read from the network, merged into the stored comments, and returned without the other
 * comments, but with the newest posts; the response is then never 304.
 * @throws ServiceError `connection_expired`, even if there are stored comments, `post_not_found`, `invalid_request` for
 *   an unknown cursor, `account_not_found` if the account was disconnected meanwhile, or the error of the network
 */
export const listComments: UseCase<'comments.list'> = async (context, { account: found, input, requestId, signal }) => {
  const account = withComments(found)
  const caller: Caller = { account, requestId, signal, use: 'read' }
  const { cursor, postId: named } = input.query
  const wanted = named ?? (cursor === undefined ? null : postOfCursor(account.id, cursor))
  const { list, copy: post } = await readState(context, caller, wanted)
  if (!post) {
    await requestPosts(context, account, list)
    return { status: 200, body: emptyBody(account) }
  }
  const gone = (error: unknown) => rethrowMissing(context, account.id, error)
  if (cursor !== undefined) return readLive(context, caller, { post, cursor }).catch(gone)
  const copy = post.syncedAt === null ? await readFirst(context, caller, post).catch(gone) : post
  await Promise.all([
    requestRefresh(context, account, copy),
    requestPosts(context, account, list),
    requestNewest(context, account, list),
    touchCopy(context, copy),
  ])
  const etag = etagOf(copy, list)
  if (namesTag(input.headers['if-none-match'], etag)) return { status: 304, headers: { ETag: etag } }
  const page = await context.commentPages.get(copy.id, etag, () => renderPage(context, account, copy.id))
  return { status: 200, json: page.json, headers: { ETag: page.etag } }
}

/**
 * Checks that the account has not expired, and that the network has not reported since the last change of the account
 * that the connection has no access to comments.
 * @throws ServiceError `connection_expired` otherwise, even if there are stored comments
 */
function requireConnected({ status, updatedAt }: CommentAccount, list: PostList | undefined): void {
  const expiredAt = list?.expiredAt ?? null
  if (status === 'expired' || (expiredAt !== null && expiredAt >= updatedAt)) throw connectionExpired()
}

/**
 * Reads the stored state of the account and of a post. The list of posts and the post itself are read from the network
 * first if they are not stored.
 * @param postId the network's id of the post; null for the newest one, of which `copy` is undefined if none exists
 * @throws ServiceError `connection_expired`, `post_not_found`, `account_not_found`, or the error of the network
 */
async function readState(context: Context, caller: Caller, postId: string | null): Promise<CopyState> {
  const { account, signal } = caller
  const known = await findCopyState(context.db, { accountId: account.id, postId })
  requireConnected(account, known?.list)
  if (!known || known.list.postsSyncedAt === null) {
    await commentAccount(context.db, account.id)
    await shared(context, { key: `posts:${account.id}`, signal }, (own) =>
      readRecentPosts(context, { ...caller, signal: own }),
    )
  } else if (known.copy || postId === null) return known
  const stored = postId === null ? null : (await requirePost(context, caller, postId)).postId
  const state = await findCopyState(context.db, { accountId: account.id, postId: stored })
  if (!state) throw accountNotFound()
  return state
}

/** Throws `error`, or `account_not_found` if a post is missing because its account was disconnected meanwhile. */
async function rethrowMissing(context: Context, accountId: string, error: unknown): Promise<never> {
  const isMissing = error instanceof ServiceError && error.code === 'post_not_found'
  if (isMissing && !(await findAccountForWorker(context.db, accountId))) throw accountNotFound()
  throw error
}

/**
 * Reads the comments of a post for the first time, unless the network does not list them, and returns the post's new
 * row.
 * @throws ServiceError `post_not_found` if the post is no longer stored, or the error of the network
 */
async function readFirst(context: Context, caller: Caller, post: CopyHead): Promise<CopyHead> {
  const known = await readCommentPost(context.db, post.id)
  if (known && summaryOf(known).isUnlisted) return known
  await firstRead(context, caller, post)
  const copy = await readCommentPost(context.db, post.id)
  if (!copy) throw new ServiceError('post_not_found')
  return copy
}

function emptyBody({ platform, id, profileId }: CommentAccount) {
  const about = { platform, accountId: id, profileId, postId: null }
  return { ...about, posts: [], comments: [], nextCursor: null, complete: true, syncedAt: null }
}

/** Reads one page from the network, newest first, and returns it as stored after the merge. */
async function readLive(context: Context, caller: Caller, { post, cursor }: { post: CopyHead; cursor: string }) {
  const { account } = caller
  const network = decodeCursor({ accountId: account.id, postId: post.postId }, cursor)
  const { rows, next, complete, syncedAt } = await readPage(context, caller, { post, cursor: network }).catch(
    rejectedCursor,
  )
  const newestFirst = rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
  const posts = (await listRecentPosts(context.db, account.id)).map(summaryOf)
  const nextCursor = nextCursorOf(account, post.postId, next)
  const about = { platform: account.platform, accountId: account.id, profileId: account.profileId }
  return {
    status: 200 as const,
    body: {
      ...about,
      postId: post.postId,
      posts,
      comments: newestFirst.map(commentOf),
      nextCursor,
      // `complete` stays false until the last page, so that a client that follows the cursors receives every page.
      complete: complete && nextCursor === null,
      syncedAt: syncedAt?.toISOString() ?? null,
    },
  }
}

/** Rethrows an error of the network about an unknown or expired cursor as `invalid_request`. */
function rejectedCursor(error: unknown): never {
  throw error instanceof ServiceError && error.code === 'invalid_request' ? invalidCursor() : error
}
