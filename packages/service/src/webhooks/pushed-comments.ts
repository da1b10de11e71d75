import { randomUUIDv7 } from 'node:crypto'
import {
  addCommentPost,
  type CommentPushRow,
  type CommentRow,
  changeCommentPost,
  findAccountForWorker,
  findCommentPost,
  findComments,
  listCommentPushes,
  lockCommentPost,
  lockCommentPushes,
  noteCommentChange,
  storeCommentPush,
  type Tx,
  transaction,
} from '@carillon/database'
import type { Comment } from '@carillon/domain'
import type { CommentChange } from '@carillon/providers'
import { noHistory } from '../comments/comment-events.ts'
import { ownerOf } from '../comments/comments-port.ts'
import { applyDeletion, noteChange } from '../comments/local-change.ts'
import { mergeComments } from '../comments/merge-comments.ts'
import { isLeased, restartPass, settleMs } from '../comments/pass.ts'
import { summaryText } from '../comments/recent-posts.ts'
import type { Context } from '../context.ts'
import type { AccountsByProviderId } from '../normalized-events.ts'
import { queueJob } from '../queue/job-rows.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { type Folded, foldPushes } from './fold-pushes.ts'
import { batchDeadline, withPosts } from './posts-of-comments.ts'

/**
 * Thrown if a comment was added to a copy (Carillon's stored comments of a post), or a copy was deleted, while changes
 * from webhook events were being applied. The changes are then applied again, up to three times in all.
 */
class CopyChangedError extends Error {
  override readonly name = 'CopyChangedError'
}

const maxTries = 3

/**
 * Stores changes of comments that networks reported by webhook, among the stored comments of every account to which
 * they belong. Calls a network only for comments whose events may name a part of a post, to find the post
 * (`withPosts`). A change that cannot be stored is logged and counted; a failure of the database is thrown.
 * @param accounts Carillon's account ids, keyed by the network's account id
 */
export async function storePushedComments(
  context: Context,
  accounts: AccountsByProviderId,
  changes: readonly CommentChange[],
): Promise<void> {
  if (changes.length === 0) return
  const deadline = batchDeadline()
  for (const [providerId, ofOne] of Map.groupBy(changes, ({ accountProviderId }) => accountProviderId)) {
    for (const accountId of accounts.get(providerId) ?? [])
      await storeChanges(context, accountId, await withPosts(context, { accountId, changes: ofOne, deadline }))
  }
}

/** Stores all changes of an account at once. If that fails, they are split in half until the faulty change is found. */
async function storeChanges(context: Context, accountId: string, changes: readonly CommentChange[]): Promise<void> {
  try {
    await tryStore(context, { accountId, changes })
  } catch (error) {
    if (isStorageFailure(error)) throw error
    if (changes.length === 1) {
      context.log.error({ accountId, err: error }, 'pushed comment not stored')
      context.counters.add('webhook_events', ['broken'])
      return
    }
    const half = Math.ceil(changes.length / 2)
    for (const part of [changes.slice(0, half), changes.slice(half)]) await storeChanges(context, accountId, part)
  }
}

interface Pushed {
  accountId: string
  changes: readonly CommentChange[]
}

async function tryStore(context: Context, pushed: Pushed, tries = 1): Promise<void> {
  try {
    await transaction(context.db, (tx) => storeTogether(context, tx, pushed))
  } catch (error) {
    if (!(error instanceof CopyChangedError) || tries === maxTries) throw error
    await tryStore(context, pushed, tries + 1)
  }
}

/** The changes of one comment, with its stored state from earlier webhook events. */
interface Subject {
  push: CommentPushRow
  changes: readonly CommentChange[]
  /** The id of the copy that contains the comment or is to contain it; undefined if there is no such copy. */
  copyId: string | undefined
}

async function storeTogether(context: Context, tx: Tx, { accountId, changes }: Pushed): Promise<void> {
  await lockCommentPushes(tx, accountId)
  const ids = [...new Set(changes.map(({ commentId }) => commentId))]
  const pushes = await listCommentPushes(tx, accountId, ids)
  const rows = await findComments(tx, accountId, [...new Set([...ids, ...parentsOf(changes)])])
  const subjects: Subject[] = []
  for (const [commentId, ofOne] of Map.groupBy(changes, (change) => change.commentId)) {
    const known = pushes.get(commentId) ?? { accountId, commentId, ...neverPushed }
    const push = { ...known, pushedAt: context.now() }
    // A reply is on the post of its thread: an event can name a part of the post in its place, such as an image of it.
    const [thread] = parentsOf(ofOne).flatMap((id) => rows.get(id) ?? [])
    const copy = rows.get(commentId)?.copyId ?? (isGone({ push, changes: ofOne }) ? undefined : thread?.copyId)
    const copyId = copy ?? (await copyFor(context, tx, { push, changes: ofOne }))
    subjects.push({ push, changes: ofOne, copyId })
  }
  const byCopy = Map.groupBy(subjects, ({ copyId }) => copyId ?? '')
  // In the order of their ids, so that two transactions never wait for each other.
  for (const [copyId, ofCopy] of [...byCopy].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (copyId !== '') await storeInCopy(context, tx, copyId, ofCopy)
  }
  const unknown = (byCopy.get('') ?? []).map(({ push, changes: ofOne }) =>
    foldPushes({ push, row: undefined, readAt: null }, ofOne),
  )
  // The copy can contain replies of a comment that it does not contain.
  for (const { push } of unknown) {
    const { accountId: ofAccount, commentId, deleted } = push
    if (deleted) await applyDeletion(tx, { accountId: ofAccount, commentId }, context.now())
  }
  // Last: no copy may be locked after this.
  for (const { push } of unknown) await noteUnknown(context, tx, push)
}

const neverPushed = { bodyAt: null, hiddenAt: null, isHidden: null, deleted: false }

function isGone({ push, changes }: Pick<Subject, 'push' | 'changes'>): boolean {
  return push.deleted || changes.some(({ kind }) => kind === 'removed')
}

/**
 * Returns the id of the copy (Carillon's stored comments of a post) for a comment that is not stored yet. An unknown
 * post is stored as the webhook event describes it, and read when its comments are requested. Undefined if no change
 * contains the text of the comment, or if the comment was deleted.
 */
async function copyFor(
  context: Context,
  tx: Tx,
  { push, changes }: Pick<Subject, 'push' | 'changes'>,
): Promise<string | undefined> {
  const { accountId } = push
  const written = changes.find((change) => change.kind === 'written')
  if (!written || isGone({ push, changes })) return undefined
  const { mediaId: postId } = written.comment
  const known = await findCommentPost(tx, { accountId, postId })
  if (known) return known.id
  const rest = { caption: null, thumbnailUrl: null, publishedAt: null, commentsCount: null }
  const isUnlisted = written.isOnAd && { isUnlisted: written.isOnAd }
  const summary = summaryText({ id: postId, permalink: written.permalink, ...rest, ...isUnlisted })
  await addCommentPost(tx, { id: randomUUIDv7(), accountId, postId, rank: null, summary, readAt: context.now() })
  return (await findCommentPost(tx, { accountId, postId }))?.id
}

/** Returns the comment with its thread as parent: a reply to a reply belongs to the thread of that reply. */
function inThread(comment: Comment, stored: ReadonlyMap<string, CommentRow>): Comment {
  const parent = comment.parentId === null ? undefined : stored.get(comment.parentId)
  return parent?.parentId ? { ...comment, parentId: parent.parentId } : comment
}

function parentsOf(changes: readonly CommentChange[]): string[] {
  return changes.flatMap((change) => (change.kind === 'written' ? (change.comment.parentId ?? []) : []))
}

/**
 * Applies changes to the comments of one copy (Carillon's stored comments of a post). They count as read now, so that a
 * page that was read earlier does not undo them.
 */
async function storeInCopy(context: Context, tx: Tx, copyId: string, subjects: readonly Subject[]): Promise<void> {
  const post = await lockCommentPost(tx, copyId)
  if (!post) throw new CopyChangedError(`copy ${copyId} was deleted`)
  const { accountId, fullAt: readAt } = post
  const parents = subjects.flatMap(({ changes }) => parentsOf(changes))
  const ids = subjects.map(({ push }) => push.commentId)
  const stored = await findComments(tx, accountId, [...new Set([...ids, ...parents])])
  const folded = subjects.map(({ push, changes }) =>
    foldPushes({ push, row: stored.get(push.commentId), readAt }, changes),
  )
  const comments = folded.flatMap(({ comment }) =>
    comment ? [{ ...inThread(comment, stored), mediaId: post.postId }] : [],
  )
  if (comments.length > 0) {
    await noteHidden(context, tx, folded, stored)
    await mergeComments(tx, post, {
      ...{ comments, start: post.version + 1, pass: null },
      news: { since: noHistory, now: context.now() },
    })
    await changeCommentPost(tx, post.id, {}, { visible: true })
  }
  if (folded.some(({ isAmbiguous }) => isAmbiguous)) await requestPass(context, tx, copyId)
  for (const { push } of folded) {
    await storeCommentPush(tx, push)
    const row = stored.get(push.commentId)
    if (push.deleted && row && !row.deletedHere)
      await applyDeletion(tx, { accountId, commentId: push.commentId }, context.now())
  }
}

/**
 * Requests a pass (a read of a post's comments) although the stored comments are not stale, because the events do not
 * show which of two changes came last. A pass that has begun, and which no process continues at the moment, begins
 * again; a process that reads the comments notices the request when it releases its lease. The pass is requested for
 * the time at which the network is assumed to return what the events reported, so that none that begins earlier serves
 * the request. The transaction must have locked the row of the post.
 */
async function requestPass(context: Context, tx: Tx, copyId: string): Promise<void> {
  const now = context.now()
  const post = await lockCommentPost(tx, copyId)
  const account = post && (await findAccountForWorker(tx, post.accountId))
  if (!account) return
  const isRead = isLeased(post, now)
  if (!isRead) await restartPass(tx, post, now)
  const lease = isRead ? {} : { leaseBy: null, leaseUntil: null }
  const runAt = new Date(now.getTime() + settleMs)
  await changeCommentPost(tx, copyId, { ...lease, requestedAt: runAt }, { visible: false })
  await queueJob(tx, 'comments.sync', { id: copyId, runAt, owner: ownerOf(account) })
}

/**
 * Records whether comments are hidden that a copy (Carillon's stored comments of a post) is about to get. The caller
 * has locked the copy, so that no other transaction adds them.
 */
async function noteHidden(
  context: Context,
  tx: Tx,
  folded: readonly Folded[],
  stored: ReadonlyMap<string, CommentRow>,
): Promise<void> {
  for (const { push } of folded) {
    const { accountId, commentId, isHidden } = push
    if (isHidden === null || stored.has(commentId)) continue
    await noteCommentChange(tx, {
      accountId,
      commentId,
      isHidden,
      liked: null,
      deleted: push.deleted,
      changedAt: context.now(),
    })
  }
}

/**
 * Records that a comment that no copy contains was hidden, shown or removed: a page that was read before may still
 * contain it.
 */
async function noteUnknown(context: Context, tx: Tx, push: CommentPushRow): Promise<void> {
  const { accountId, commentId, isHidden, deleted: isDeleted } = push
  await storeCommentPush(tx, push)
  const change = { accountId, commentId, isDeleted, ...(isHidden !== null && { isHidden }) }
  if (!(await noteChange(tx, change, context.now()))) throw new CopyChangedError(`a copy got ${commentId}`)
}
