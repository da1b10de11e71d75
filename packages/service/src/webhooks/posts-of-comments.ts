import { randomUUIDv7 } from 'node:crypto'
import {
  type CommentPostRow,
  findCommentPost,
  findComments,
  lockCommentPushes,
  transaction,
  upsertCommentPosts,
} from '@carillon/database'
import { asServiceError } from '@carillon/errors'
import type { CommentChange } from '@carillon/providers'
import { type Caller, readNetwork } from '../comments/comments-port.ts'
import { summaryOf, summaryText } from '../comments/recent-posts.ts'
import { accountForWork, isThrottledByNetwork, pauseAccount, pauseEnd } from '../comments/sync-comments.ts'
import type { Context } from '../context.ts'
import { isStorageFailure } from '../storage-failure.ts'

type Written = Extract<CommentChange, { kind: 'written' }>

/** The maximum number of comments of one post that are read, since each may have been deleted meanwhile. */
const maxReads = 3
/** The time in ms that the reads for a batch of webhook events may take in all: other events wait for them. */
const batchMs = 2000
/** The time in ms for which a process reads no posts after a batch has used up its time. */
const pauseMs = 30_000

/** Returns a signal that aborts the reads for a batch of webhook events after two seconds. */
export const batchDeadline = (): AbortSignal => AbortSignal.timeout(batchMs)

/**
 * Returns the changes with the ids of the posts of new comments: an event may name a part of the post instead, such as
 * an image of an album. An unknown part costs one call to the network for all of its comments, or up to three if the
 * network no longer has some, and is then stored. If the post cannot be read (the calls fail or are aborted by
 * `deadline`, reads are paused, or the account has expired), the id of the part stays; a later read of the post's
 * comments moves them to the post.
 * @param deadline the deadline of the batch of webhook events, from `batchDeadline`
 * @throws the error of the database
 */
export async function withPosts(
  context: Context,
  { accountId, changes, deadline }: { accountId: string; changes: readonly CommentChange[]; deadline: AbortSignal },
): Promise<readonly CommentChange[]> {
  const named = changes.filter((change): change is Written => change.kind === 'written' && change.mayBePart === true)
  if (named.length === 0) return changes
  const posts = await findPosts(context, { accountId, changes: named, deadline })
  return changes.map((change) => {
    if (change.kind !== 'written') return change
    const { comment } = change
    return { ...change, comment: { ...comment, mediaId: posts.get(comment.mediaId) ?? comment.mediaId } }
  })
}

/** Returns the changes without those whose post is known: of stored comments, and of replies to stored comments. */
async function withoutStored(context: Context, accountId: string, named: readonly Written[]): Promise<Written[]> {
  const idsOf = ({ comment: { id, parentId } }: Written) => (parentId === null ? [id] : [id, parentId])
  const stored = await findComments(context.db, accountId, named.flatMap(idsOf))
  return named.filter((change) => !idsOf(change).some((id) => stored.has(id)))
}

/** Returns the ids of the posts, keyed by the ids in the events; those that could not be found are missing. */
async function findPosts(
  context: Context,
  { accountId, changes, deadline }: { accountId: string; changes: readonly Written[]; deadline: AbortSignal },
): Promise<Map<string, string>> {
  const posts = new Map<string, string>()
  const unknown: Written[] = []
  for (const [namedId, ofOne] of Map.groupBy(changes, ({ comment }) => comment.mediaId)) {
    const known = knownPost(await findCommentPost(context.db, { accountId, postId: namedId }))
    if (known === undefined) unknown.push(...ofOne)
    else posts.set(namedId, known)
  }
  const unplaced = unknown.length > 0 ? await withoutStored(context, accountId, unknown) : []
  const caller = unplaced.length > 0 ? await callerFor(context, accountId, deadline) : undefined
  if (!caller) return posts
  try {
    for (const [namedId, ofOne] of Map.groupBy(unplaced, ({ comment }) => comment.mediaId)) {
      const postId = await readPostId(context, caller, ofOne)
      if (postId === null) continue
      await storePart(context, accountId, { namedId, postId })
      posts.set(namedId, postId)
    }
  } catch (error) {
    if (isStorageFailure(error)) throw error
    if (deadline.aborted) context.state.postReads.pausedUntil = context.now().getTime() + pauseMs
    context.log.warn({ accountId, err: error }, 'posts of pushed comments not read')
    if (isThrottledByNetwork(error)) await pauseAccount(context, accountId)
  }
  return posts
}

/** Returns the id of the post to which a stored post belongs as a part, or its own; undefined if neither is known. */
function knownPost(row: CommentPostRow | undefined): string | undefined {
  if (!row) return undefined
  const { ofPost, permalink } = summaryOf(row)
  // Only lists and reads of whole posts have brought a permalink: that of an event is null, as is that of an image.
  return ofPost ?? (permalink === null && row.rank === null ? undefined : row.postId)
}

/** Returns the caller of background reads; undefined if the account cannot be read now. */
async function callerFor(context: Context, accountId: string, signal: AbortSignal): Promise<Caller | undefined> {
  if (signal.aborted || context.state.postReads.pausedUntil > context.now().getTime()) return undefined
  const account = await accountForWork(context, accountId)
  if (!account || (await pauseEnd(context, accountId)) !== null) return undefined
  return { account, requestId: `post-of-${accountId}`, signal, use: 'background' }
}

/** Reads on which post the comments are; null if the network knows none of them any more. */
async function readPostId(context: Context, caller: Caller, comments: readonly Written[]): Promise<string | null> {
  for (const { commentId } of comments.slice(0, maxReads)) {
    try {
      return await readNetwork(context, caller, async (port, call) => (await port.postOf?.(call, commentId)) ?? null)
    } catch (error) {
      if (asServiceError(error).code !== 'comment_not_found') throw error
    }
  }
  return null
}

/** Stores that an id that events contain is that of a post, or of a part of the post `postId`. */
async function storePart(
  context: Context,
  accountId: string,
  { namedId, postId }: { namedId: string; postId: string },
): Promise<void> {
  const rest = { caption: null, thumbnailUrl: null, permalink: null, publishedAt: null, commentsCount: null }
  const summary = summaryText({ id: namedId, ...rest, ofPost: postId })
  const row = { id: randomUUIDv7(), accountId, postId: namedId, rank: null, summary, readAt: context.now() }
  await transaction(context.db, async (tx) => {
    await lockCommentPushes(tx, accountId)
    const stored = await findCommentPost(tx, { accountId, postId: namedId })
    if (knownPost(stored) === undefined) await upsertCommentPosts(tx, [row])
  })
}
