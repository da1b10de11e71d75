import { randomUUID } from 'node:crypto'
import { changeCommentPost, findCommentPost, listCopies, lockCommentPost, transaction } from '@carillon/database'
import type { Comment } from '@carillon/domain'
import type { Context } from '../context.ts'
import { historyUntil } from './comment-events.ts'
import { readNetwork } from './comments-port.ts'
import { mergeComments } from './merge-comments.ts'
import { accountForWork, isThrottledByNetwork, pauseAccount, pauseEnd } from './sync-comments.ts'

/**
 * Job: reads the newest comments of all posts of an account in one call and stores those of posts whose comments have
 * been read before. A failed read is logged. If the network throttles the account, its background reads are paused
 * (`pauseAccount`). Does nothing during such a pause, and for a deleted or expired account.
 */
export async function readNewestComments(context: Context, accountId: string, signal: AbortSignal): Promise<void> {
  const account = await accountForWork(context, accountId)
  if (!account || (await pauseEnd(context, accountId)) !== null) return
  const caller = { account, requestId: `newest-${randomUUID()}`, signal, use: 'background' as const }
  const versions = new Map<string, number>()
  try {
    const comments = await readNetwork(context, caller, async (port, call) => {
      // The versions are read before the comments: what is stored with a later version is newer than the comments.
      for (const { id, version } of await listCopies(context.db, accountId)) versions.set(id, version)
      return (await port.newest?.(call)) ?? []
    })
    for (const [postId, ofPost] of Map.groupBy(comments, ({ mediaId }) => mediaId)) {
      await mergeNewest(context, { accountId, postId, comments: ofPost, versions })
    }
  } catch (error) {
    if (isThrottledByNetwork(error)) await pauseAccount(context, accountId)
    context.log.warn({ task: 'comments.newest', accountId, err: error }, 'newest comments not read')
  }
}

async function mergeNewest(
  context: Context,
  input: { accountId: string; postId: string; comments: Comment[]; versions: ReadonlyMap<string, number> },
): Promise<void> {
  const { comments, versions } = input
  const copy = await findCommentPost(context.db, input)
  const start = copy && versions.get(copy.id)
  if (!copy || start === undefined) return
  await transaction(context.db, async (tx) => {
    const post = await lockCommentPost(tx, copy.id)
    if (!post) return
    const news = { since: historyUntil(post), now: context.now() }
    const { visible } = await mergeComments(tx, post, { comments, start, pass: null, news })
    if (visible) await changeCommentPost(tx, post.id, {}, { visible })
  })
}
