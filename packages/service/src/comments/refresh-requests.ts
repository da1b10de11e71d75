import { type CopyHead, claimAccountRequest, claimRefreshRequest, markRead, type PostList } from '@carillon/database'
import { capabilities } from '@carillon/domain'
import type { Context } from '../context.ts'
import { queueJob } from '../queue/job-rows.ts'
import { type CommentAccount, type CommentPlatform, ownerOf } from './comments-port.ts'

/** How long a request for a refresh prevents further requests for the same refresh if its job never ends. */
const requestMs = 10 * 60_000
const noteEveryMs = 60 * 60_000

/** Makes a request unless this process is making the same one: its other readers do not wait for it. */
async function once({ state }: Context, key: string, request: () => Promise<void>): Promise<void> {
  if (!state.refreshRequests.has(key)) await state.refreshRequests.share(key, request)
}

/** The age in milliseconds from which a copy is refreshed when it is read. */
function staleAfterMs(context: Context, platform: CommentPlatform): number {
  const seconds = context.config.comments.staleAfterSeconds
  return (seconds ?? capabilities['comments.list'].cells[platform].staleAfterSeconds) * 1000
}

/** Whether a copy that was current at `syncedAt` must be refreshed. A copy that was never complete (null) is stale. */
export function isStale(context: Context, platform: CommentPlatform, syncedAt: Date | null): boolean {
  return syncedAt === null || context.now().getTime() - syncedAt.getTime() >= staleAfterMs(context, platform)
}

/** Whether the refresh is already queued, or failed recently. */
function isAsked(now: Date, requestedAt: Date | null): boolean {
  return requestedAt !== null && requestedAt.getTime() >= now.getTime() - requestMs
}

/** The request time to store so that no new refresh is queued before `at`. */
export function requestableAt(at: Date): Date {
  return new Date(at.getTime() - requestMs)
}

/** Queues a refresh of a post's copy if the copy is stale or was only partly read, and no refresh is queued. */
export async function requestRefresh(context: Context, account: CommentAccount, post: CopyHead): Promise<void> {
  const now = context.now()
  const isDue = post.passKind !== null || isStale(context, account.platform, post.syncedAt)
  if (!isDue || isAsked(now, post.requestedAt)) return
  await once(context, post.id, async () => {
    const before = requestableAt(now)
    if (await claimRefreshRequest(context.db, post.id, { now, before })) {
      await queueJob(context.db, 'comments.sync', { id: post.id, owner: ownerOf(account) })
    }
  })
}

/** Queues a refresh of the account's list of posts if it is stale and no refresh is queued. */
export async function requestPosts(context: Context, account: CommentAccount, known: PostList): Promise<void> {
  const { id, platform } = account
  const now = context.now()
  if (!isStale(context, platform, known.postsSyncedAt) || isAsked(now, known.postsRequestedAt)) return
  await once(context, `posts:${id}`, async () => {
    const request = { column: 'postsRequestedAt', now, before: requestableAt(now) } as const
    if (!(await claimAccountRequest(context.db, id, request))) return
    await queueJob(context.db, 'comments.posts', { id, owner: ownerOf(account) })
  })
}

/**
 * Queues a read of the newest comments of all posts, on networks with such a list, at most as often as the capability's
 * `newestEverySeconds`.
 */
export async function requestNewest(context: Context, account: CommentAccount, known: PostList): Promise<void> {
  const { id, platform } = account
  const cell = capabilities['comments.list'].cells[platform]
  if (!('newestEverySeconds' in cell)) return
  const now = context.now()
  const before = new Date(now.getTime() - cell.newestEverySeconds * 1000)
  if (known.newestRequestedAt !== null && known.newestRequestedAt >= before) return
  await once(context, `newest:${id}`, async () => {
    const request = { column: 'newestRequestedAt', now, before } as const
    if (!(await claimAccountRequest(context.db, id, request))) return
    await queueJob(context.db, 'comments.newest', { id, owner: ownerOf(account) })
  })
}

/** Records that a copy was read, so that it is not purged. */
export async function touchCopy(context: Context, post: CopyHead): Promise<void> {
  const now = context.now()
  if (now.getTime() - post.readAt.getTime() < noteEveryMs) return
  await once(context, `read:${post.id}`, () => markRead(context.db, post.id, now))
}
