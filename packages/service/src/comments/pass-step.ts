import {
  type CommentPostChanges,
  type CommentPostRow,
  closeThread,
  deleteUnseen,
  deleteUnseenReplies,
  nextOpenThread,
  type Tx,
  trimOldest,
  trimUnseen,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { CommentPage } from '@carillon/providers'
import type { Context } from '../context.ts'
import { type CommentNews, historyUntil, raiseDeleted } from './comment-events.ts'
import { readNetwork, repeatedPage } from './comments-port.ts'
import { mergeComments } from './merge-comments.ts'
import { changePass, followCursor, type PassRun } from './pass.ts'
import { summaryOf } from './recent-posts.ts'

/**
 * The maximum number of pages that a pass may read beyond the number of its comments. Networks return empty pages where
 * they leave out comments that the account may not see.
 */
const maxEmptyPages = 100

/**
 * Makes one call of the pass (a read of a post's comments) to the network, for a page of comments or of a thread's
 * replies, and stores the result with its events; ends the pass, without a call, if nothing is left to read. Returns
 * whether the pass has further steps.
 * @throws PassLostError, the error of the network, or that of `repeatedPage` if the network's cursors or empty pages do
 *   not lead to an end
 */
export async function passStep(run: PassRun): Promise<boolean> {
  if (run.post.passStage === 'pages') await pageStep(run)
  else await threadStep(run)
  return run.post.passKind !== null
}

async function pageStep(run: PassRun): Promise<void> {
  const { context, caller, post } = run
  const query = { postId: post.postId, cursor: post.passCursor, publishedAt: summaryOf(post).publishedAt }
  const page = await readNetwork(context, caller, (port, call) => port.page(call, query))
  if (page.next !== null) followCursor(run, page.next)
  if (post.passPages > post.passRows + maxEmptyPages) throw repeatedPage()
  await context.checkpoint('comments.read')
  await changePass(run, (tx, locked) => mergePage(run, tx, { post: locked, page, start: post.version }))
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
  const { comments, cutThreads, isWithheld = false } = page
  const read = { comments, cutThreads, start, pass: post.pass, news: newsOf(context, post) }
  const { visible, seen, known } = await mergeComments(tx, post, read)
  const rows = post.passRows + seen
  const { maxPerPost } = context.config.comments
  const capped = rows > maxPerPost || (page.next !== null && rows === maxPerPost)
  const wasComplete = post.passKind === 'newest' && known
  const counts = { passPages: post.passPages + 1, passRows: rows }
  if (page.next === null || capped || wasComplete) {
    const ended = { ...post, ...counts, passCursor: page.next }
    return endPages(context, tx, { post: ended, capped, isWithheld, visible, counts })
  }
  const first = post.syncedAt === null ? { syncedAt: post.passStartedAt } : {}
  // Later passes keep the cursor that the last full one ended with: the copy contains the comments before it.
  const isFirst = post.fullAt === null && !post.complete
  const cursor = isFirst ? { nextCursor: page.next } : {}
  const changes: CommentPostChanges = { ...counts, ...first, ...cursor, passCursor: page.next }
  return { changes, visible: visible || isFirst }
}

/**
 * Ends the reading of top-level comments. A complete pass marks those that it did not see as deleted, with events, or,
 * if it reached the maximum number of comments of a post (`capped`), removes them without events. If the network lists
 * no comments although it counts some (`isWithheld`), the stored ones stay as they are.
 */
async function endPages(
  context: Context,
  tx: Tx,
  end: {
    post: CommentPostRow
    capped: boolean
    isWithheld: boolean
    visible: boolean
    counts: CommentPostChanges
  },
) {
  const { post, capped, isWithheld } = end
  const pass = { copyId: post.id, pass: post.pass, passVersion: post.passVersion }
  const isFull = post.passKind === 'full'
  if (isFull && capped) {
    await trimUnseen(tx, pass)
    await trimOldest(tx, post.id, context.config.comments.maxPerPost)
  }
  const at = { now: context.now(), version: post.version + 1 }
  const gone = isFull && !capped && !isWithheld ? await deleteUnseen(tx, { ...pass, ...at }) : []
  const goneReplies = await deleteUnseenReplies(tx, { ...pass, ...at })
  await raiseDeleted(tx, { accountId: post.accountId, rows: [...gone, ...goneReplies], now: at.now })
  const thread = await nextOpenThread(tx, post.id)
  const changes: CommentPostChanges = {
    ...end.counts,
    passCursor: null,
    passStage: 'threads',
    ...(isFull && { complete: !capped && !isWithheld, nextCursor: capped ? post.passCursor : null }),
    syncedAt: post.passStartedAt,
    ...(thread === undefined && endOf(post)),
    // It does not count as a pass over all comments, so that the next one is complete again.
    ...(isWithheld && { fullAt: post.fullAt, fullPages: post.fullPages }),
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

/**
 * Reads one page of replies of a thread whose replies did not all come with its top-level comment. Ends the pass,
 * without a call, if no such thread is left.
 */
async function threadStep(run: PassRun): Promise<void> {
  const { context, caller, post } = run
  const parentId = await nextOpenThread(context.db, post.id)
  if (parentId === undefined) {
    return changePass(run, async (_tx, locked) => ({ changes: endOf(locked), visible: false }))
  }
  const query = { postId: post.postId, parentId, cursor: cursorWithin(parentId, post.passCursor) }
  const page = await readNetwork(context, caller, (port, call) => port.replies(call, query)).catch(goneThread)
  if (page && page.next !== null) followCursor(run, storedCursor(parentId, page.next))
  await context.checkpoint('comments.read')
  await changePass(run, (tx, locked) => mergeReplies(run, tx, { post: locked, parentId, page, start: post.version }))
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
    await closeThread(tx, thread)
    return { changes: { passCursor: null }, visible: false }
  }
  // The thread's own comment was read with its page of top-level comments.
  const comments = page.comments.filter(({ parentId: parent }) => parent !== null)
  const news = newsOf(context, post)
  const { visible } = await mergeComments(tx, post, { comments, start, pass: post.pass, news })
  if (page.next !== null) return { changes: { passCursor: storedCursor(parentId, page.next) }, visible }
  await closeThread(tx, { ...thread, pass: post.pass })
  const at = { now: context.now(), version: post.version + 1 }
  const pass = { copyId: post.id, pass: post.pass, passVersion: post.passVersion }
  const deleted = await deleteUnseenReplies(tx, { ...pass, ...at })
  await raiseDeleted(tx, { accountId: post.accountId, rows: deleted, now: at.now })
  return { changes: { passCursor: null }, visible: visible || deleted.length > 0 }
}
