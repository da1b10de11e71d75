import { randomUUID } from 'node:crypto'
import { changeCommentAccount } from '@carillon/database'
import type { Context } from '../context.ts'
import { readRecentPosts } from './recent-posts.ts'
import { requestableAt } from './refresh-requests.ts'
import { accountForWork, isThrottledByNetwork, pauseAccount } from './sync-comments.ts'

/** Pause after a failure, in which the list stays as it is. */
const failureMs = 60_000

/** The job that refreshes the list of an account's recent posts. */
export async function refreshPosts(context: Context, accountId: string, signal: AbortSignal): Promise<void> {
  const account = await accountForWork(context, accountId)
  if (!account) return
  try {
    await readRecentPosts(context, { account, requestId: `posts-${randomUUID()}`, signal, use: 'background' })
  } catch (error) {
    context.log.warn({ task: 'comments.posts', accountId, err: error }, 'posts not read')
    const until = isThrottledByNetwork(error)
      ? await pauseAccount(context, accountId)
      : new Date(context.now().getTime() + failureMs)
    await changeCommentAccount(context.db, accountId, { postsRequestedAt: requestableAt(until) })
  }
}
