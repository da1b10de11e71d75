import { createHash, randomUUID } from 'node:crypto'
import {
  type CommentPostChanges,
  type CommentPostRow,
  changeCommentPost,
  claimPass,
  closeThreads,
  extendPass,
  lockCommentPost,
  releasePass,
  type Tx,
  transaction,
} from '@carillon/database'
import type { Context } from '../context.ts'
import { leaseWithHeartbeat } from '../lease-with-heartbeat.ts'
import { type Caller, repeatedPage } from './comments-port.ts'

/** The time in ms after which a pass without a heartbeat can be taken over by another process. */
const leaseMs = 60_000
const heartbeatMs = 20_000

/**
 * The age in ms of the latest complete pass from which the next pass is complete again, so that deletions are noticed.
 */
const fullEveryMs = 45 * 60_000
/** Posts whose last complete pass took at most this many pages are always read completely. */
const fewPages = 5

/**
 * Thrown if another process has taken over reading the post's comments, or they were deleted. This process has to stop
 * without storing anything.
 */
export class PassLostError extends Error {
  override readonly name = 'PassLostError'
}

/**
 * A pass (one read of all or the newest comments of a post from the network into Carillon's copy, over many calls)
 * carried out by this process.
 */
export interface PassRun {
  context: Context
  caller: Caller
  /** A random id that identifies the holder of the lease. */
  by: string
  /** The time of the refresh request that this process serves (`requestedAt` of the post); null if there is none. */
  known: Date | null
  post: CommentPostRow
  /** The hashes of the cursors that this process has read from the network since it took the lease. */
  cursors: Set<string>
}

/** The maximum number of cursors that a process follows under one lease: 44 bytes of memory each. */
const maxCursors = 10_000

/**
 * Records that the pass continues at `place`, the network's cursor with the list that it belongs to.
 * @throws ProviderError `invalid_request` with the outcome `rejected`, as for a cursor that the network does not
 *   accept, if this process has followed the same cursor or 10,000 other cursors since it took the lease: cursors that
 *   lead to no end would otherwise be followed forever
 */
export function followCursor({ cursors }: PassRun, place: string): void {
  const hash = createHash('sha256').update(place).digest('base64')
  if (cursors.has(hash) || cursors.size >= maxCursors) throw repeatedPage()
  cursors.add(hash)
}

/** The time in ms after which a network is assumed to return what its last webhook event reported. */
export const settleMs = 2_000

/**
 * Returns whether the requested read of a post's comments has to begin later than `now`, by at most `settleMs`, because
 * the network may not return yet what a webhook event reported. A pass that begins earlier does not serve the request.
 */
export function isSettling({ requestedAt }: Pick<CommentPostRow, 'requestedAt'>, now: Date): boolean {
  const left = requestedAt === null ? 0 : requestedAt.getTime() - now.getTime()
  return left > 0 && left <= settleMs
}

/**
 * Takes the lease on a post's stored comments for this process, so that no other process reads them at the same time;
 * undefined if another process holds it or no stored comments have this id. The lease lasts 60 s: do the work in
 * `withLease`, and release the lease with `leavePass` or `resumeAt`.
 */
export async function takePass(context: Context, postCopyId: string, caller: Caller): Promise<PassRun | undefined> {
  const by = randomUUID()
  const now = context.now()
  const post = await claimPass(context.db, postCopyId, { by, now, until: new Date(now.getTime() + leaseMs) })
  const known = post && !isSettling(post, now) ? post.requestedAt : null
  return post && { context, caller, by, known, post, cursors: new Set() }
}

/**
 * Runs `work`, extends the lease on the post's stored comments every 20 s meanwhile, and returns the result of `work`.
 * If the lease is lost, `work` is not interrupted, but its next `beginPass` or `passStep` stores nothing and throws
 * `PassLostError`. The lease is not released at the end.
 */
export function withLease<T>(run: PassRun, work: () => Promise<T>): Promise<T> {
  const { context, by, post } = run
  const heartbeat = {
    everyMs: heartbeatMs,
    extend: () => extendPass(context.db, post.id, { by, until: new Date(context.now().getTime() + leaseMs) }),
    about: { accountId: post.accountId },
  }
  return leaseWithHeartbeat(context, heartbeat, work)
}

/**
 * Releases the lease on a post's stored comments, if this process still holds it, and stores `requestedAt`. A refresh
 * counts as requested at that time, so that no other is queued for a while (`requestableAt`); null allows one at once.
 * A request that was made since the lease was taken is kept instead: an unfinished pass (a read of the comments) then
 * begins again, as it may have missed the reason of that request. Returns true if the lease was released and no such
 * request was kept.
 */
export async function releaseLease(tx: Tx, run: PassRun, requestedAt: Date | null): Promise<boolean> {
  const { context, by, known } = run
  const post = await lockCommentPost(tx, run.post.id)
  if (post?.leaseBy !== by) return false
  const isRequested = post.requestedAt?.getTime() !== known?.getTime()
  if (isRequested) await restartPass(tx, post, context.now())
  await releasePass(tx, post.id, { by, known, requestedAt })
  return !isRequested
}

/** Calls `releaseLease` with these arguments in a transaction of its own. */
export async function leavePass(run: PassRun, requestedAt: Date | null): Promise<void> {
  await transaction(run.context.db, (tx) => releaseLease(tx, run, requestedAt))
}

/** Returns whether a process holds the lease on a post's stored comments at `now`. */
export function isLeased({ leaseBy, leaseUntil }: CommentPostRow, now: Date): boolean {
  return leaseBy !== null && leaseUntil !== null && leaseUntil >= now
}

/**
 * Has the pass over a post's comments, all or the newest, begin again at the newest ones. Does nothing if none has
 * begun. The transaction must have locked the row of the post.
 */
export async function restartPass(tx: Tx, post: CommentPostRow, now: Date): Promise<void> {
  if (post.passKind === null) return
  await closeThreads(tx, post.id)
  const changes = begun(post, { passKind: post.passKind, passRestarts: post.passRestarts + 1, passStartedAt: now })
  await changeCommentPost(tx, post.id, changes, { visible: false })
}

/** Returns the changes of a post's row with which a pass over its comments begins. */
function begun(
  post: CommentPostRow,
  pass: Pick<CommentPostRow, 'passKind' | 'passRestarts' | 'passStartedAt'>,
): CommentPostChanges {
  return {
    ...pass,
    pass: post.pass + 1,
    passStage: 'pages',
    passCursor: null,
    passVersion: post.version,
    passPages: 0,
    passRows: 0,
  }
}

/**
 * Changes the copy (a post's stored comments) if this process still holds the lease on it, and sets `run.post` to its
 * new row. `visible` of the result of `work` says whether responses to clients change.
 * @throws PassLostError
 */
export async function changePass(
  run: PassRun,
  work: (tx: Tx, post: CommentPostRow) => Promise<{ changes: CommentPostChanges; visible: boolean }>,
): Promise<void> {
  const { context, by } = run
  run.post = await transaction(context.db, async (tx) => {
    const post = await lockCommentPost(tx, run.post.id)
    if (!post || post.leaseBy !== by) throw new PassLostError(`post ${run.post.id} is read by another process`)
    const { changes, visible } = await work(tx, post)
    await changeCommentPost(tx, post.id, changes, { visible })
    return { ...post, ...changes, version: visible ? post.version + 1 : post.version }
  })
}

function kindOfPass(context: Context, post: CommentPostRow): 'full' | 'newest' {
  const { fullAt: last, fullPages: pages } = post
  if (last === null || pages <= fewPages) return 'full'
  return Math.abs(context.now().getTime() - last.getTime()) >= fullEveryMs ? 'full' : 'newest'
}

/**
 * Begins a pass (a read of a post's comments) at the newest comments. It reads all comments if the last pass over all
 * of them read at most 5 pages or began 45 minutes ago or earlier, or if there was none; otherwise only the newest
 * ones, up to those already stored. An unfinished pass is discarded.
 * @param options.restarts how often this pass has already been restarted; if not 0, it reads all or only the newest as
 *   it did before
 * @throws PassLostError
 */
export function beginPass(run: PassRun, { restarts = 0 }: { restarts?: number } = {}): Promise<void> {
  return changePass(run, async (tx, post) => {
    await closeThreads(tx, post.id)
    const passKind = restarts > 0 && post.passKind !== null ? post.passKind : kindOfPass(run.context, post)
    const pass = { passKind, passRestarts: restarts, passStartedAt: run.context.now() }
    return { changes: begun(post, pass), visible: false }
  })
}
