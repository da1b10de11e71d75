import { randomUUIDv7 } from 'node:crypto'
import {
  type CommentPostRow,
  changeCommentAccount,
  dropRanks,
  findCommentPost,
  listRecentPosts,
  lockCommentPushes,
  transaction,
  upsertCommentPosts,
} from '@carillon/database'
import type { PostSummary } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { type Caller, readNetwork } from './comments-port.ts'

/**
 * A post as it is stored. `isUnlisted` is set if the network does not list the post's comments, such as those of an ad:
 * only webhook events report them, and no read of them can show that one was deleted. `ofPost` is set if only webhook
 * events have named the post: the network's id of the post to which it belongs as a part, or its own id.
 */
type StoredSummary = PostSummary & { isUnlisted?: true; ofPost?: string }

/** Formats a post summary as JSON with its fields in a fixed order, so that equal summaries give equal strings. */
export const summaryText = (post: StoredSummary) =>
  JSON.stringify({
    id: post.id,
    caption: post.caption,
    thumbnailUrl: post.thumbnailUrl,
    permalink: post.permalink,
    publishedAt: post.publishedAt,
    commentsCount: post.commentsCount,
    ...(post.isUnlisted && { isUnlisted: true }),
    ...(post.ofPost !== undefined && { ofPost: post.ofPost }),
  })

/** Parses the post summary that a row of the table `comment_post` stores as JSON. */
export function summaryOf({ summary }: Pick<CommentPostRow, 'summary'>): StoredSummary {
  return JSON.parse(summary)
}

/**
 * Reads the account's newest posts from the network (as many as `recentPosts` of the capability matrix) and replaces
 * the account's stored list of recent posts with them. A stored report that the connection has no access to comments is
 * removed.
 * @throws ServiceError the error of the network, after which the stored list is unchanged
 */
export async function readRecentPosts(context: Context, caller: Caller): Promise<void> {
  const posts = await readNetwork(context, caller, (port, call) => port.recentPosts(call))
  const now = context.now()
  const { id: accountId } = caller.account
  const rows = posts.map((post, rank) => ({
    id: randomUUIDv7(),
    accountId: accountId,
    postId: post.id,
    rank,
    summary: summaryText(post),
    readAt: now,
  }))
  await transaction(context.db, async (tx) => {
    // Others that change several posts of the account take it first as well, so that none waits for another's posts.
    await lockCommentPushes(tx, accountId)
    const before = await listRecentPosts(tx, accountId)
    await upsertCommentPosts(tx, rows)
    await dropRanks(
      tx,
      accountId,
      rows.map(({ postId }) => postId),
    )
    const visible = before.length !== rows.length || rows.some(({ summary }, rank) => summary !== before[rank]?.summary)
    const read = { postsSyncedAt: now, postsRequestedAt: null, expiredAt: null }
    await changeCommentAccount(tx, accountId, read, { visible })
  })
}

/**
 * Returns the stored row of a post of the account. A post that is not stored is first read from the network and stored.
 * @param postId an id by which the network knows the post; the `postId` of the row is the one that the network itself
 *   uses, and may differ
 * @throws ServiceError `post_not_found` if the network does not have the post, `account_not_found` if the account was
 *   deleted meanwhile, or another error of the network
 */
export async function requirePost(context: Context, caller: Caller, postId: string): Promise<CommentPostRow> {
  const { id: accountId } = caller.account
  const known = await findCommentPost(context.db, { accountId, postId })
  if (known) return known
  const post = await readNetwork(context, caller, (port, call) => port.post(call, postId))
  const row = {
    accountId: accountId,
    postId: post.id,
    rank: null,
    summary: summaryText(post),
    readAt: context.now(),
  }
  await upsertCommentPosts(context.db, [{ id: randomUUIDv7(), ...row }])
  const stored = await findCommentPost(context.db, { accountId, postId: post.id })
  if (!stored) throw new ServiceError('account_not_found')
  return stored
}
