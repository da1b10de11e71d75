import { randomUUID } from 'node:crypto'
import {
  type CommentPostRow,
  changeCommentAccount,
  changeCommentPost,
  commentAccount,
  findAccountForWorker,
  readCommentPost,
  transaction,
} from '@carillon/database'
import { supports } from '@carillon/domain'
import { asServiceError, type ErrorCode } from '@carillon/errors'
import { ProviderError } from '@carillon/providers'
import type { Context } from '../context.ts'
import { isPushed } from '../push/is-pushed.ts'
import { queueJob } from '../queue/job-rows.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { type CommentAccount, ownerOf, withComments } from './comments-port.ts'
import { forgetPost } from './forget-post.ts'
import {
  beginPass,
  isSettling,
  leavePass,
  PassLostError,
  type PassRun,
  releaseLease,
  settleMs,
  takePass,
  withLease,
} from './pass.ts'
import { passStep } from './pass-step.ts'
import { summaryOf } from './recent-posts.ts'
import { isStale, requestableAt } from './refresh-requests.ts'

/** The time in ms for which background calls of an account pause after the network itself has throttled it. */
const pauseMs = 5 * 60_000
/** The pause in ms after a temporary failure of the network. */
const failureMs = 30_000
/** The age in ms of a pass from which it is not continued after a temporary failure, unless a client reads. */
const maxRepeatMs = 45 * 60_000
/** The maximum number of immediate restarts of one pass because the network no longer accepts its cursor. */
const maxRestarts = 3
/** The maximum pause in ms before a further restart; each is twice as long as the one before. */
const maxRestartPauseMs = 45 * 60_000

/**
 * Reads the account of a background job about comments; undefined if the account is deleted or expired or its platform
 * has no comments, so that there is nothing to do.
 */
export async function accountForWork(context: Context, accountId: string): Promise<CommentAccount | undefined> {
  const account = await findAccountForWorker(context.db, accountId)
  if (!account || account.status === 'expired' || !supports('comments.list', account.platform)) return undefined
  return withComments(account)
}

/**
 * Job: refreshes Carillon's copy of a post's comments by a pass (a read over many calls), or continues an unfinished
 * pass. Reads nothing if the copy is neither stale nor requested, for a post whose comments the network does not list,
 * and for a deleted or expired account. Deletes the copy if the network no longer has the post. Failures of the network
 * are logged; the job queues its own continuation where one is needed.
 * @param copyId Carillon's id of the stored comments of the post
 * @throws the error of the database
 */
export async function syncComments(context: Context, copyId: string, signal: AbortSignal): Promise<void> {
  const post = await readCommentPost(context.db, copyId)
  if (!post || summaryOf(post).isUnlisted) return
  const account = await accountForWork(context, post.accountId)
  // A request that stays would prevent others for ten minutes, also once the account is connected again.
  if (!account) return changeCommentPost(context.db, copyId, { requestedAt: null }, { visible: false })
  const pausedUntil = await pauseEnd(context, account.id)
  if (pausedUntil !== null)
    return queueJob(context.db, 'comments.sync', { id: copyId, runAt: pausedUntil, owner: ownerOf(account) })
  if (isSettling(post, context.now())) {
    const runAt = later(context, settleMs)
    return queueJob(context.db, 'comments.sync', { id: copyId, runAt, owner: ownerOf(account) })
  }
  const caller = { account, requestId: `sync-${randomUUID()}`, signal, use: 'background' as const }
  const run = await takePass(context, copyId, caller)
  if (!run) return resumeAfterLease(context, copyId, account)
  const hasDied = post.leaseBy !== null
  await withLease(run, async () => {
    if (hasDied && isRequestedSince(run.post, run.post.passStartedAt)) await restart(run)
    await goOn(run)
  }).catch((error: unknown) => afterFailure(run, error))
}

/** Returns whether a refresh has been requested since `at`; false for null. */
function isRequestedSince({ requestedAt }: CommentPostRow, at: Date | null): boolean {
  return at !== null && requestedAt !== null && requestedAt > at
}

/**
 * Has an unfinished pass begin again. If its process died, a request that was made meanwhile is not known to that
 * process, and the pages that it read may be older than what the request is about.
 */
async function restart(run: PassRun): Promise<void> {
  if (run.post.passKind !== null) await beginPass(run, { restarts: run.post.passRestarts + 1 })
}

/**
 * Queues the job again for one second after the end of the lease that another process has on the post's comments, in
 * case that process has crashed.
 */
async function resumeAfterLease(context: Context, copyId: string, account: CommentAccount): Promise<void> {
  const post = await readCommentPost(context.db, copyId)
  if (!post) return
  const end = post.leaseUntil ?? context.now()
  const runAt = new Date(end.getTime() + 1_000)
  await queueJob(context.db, 'comments.sync', { id: copyId, runAt, owner: ownerOf(account) })
}

async function goOn(run: PassRun): Promise<void> {
  const { context, caller } = run
  if (run.post.passKind === null) {
    const { syncedAt } = run.post
    if (!isRequestedSince(run.post, syncedAt) && !isStale(context, caller.account.platform, syncedAt))
      return leavePass(run, null)
    await beginPass(run)
  }
  do {
    if (caller.signal.aborted) return resumeAt(run, context.now())
  } while (await passStep(run))
  await leavePass(run, null)
  context.log.info({ task: 'comments.sync', accountId: caller.account.id, count: run.post.passRows }, 'comments copied')
}

/**
 * Releases the lease on a post's stored comments and queues a job that continues reading them at `at` from the stored
 * cursor, or from the beginning if a refresh was requested meanwhile. No other refresh is queued for ten minutes from
 * `at`.
 */
export async function resumeAt(run: PassRun, at: Date): Promise<void> {
  const { context, post } = run
  await transaction(context.db, async (tx) => {
    await releaseLease(tx, run, at)
    await queueJob(tx, 'comments.sync', { id: post.id, runAt: at, owner: ownerOf(run.caller.account) })
  })
}

function later(context: Context, ms: number): Date {
  return new Date(context.now().getTime() + ms)
}

/**
 * Returns whether the network itself has throttled the account. False if Carillon's own quota or rate limit rejected
 * the call.
 */
export function isThrottledByNetwork(error: unknown): boolean {
  return error instanceof ProviderError && error.code === 'rate_limited' && error.outcome === 'rejected'
}

/** Returns when the pause of an account's background reads (`pauseAccount`) ends; null if they are not paused. */
export async function pauseEnd(context: Context, accountId: string): Promise<Date | null> {
  const { pausedUntil } = await commentAccount(context.db, accountId)
  return pausedUntil !== null && pausedUntil > context.now() ? pausedUntil : null
}

/** Pauses the background reads of an account's comments and posts for five minutes. Returns the end of the pause. */
export async function pauseAccount(context: Context, accountId: string): Promise<Date> {
  const until = later(context, pauseMs)
  await commentAccount(context.db, accountId)
  await changeCommentAccount(context.db, accountId, { pausedUntil: until })
  return until
}

const deadCursorCodes: readonly string[] = ['provider_error', 'provider_rejected', 'invalid_request']

function isDeadCursor(run: PassRun, error: unknown): boolean {
  const isRejected = error instanceof ProviderError && error.outcome === 'rejected'
  return run.post.passCursor !== null && isRejected && deadCursorCodes.includes(error.code)
}

/**
 * Handles an error of a pass: ends it, restarts it or queues its continuation. The stored comments are kept for further
 * responses, except those of a post that the network no longer has, which are deleted with it.
 * @throws the error, if the database failed
 */
async function afterFailure(run: PassRun, error: unknown): Promise<void> {
  if (error instanceof PassLostError) return
  const { context, caller, post } = run
  if (isStorageFailure(error)) {
    await leavePass(run, post.requestedAt).catch(() => {})
    throw error
  }
  const { code, retryAfter } = asServiceError(error)
  const accountId = caller.account.id
  context.log.warn({ task: 'comments.sync', accountId, err: error }, 'comments not copied')
  if (caller.signal.aborted) return resumeAt(run, context.now())
  if (isDeadCursor(run, error)) {
    await beginPass(run, { restarts: post.passRestarts + 1 })
    const beyond = post.passRestarts - maxRestarts
    if (beyond < 0) return resumeAt(run, context.now())
    const waitMs = Math.min(failureMs * 2 ** beyond, maxRestartPauseMs)
    const isRepeated = waitMs < maxRestartPauseMs && isPushed(context, caller.account.platform)
    return leaveFor(run, { waitMs, repeatMs: isRepeated ? waitMs : null })
  }
  switch (code) {
    case 'post_not_found':
      return forgetPost(run)
    case 'connection_expired':
      await commentAccount(context.db, accountId)
      await changeCommentAccount(context.db, accountId, { expiredAt: caller.account.updatedAt })
      return leavePass(run, null)
    case 'rate_limited':
      if (isThrottledByNetwork(error)) return resumeAt(run, await pauseAccount(context, accountId))
      return resumeAt(run, later(context, (retryAfter ?? 60) * 1000))
    case 'quota_exhausted':
      return leavePass(run, requestableAt(later(context, (retryAfter ?? 3600) * 1000)))
    default:
      return leaveFor(run, { waitMs: failureMs, repeatMs: repeatAfterMs(run, code) })
  }
}

const temporaryCodes: readonly ErrorCode[] = ['provider_error', 'temporarily_unavailable']

/**
 * Returns the time in ms after which a pass that failed with a code is continued although no client reads the comments.
 * It doubles from 30 seconds on. Null if the pass is not continued, because the failure is not temporary, webhook
 * events do not report comments of the platform, or the pass began 45 minutes ago or earlier.
 */
function repeatAfterMs({ context, caller, post }: PassRun, code: ErrorCode): number | null {
  const { passKind, passStartedAt } = post
  const isTemporary = temporaryCodes.includes(code) && isPushed(context, caller.account.platform)
  if (!isTemporary || passKind === null || passStartedAt === null) return null
  const ageMs = context.now().getTime() - passStartedAt.getTime()
  return ageMs < maxRepeatMs ? Math.max(failureMs, ageMs) : null
}

/**
 * Releases the lease after a failure of the network: clients can request a further read after `waitMs`. With
 * `repeatMs`, a job continues the pass after this time although no client reads: pushed changes may have requested it,
 * and are not pushed again. Null if none does.
 */
async function leaveFor(
  run: PassRun,
  { waitMs, repeatMs }: { waitMs: number; repeatMs: number | null },
): Promise<void> {
  const { context, post } = run
  const requestedAt = requestableAt(later(context, waitMs))
  if (repeatMs === null) return leavePass(run, requestedAt)
  const job = { id: post.id, runAt: later(context, repeatMs), owner: ownerOf(run.caller.account) }
  await transaction(context.db, async (tx) => {
    // A request that was made since has queued the job, for an earlier time.
    if (await releaseLease(tx, run, requestedAt)) await queueJob(tx, 'comments.sync', job)
  })
}
