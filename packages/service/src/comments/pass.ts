import { randomUUID } from 'node:crypto'
import {
  type CommentPostChanges,
  type CommentPostRow,
  changeCommentPost,
  claimPass,
  closeThreads,
  deleteUnseen,
  deleteUnseenReplies,
  lockCommentPost,
  nextOpenThread,
  releasePass,
  setThread,
  type Tx,
  transaction,
  trimOldest,
  trimUnseen,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { CommentPage } from '@carillon/providers'
import type { Context } from '../context.ts'
import { leaseWithHeartbeat } from '../lease-with-heartbeat.ts'
import { type CommentNews, historyUntil, raiseDeleted } from './comment-events.ts'
import { type Caller, readNetwork } from './comments-port.ts'
import { mergeComments } from './merge-comments.ts'

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
 * Thrown if another process has taken over reading the post's comments. This process has to stop without storing
 * anything.
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
  post: CommentPostRow
}

/**
 * Takes the lease on a post's stored comments for this process, so that no other process reads them at the same time;
 * undefined if another process holds it or no stored comments have this id. The lease lasts 60 s: do the work in
 * `withLease`, and release the lease with `leavePass`.
 */
export async function takePass(context: Context, postCopyId: string, caller: Caller): Promise<PassRun | undefined> {
  const by = randomUUID()
  const now = context.now()
  const post = await claimPass(context.db, postCopyId, { by, now, until: new Date(now.getTime() + leaseMs) })
  return post && { context, caller, by, post }
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
    extend() {
      const now = context.now()
      return claimPass(context.db, post.id, { by, now, until: new Date(now.getTime() + leaseMs) })
    },
    about: { accountId: post.accountId },
  }
  return leaseWithHeartbeat(context, heartbeat, work)
}

/**
 * Releases the lease on a post's stored comments at the end of a pass (a read of its comments), if this process still
 * holds it. With a date in `requestedAt`, a further refresh counts as requested at that time, so that no other is
 * queued within ten minutes of it; null leaves none requested.
 */
export function leavePass({ context, by, post }: PassRun, requestedAt: Date | null): Promise<void> {
  return releasePass(context.db, post.id, by, requestedAt)
}

/**
 * Changes the copy (a post's stored comments) if this process still holds the lease on it, and sets `run.post` to its
 * new row. `visible` of the result of `work` says whether responses to clients change.
 * @throws PassLostError if another process holds the lease or the copy was deleted
 */
async function change(
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
  return context.now().getTime() - last.getTime() >= fullEveryMs ? 'full' : 'newest'
}

/**
 * Begins a pass (a read of a post's comments) at the newest comments. It reads all comments if the last pass over all
 * of them read at most 5 pages or began 45 minutes ago or earlier, or if there was none; otherwise only the newest
 * ones, up to those already stored. An unfinished pass is discarded.
 * @param options.restarts how often this pass has already been restarted; if not 0, it reads all or only the newest as
 *   it did before
 * @throws PassLostError if another process has taken over the post
 */
export function beginPass(run: PassRun, { restarts = 0 }: { restarts?: number } = {}): Promise<void> {
  return change(run, async (tx, post) => {
    await closeThreads(tx, post.id)
    const changes: CommentPostChanges = {
      pass: post.pass + 1,
      passKind: restarts > 0 && post.passKind !== null ? post.passKind : kindOfPass(run.context, post),
      passStage: 'pages',
      passCursor: null,
      passVersion: post.version,
      passStartedAt: run.context.now(),
      passPages: 0,
      passRows: 0,
      passRestarts: restarts,
    }
    return { changes, visible: false }
  })
}

/**
 * Makes one call of the pass (a read of a post's comments) to the network, for a page of comments or of a thread's
 * replies, and stores the result. Returns whether the pass has further steps.
 * @throws PassLostError if another process has taken over the post; otherwise the error of the network
 */
export async function passStep(run: PassRun): Promise<boolean> {
  if (run.post.passStage === 'pages') await pageStep(run)
  else await threadStep(run)
  return run.post.passKind !== null
}

async function pageStep(run: PassRun): Promise<void> {
  const { context, caller, post } = run
  const query = { postId: post.postId, cursor: post.passCursor }
  const page = await readNetwork(context, caller, (port, call) => port.page(call, query))
  await context.checkpoint('comments.read')
  await change(run, (tx, locked) => mergePage(run, tx, { post: locked, page, start: post.version }))
  await context.checkpoint('comments.stored')
}

/** Returns which comments raise events: those that are not older than the first complete pass. */
function newsOf({ now }: Context, post: CommentPostRow): CommentNews {
  return { since: historyUntil(post), now: now() }
}

async function mergePage(
  { context }: PassRun,
  tx: Tx,
  { post, page, start }: { post: CommentPostRow; page: CommentPage; start: number },
) {
  const { comments, cutThreads } = page
  const read = { comments, cutThreads, start, pass: post.pass, news: newsOf(context, post) }
  const { visible, seen, known } = await mergeComments(tx, post, read)
  const rows = post.passRows + seen
  const capped = page.next !== null && rows >= context.config.comments.maxPerPost
  const wasComplete = post.passKind === 'newest' && known
  const counts = { passPages: post.passPages + 1, passRows: rows }
  if (page.next === null || capped || wasComplete) {
    const ended = { ...post, ...counts, passCursor: page.next }
    return endPages(context, tx, { post: ended, capped, visible, counts })
  }
  const first = post.syncedAt === null ? { syncedAt: post.passStartedAt } : {}
  const cursor = post.complete ? {} : { nextCursor: page.next }
  const changes: CommentPostChanges = { ...counts, ...first, ...cursor, passCursor: page.next }
  return { changes, visible: visible || !post.complete }
}

/**
 * Ends the reading of top-level comments. A complete pass marks those that it did not see as deleted, or, if it reached
 * the maximum number of comments of a post (`capped`), removes them.
 */
async function endPages(
  context: Context,
  tx: Tx,
  end: {
    post: CommentPostRow
    capped: boolean
    visible: boolean
    counts: CommentPostChanges
  },
) {
  const { post, capped } = end
  const pass = { copyId: post.id, pass: post.pass, passVersion: post.passVersion }
  const isFull = post.passKind === 'full'
  if (isFull && capped) {
    await trimUnseen(tx, pass)
    await trimOldest(tx, post.id, context.config.comments.maxPerPost)
  }
  const at = { now: context.now(), version: post.version + 1 }
  const gone = isFull && !capped ? await deleteUnseen(tx, { ...pass, ...at }) : []
  const goneReplies = await deleteUnseenReplies(tx, { ...pass, ...at })
  await raiseDeleted(tx, { accountId: post.accountId, rows: [...gone, ...goneReplies], now: at.now })
  const thread = await nextOpenThread(tx, post.id)
  const changes: CommentPostChanges = {
    ...end.counts,
    passCursor: null,
    passStage: 'threads',
    ...(isFull && { complete: !capped, nextCursor: capped ? post.passCursor : null }),
    syncedAt: post.passStartedAt,
    ...(thread === undefined && endOf(post)),
  }
  return { changes, visible: true }
}

function endOf(post: CommentPostRow): CommentPostChanges {
  const isFull = post.passKind === 'full'
  return {
    passKind: null,
    passStage: null,
    passCursor: null,
    ...(isFull && {
      fullAt: post.passStartedAt,
      fullPages: post.passPages,
      firstFullAt: historyUntil(post) ?? post.passStartedAt,
    }),
  }
}

/** Reads one page of replies of a thread whose replies did not all come with its top-level comment. */
async function threadStep(run: PassRun): Promise<void> {
  const { context, caller, post } = run
  const parentId = await nextOpenThread(context.db, post.id)
  if (parentId === undefined) {
    return change(run, async (_tx, locked) => ({ changes: endOf(locked), visible: false }))
  }
  const query = { postId: post.postId, parentId, cursor: cursorWithin(parentId, post.passCursor) }
  const page = await readNetwork(context, caller, (port, call) => port.replies(call, query)).catch(goneThread)
  await context.checkpoint('comments.read')
  await change(run, (tx, locked) => mergeReplies(run, tx, { post: locked, parentId, page, start: post.version }))
  await context.checkpoint('comments.stored')
}

/**
 * Returns the network's cursor in a thread from the stored one, which contains the thread's id; null, for the first
 * page, if it belongs to another thread that was deleted before its end.
 */
function cursorWithin(parentId: string, stored: string | null): string | null {
  const start = storedCursor(parentId, '')
  return stored?.startsWith(start) ? stored.slice(start.length) : null
}

const storedCursor = (parentId: string, next: string): string => `${parentId} ${next}`

/** Returns null if the thread's top-level comment was deleted since it was read; throws any other error. */
function goneThread(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'comment_not_found') return null
  throw error
}

async function mergeReplies(
  { context }: PassRun,
  tx: Tx,
  input: { post: CommentPostRow; parentId: string; page: CommentPage | null; start: number },
) {
  const { post, parentId, page, start } = input
  const thread = { accountId: post.accountId, id: parentId }
  if (page === null) {
    await setThread(tx, { ...thread, open: false })
    return { changes: { passCursor: null }, visible: false }
  }
  // The thread's own comment was read with its page of top-level comments.
  const comments = page.comments.filter(({ parentId: parent }) => parent !== null)
  const news = newsOf(context, post)
  const { visible } = await mergeComments(tx, post, { comments, start, pass: post.pass, news })
  if (page.next !== null) return { changes: { passCursor: storedCursor(parentId, page.next) }, visible }
  await setThread(tx, { ...thread, open: false, pass: post.pass })
  const at = { now: context.now(), version: post.version + 1 }
  const pass = { copyId: post.id, pass: post.pass, passVersion: post.passVersion }
  const deleted = await deleteUnseenReplies(tx, { ...pass, ...at })
  await raiseDeleted(tx, { accountId: post.accountId, rows: deleted, now: at.now })
  return { changes: { passCursor: null }, visible: visible || deleted.length > 0 }
}
