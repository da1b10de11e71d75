import {
  type CommentPostRow,
  listRecentPosts,
  readCommentAccount,
  readCommentPost,
  readSlice,
  readWholeCopy,
  type Slice,
  snapshot,
} from '@carillon/database'
import { supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { RenderedPage } from '../process-state/pages/page-cache.ts'
import type { CommentAccount } from './comments-port.ts'
import { encodeCursor } from './cursor.ts'

/** The number of comments that are read from the database and rendered at once. */
const sliceSize = 500

/**
 * Builds the `ETag` of a response with comments. It changes with the stored comments of the post and with the account's
 * list of posts.
 * @param post.id the id of the copy, Carillon's stored comments of the post
 */
export function etagOf(post: Pick<CommentPostRow, 'id' | 'version'>, list: { version: number }): string {
  return `"${post.id}.${post.version}.${list.version}"`
}

/**
 * Renders the response with the stored comments of a post, newest first and at most `COMMENTS_PER_POST`, as JSON. If
 * more are stored, such as replies, `complete` is false, because the oldest are cut off. A long list is rendered in
 * slices of 500 comments, so that other requests are not blocked.
 * @param copyId Carillon's id of the stored comments of the post
 * @throws ServiceError `post_not_found` if the post is no longer stored
 */
export async function renderPage(context: Context, account: CommentAccount, copyId: string): Promise<RenderedPage> {
  const max = Math.min(sliceSize, context.config.comments.maxPerPost)
  const whole = await readWholeCopy(context.db, copyId, max)
  if (!whole) throw new ServiceError('post_not_found')
  if (whole.count === max) return renderSlices(context, account, copyId)
  const { posts, comments } = whole
  const text = `${head(account, whole.postId)},"posts":[${posts ?? ''}],"comments":[${comments ?? ''}],${tail(account, whole)}`
  const json = Buffer.from(text)
  const etag = etagOf({ id: copyId, version: whole.version }, { version: whole.listVersion })
  return { etag, json: [json], bytes: json.length }
}

async function renderSlices(context: Context, account: CommentAccount, copyId: string): Promise<RenderedPage> {
  return snapshot(context.db, async (db) => {
    const [post, list] = [await readCommentPost(db, copyId), await readCommentAccount(db, account.id)]
    if (!post || !list) throw new ServiceError('post_not_found')
    const posts = await listRecentPosts(db, account.id)
    const json = [
      Buffer.from(
        `${head(account, post.postId)},"posts":[${posts.map(({ summary }) => summary).join(',')}],"comments":[`,
      ),
    ]
    const { maxPerPost } = context.config.comments
    let after: Slice['last'] | null = null
    let count = 0
    while (count < maxPerPost) {
      const slice: Slice | undefined = await readSlice(db, copyId, {
        after,
        size: Math.min(sliceSize, maxPerPost - count),
      })
      if (!slice) break
      json.push(Buffer.from(count === 0 ? slice.content : `,${slice.content}`))
      count += slice.count
      after = slice.last
      if (slice.count < sliceSize) break
    }
    const isCut = count === maxPerPost && (await readSlice(db, copyId, { after, size: 1 })) !== undefined
    json.push(Buffer.from(`],${tail(account, { ...post, complete: post.complete && !isCut })}`))
    return { etag: etagOf(post, list), json, bytes: json.reduce((sum, part) => sum + part.length, 0) }
  })
}

function head({ platform, id, profileId }: CommentAccount, postId: string): string {
  const about = JSON.stringify({ platform, accountId: id, profileId, postId })
  return about.slice(0, -1)
}

function tail(
  account: CommentAccount,
  post: Pick<CommentPostRow, 'postId' | 'complete' | 'nextCursor' | 'syncedAt'>,
): string {
  const { complete, nextCursor: cursor, syncedAt } = post
  const nextCursor = complete ? null : nextCursorOf(account, post.postId, cursor)
  return JSON.stringify({ nextCursor, complete, syncedAt }).slice(1)
}

/**
 * Returns the `nextCursor` of a response, built from the network's cursor; null on the last page and for platforms
 * without cursors.
 */
export function nextCursorOf({ id, platform }: CommentAccount, postId: string, cursor: string | null): string | null {
  if (cursor === null || !supports('comments.cursor', platform)) return null
  return encodeCursor({ accountId: id, postId }, cursor)
}
