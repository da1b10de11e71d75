import { randomUUID } from 'node:crypto'
import { changeCommentAccount } from '@carillon/database'
import type { Context } from '../context.ts'
import { readRecentPosts } from './recent-posts.ts'
import { requestableAt } from './refresh-requests.ts'
import { accountForWork, isThrottledByNetwork, pauseAccount, pauseEnd } from './sync-comments.ts'

/** The time in ms after a failure during which the list of posts is not read again. */
const failureMs = 60_000

/**
 * Job: reads the account's newest posts from the network and replaces its stored list of recent posts. After a failure,
 * which is logged, the list is not requested again for a minute or, if the network has throttled the account, until the
 * end of the pause of its background reads (`pauseAccount`). Reads nothing during such a pause, and for a deleted or
 * expired account.
 */
export async function refreshPosts(context: Context, accountId: string, signal: AbortSignal): Promise<void> {
  const account = await accountForWork(context, accountId)
  // As in `syncComments`: a request that stays would prevent others.
  if (!account) return changeCommentAccount(context.db, accountId, { postsRequestedAt: null })
  const requestAgainAt = (at: Date) =>
    changeCommentAccount(context.db, accountId, { postsRequestedAt: requestableAt(at) })
  const pausedUntil = await pauseEnd(context, accountId)
  if (pausedUntil !== null) return requestAgainAt(pausedUntil)
  try {
    await readRecentPosts(context, { account, requestId: `posts-${randomUUID()}`, signal, use: 'background' })
  } catch (error) {
    context.log.warn({ task: 'comments.posts', accountId, err: error }, 'posts not read')
    await requestAgainAt(
      isThrottledByNetwork(error)
        ? await pauseAccount(context, accountId)
        : new Date(context.now().getTime() + failureMs),
    )
  }
}
