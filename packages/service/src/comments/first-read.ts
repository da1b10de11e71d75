import {
  type CopyHead,
  changeCommentPost,
  lockCommentPost,
  readCommentPost,
  transactionInTurn,
} from '@carillon/database'
import { asServiceError, ServiceError } from '@carillon/errors'
import { beforeAbort } from '../before-abort.ts'
import type { Context } from '../context.ts'
import { historyUntil } from './comment-events.ts'
import { type Caller, readNetwork, repeatedPage } from './comments-port.ts'
import { mergeComments } from './merge-comments.ts'
import { beginPass, leavePass, PassLostError, takePass, withLease } from './pass.ts'
import { passStep } from './pass-step.ts'
import { summaryOf } from './recent-posts.ts'
import { isThrottledByNetwork, pauseAccount, resumeAt } from './sync-comments.ts'

/**
 * Runs `work` once for all requests of this process with the same `key` at the same time. The work has a deadline of
 * its own (`READ_DEADLINE_MS`) and continues if clients disconnect; `signal` ends only the waiting of this caller.
 * @throws ServiceError `provider_error` if `signal` aborts first, or the error of `work`
 */
export function shared(
  { state, config }: Context,
  { key, signal }: { key: string; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const begin = () => work(AbortSignal.timeout(config.gateway.readDeadlineMs))
  return beforeAbort(signal, () => state.firstReads.share(key, begin))
}

const temporaryCodes: readonly string[] = ['provider_error', 'rate_limited', 'temporarily_unavailable']

/**
 * Reads and stores the newest page of comments of a post whose comments have not been read yet. Queues a job for the
 * rest if there are more pages or if the read takes too long or fails temporarily; not if another process is reading
 * the post. Concurrent requests of this process share the read. If the network throttles the account, the account's
 * background reads of comments are paused (`pauseAccount`).
 * @throws ServiceError `provider_error` if the caller's signal aborts first, `post_not_found` if the post is no longer
 *   stored, or the error of the network
 */
export function firstRead(context: Context, caller: Caller, post: CopyHead): Promise<void> {
  return shared(context, { key: post.id, signal: caller.signal }, async (signal) => {
    try {
      await readNewestPage(context, { ...caller, signal }, post)
    } catch (error) {
      if (isThrottledByNetwork(error)) await pauseAccount(context, caller.account.id)
      throw error
    }
  })
}

async function readNewestPage(context: Context, caller: Caller, post: CopyHead): Promise<void> {
  const run = await takePass(context, post.id, caller)
  if (!run) return readBesideOthers(context, caller, post)
  // Another process may have read it since.
  if (run.post.syncedAt !== null) return leavePass(run, run.post.requestedAt)
  try {
    const goesOn = await withLease(run, async () => {
      await beginPass(run)
      return passStep(run)
    })
    await (goesOn ? resumeAt(run, context.now()) : leavePass(run, null))
  } catch (error) {
    // A page with large threads can take longer than a client waits: the job reads it without that deadline.
    const isTemporary = caller.signal.aborted || temporaryCodes.includes(asServiceError(error).code)
    const goesOn = isTemporary && !(error instanceof PassLostError)
    await (goesOn ? resumeAt(run, context.now()) : leavePass(run, null)).catch(() => {})
    if (!(error instanceof PassLostError)) throw error
  }
}

/** Reads the newest page although another process is reading the post, as a client waits for it. */
async function readBesideOthers(context: Context, caller: Caller, post: CopyHead): Promise<void> {
  const syncedAt = context.now()
  const page = await readPage(context, caller, { post, cursor: null })
  await transactionInTurn(context.db, ['commentPost', post.id], async (tx) => {
    const locked = await lockCommentPost(tx, post.id)
    if (!locked || locked.syncedAt !== null) return
    await changeCommentPost(tx, post.id, { syncedAt, nextCursor: page.next }, { visible: true })
  })
}

/**
 * Reads one page of comments from the network and merges it into the post's stored comments, independently of a read of
 * all comments in progress. Returns the page's rows as they are after the merge (`rows`, as in `Merged`), the network's
 * cursor of the next page (`next`; null on the last page), and `complete` and `syncedAt` of the post's row.
 * @param post.id Carillon's id of the post's stored comments (`postCopyId`)
 * @param cursor the network's cursor; null for the newest page
 * @throws ServiceError `post_not_found` if the post is no longer stored, the error of `repeatedPage` if the network
 *   names this page as the next one, or the error of the network
 */
export async function readPage(
  context: Context,
  caller: Caller,
  { post, cursor }: { post: CopyHead; cursor: string | null },
) {
  const known = await readCommentPost(context.db, post.id)
  if (!known) throw new ServiceError('post_not_found')
  const query = { postId: known.postId, cursor, publishedAt: summaryOf(known).publishedAt }
  const page = await readNetwork(context, caller, (port, call) => port.page(call, query))
  // The client would be sent to this page again and again.
  if (page.next !== null && page.next === cursor) throw repeatedPage()
  return transactionInTurn(context.db, ['commentPost', post.id], async (tx) => {
    const locked = await lockCommentPost(tx, post.id)
    if (!locked) throw new ServiceError('post_not_found')
    const news = { since: historyUntil(locked), now: context.now() }
    const read = { comments: page.comments, start: known.version, pass: null, news }
    const { rows, visible } = await mergeComments(tx, locked, read)
    if (visible) await changeCommentPost(tx, post.id, {}, { visible })
    return { rows, next: page.next, complete: locked.complete, syncedAt: locked.syncedAt }
  })
}
