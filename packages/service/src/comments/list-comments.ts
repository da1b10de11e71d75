import {
  type CommentPostRow,
  commentAccount,
  findCommentPost,
  findNewestPost,
  listRecentPosts,
  readCommentPost,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { connectionExpired } from '../credentials/connection-expired.ts'
import type { UseCase } from '../request.ts'
import { type Caller, type CommentAccount, withComments } from './comments-port.ts'
import { decodeCursor, postOfCursor } from './cursor.ts'
import { firstRead, readPage, shared } from './first-read.ts'
import { commentOf } from './merge-comment.ts'
import { readRecentPosts, requirePost, summaryOf } from './recent-posts.ts'
import { keepCopy, requestNewest, requestPosts, requestRefresh } from './refresh-requests.ts'
import { etagOf, nextCursorOf, renderPage } from './render-page.ts'

export const listComments: UseCase<'comments.list'> = async (context, { account: found, input, requestId, signal }) => {
  const account = withComments(found)
  const caller: Caller = { account, requestId, signal, use: 'read' }
  const { cursor, postId: named } = input.query
  const list = await requireList(context, caller)
  const post = await findPost(
    context,
    caller,
    named ?? (cursor === undefined ? undefined : postOfCursor(account.id, cursor)),
  )
  if (!post) return { status: 200, body: emptyBody(account) }
  if (cursor !== undefined) return readLive(context, caller, { post, cursor })
  const copy = post.synced_at === null ? await readFirst(context, caller, post) : post
  await Promise.all([
    requestRefresh(context, account, copy),
    requestPosts(context, account, list),
    requestNewest(context, account, list),
    keepCopy(context, copy),
  ])
  const etag = etagOf(copy, list)
  if (names(input.headers['if-none-match'], etag)) return { status: 304, headers: { ETag: etag } }
  const page = await context.commentPages.get(copy.id, etag, () => renderPage(context, account, copy.id))
  return { status: 200, json: page.json, headers: { ETag: page.etag } }
}

/**
 * What is known of the account; its list of posts is read first where there is none.
 *
 * @throws ServiceError connection_expired, also where there is a copy
 */
async function requireList(context: Context, caller: Caller) {
  const { account, signal } = caller
  const known = await commentAccount(context.db, account.id)
  const isExpired = known.expired_at !== null && known.expired_at >= account.updated_at
  if (account.status === 'expired' || isExpired) throw connectionExpired()
  if (known.posts_synced_at !== null) return known
  await shared(context, { key: `posts:${account.id}`, signal }, (own) =>
    readRecentPosts(context, { ...caller, signal: own }),
  )
  return commentAccount(context.db, account.id)
}

async function findPost(context: Context, caller: Caller, postId: string | undefined) {
  const { account } = caller
  if (postId === undefined) return findNewestPost(context.db, account.id)
  return (await findCommentPost(context.db, { accountId: account.id, postId })) ?? requirePost(context, caller, postId)
}

async function readFirst(context: Context, caller: Caller, post: CommentPostRow): Promise<CommentPostRow> {
  await firstRead(context, caller, post)
  const copy = await readCommentPost(context.db, post.id)
  if (!copy) throw new ServiceError('post_not_found')
  return copy
}

function emptyBody({ platform, id, profile_id }: CommentAccount) {
  const about = { platform, accountId: id, profileId: profile_id, postId: null }
  return { ...about, posts: [], comments: [], nextCursor: null, complete: true, syncedAt: null }
}

/** One page from the network, newest first, as the copy has it after the merge. */
async function readLive(context: Context, caller: Caller, { post, cursor }: { post: CommentPostRow; cursor: string }) {
  const { account } = caller
  const network = decodeCursor({ accountId: account.id, postId: post.post_id }, cursor)
  const { rows, next, complete, syncedAt } = await readPage(context, caller, { post, cursor: network })
  const newestFirst = rows.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
  const posts = (await listRecentPosts(context.db, account.id)).map(summaryOf)
  const nextCursor = nextCursorOf(account, post.post_id, next)
  const about = { platform: account.platform, accountId: account.id, profileId: account.profile_id }
  return {
    status: 200 as const,
    body: {
      ...about,
      postId: post.post_id,
      posts,
      comments: newestFirst.map(commentOf),
      nextCursor,
      // A page that has a next one is never the last word: whoever follows the cursors sees every page.
      complete: complete && nextCursor === null,
      syncedAt: syncedAt?.toISOString() ?? null,
    },
  }
}

/** Whether a list of entity tags names this one, or any; weak tags count as their strong ones. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
