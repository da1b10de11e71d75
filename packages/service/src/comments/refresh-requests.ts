import {
  type CopyHead,
  changeCommentPost,
  claimAccountRequest,
  claimRefreshRequest,
  type PostList,
} from '@carillon/database'
import { capabilities } from '@carillon/domain'
import type { Context } from '../context.ts'
import { queueJob } from '../queue/job-rows.ts'
import { type CommentAccount, type CommentPlatform, ownerOf } from './comments-port.ts'

/** The time in ms for which a requested refresh prevents further requests for it if its job never ends. */
const requestMs = 10 * 60_000
/** The maximum time in ms for which a refresh is postponed after a failure. */
const maxAheadMs = 24 * 60 * 60_000
const noteEveryMs = 60 * 60_000

/**
 * Makes a request for a refresh, unless this process is already making one with the same `key`; it then returns at
 * once.
 */
async function once({ state }: Context, key: string, request: () => Promise<void>): Promise<void> {
  if (!state.refreshRequests.has(key)) await state.refreshRequests.share(key, request)
}

/** Returns the age in ms from which a copy is refreshed when a client reads it. */
function staleAfterMs(context: Context, platform: CommentPlatform): number {
  const seconds = context.config.comments.staleAfterSeconds
  return (seconds ?? capabilities['comments.list'].cells[platform].staleAfterSeconds) * 1000
}

/**
 * Returns whether stored comments or posts that were current at `syncedAt` have to be refreshed, because they are older
 * than `COMMENTS_STALE_AFTER_SECONDS` or, if that is not set, the platform's own limit. Always true for null, which
 * means that they have never been read.
 */
export function isStale(context: Context, platform: CommentPlatform, syncedAt: Date | null): boolean {
  // A time of the future is from before the clock was put back.
  return syncedAt === null || Math.abs(context.now().getTime() - syncedAt.getTime()) >= staleAfterMs(context, platform)
}

/** Returns the latest time at which a refresh can have been requested or be postponed to. */
const aheadOf = (now: Date): Date => new Date(now.getTime() + maxAheadMs)

/**
 * Returns whether a refresh that was requested at `requestedAt` is already queued, or was postponed after a failure;
 * false for null, and for more than a day ahead: the clock has been put back since.
 */
function isAsked(now: Date, requestedAt: Date | null): boolean {
  return requestedAt !== null && requestedAt >= requestableAt(now) && requestedAt <= aheadOf(now)
}

/**
 * Returns the time to store in the column `requestedAt`, ten minutes before `at`. A refresh counts as requested for ten
 * minutes after that column's time, so no new one is queued before `at`.
 */
export function requestableAt(at: Date): Date {
  return new Date(at.getTime() - requestMs)
}

/**
 * Queues a job that refreshes a post's stored comments if they are stale or only partly read. Does nothing if a refresh
 * is already queued or in progress, or was postponed after a failure.
 */
export async function requestRefresh(context: Context, account: CommentAccount, post: CopyHead): Promise<void> {
  const now = context.now()
  const isDue = post.passKind !== null || isStale(context, account.platform, post.syncedAt)
  if (!isDue || isAsked(now, post.requestedAt)) return
  await once(context, post.id, async () => {
    const request = { now, before: requestableAt(now), after: aheadOf(now) }
    if (await claimRefreshRequest(context.db, post.id, request)) {
      await queueJob(context.db, 'comments.sync', { id: post.id, owner: ownerOf(account) })
    }
  })
}

/**
 * Queues a job that refreshes the account's list of posts if the list is stale. Does nothing if a refresh is already
 * queued or was postponed after a failure.
 */
export async function requestPosts(context: Context, account: CommentAccount, known: PostList): Promise<void> {
  const { id, platform } = account
  const now = context.now()
  if (!isStale(context, platform, known.postsSyncedAt) || isAsked(now, known.postsRequestedAt)) return
  await once(context, `posts:${id}`, async () => {
    const request = { column: 'postsRequestedAt', now, before: requestableAt(now), after: aheadOf(now) } as const
    if (!(await claimAccountRequest(context.db, id, request))) return
    await queueJob(context.db, 'comments.posts', { id, owner: ownerOf(account) })
  })
}

/**
 * Queues a job that reads the newest comments of all posts of an account, on platforms that can list them, at most once
 * per `newestEverySeconds` of the capability matrix.
 */
export async function requestNewest(context: Context, account: CommentAccount, known: PostList): Promise<void> {
  const { id, platform } = account
  const cell = capabilities['comments.list'].cells[platform]
  if (!('newestEverySeconds' in cell)) return
  const now = context.now()
  const before = new Date(now.getTime() - cell.newestEverySeconds * 1000)
  const at = known.newestRequestedAt
  if (at !== null && at >= before && at <= aheadOf(now)) return
  await once(context, `newest:${id}`, async () => {
    const request = { column: 'newestRequestedAt', now, before, after: aheadOf(now) } as const
    if (!(await claimAccountRequest(context.db, id, request))) return
    await queueJob(context.db, 'comments.newest', { id, owner: ownerOf(account) })
  })
}

/**
 * Records, at most once an hour, that a client has read the stored comments of a post, so that retention does not purge
 * them.
 */
export async function touchCopy(context: Context, post: CopyHead): Promise<void> {
  const now = context.now()
  if (now.getTime() - post.readAt.getTime() < noteEveryMs) return
  const read = { readAt: now }
  await once(context, `read:${post.id}`, () => changeCommentPost(context.db, post.id, read, { visible: false }))
}
