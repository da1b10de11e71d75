import { findAccountForWorker, findComment, lockCommentChanges, raiseEvents, type Tx } from '@carillon/database'
import { supports } from '@carillon/domain'
import { type CommentInput, type CommentResult, placeOfComment } from '@carillon/providers'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import type { RowOfKind, WriteKind } from '../journal/write-kind.ts'
import { commentsPort } from './comments-port.ts'
import { addOwnComment, type OwnComment } from './local-change.ts'

/**
 * The external write that posts a comment on a post or a reply to a comment. When it succeeds, the comment is added to
 * the stored comments of the post, with its event. If the post is not stored, only the event `comment.created` is
 * stored, except if a webhook event has brought the comment. If only the comment's id is known (from an operator) on a
 * network that otherwise returns the whole comment, nothing is stored: the next refresh adds it.
 */
export const commentCreateKind: WriteKind<CommentInput, CommentInput, CommentResult> = {
  name: 'comment.create',
  words: { thing: 'comment', done: 'posted' },
  budget: 'repliesPerDay',
  absentOutcome: 'not_posted',
  whenAbsent: 'fail',
  unsentSeconds: 30,
  async port(context, platform) {
    if (!supports('comments.reply', platform)) return undefined
    const { comments } = await context.registry.adapter(platform)
    return comments.reply
  },
  input: async (_run, payload) => payload,
  providerIds: ({ id }) => [id],
  resolved: (id) => ({ id }),
  async onEnd(tx, { context, row }) {
    if (row.status !== 'succeeded') return
    const comment = await ownComment(context, tx, row)
    if (!comment) return
    const { accountId, updatedAt: now } = row
    if (await addOwnComment(tx, { accountId, comment, now })) return
    // No copy has the post: the event is raised all the same, unless a webhook event has brought the comment.
    await lockCommentChanges(tx, accountId, 'noting')
    if (await findComment(tx, accountId, comment.id)) return
    const about = { id: comment.id, at: now, data: { mediaId: '', ...comment } }
    await raiseEvents(tx, [newEvent(row, { ...about, type: 'comment.created' })])
  },
}

/**
 * Returns the written comment in the form in which Carillon stores comments: as the network returned it, otherwise
 * built from what was sent and the account's data. Undefined if neither is possible.
 */
async function ownComment(
  context: Context,
  tx: Tx,
  row: RowOfKind<CommentInput, CommentResult>,
): Promise<OwnComment | undefined> {
  const { result, payload } = row
  if (result === null) return undefined
  if ('body' in result) return result
  const place = placeOfComment(row.state)
  const postId = payload.postId ?? place?.postId ?? null
  const account = await findAccountForWorker(tx, row.accountId)
  if (!account || !supports('comments.list', account.platform)) return undefined
  const { authorOf } = await commentsPort(context, account.platform)
  const { providerId, displayIdentifier, displayName, avatarUrl } = account
  // Such a network returns the whole comment: an id alone is an operator's, and the next refresh brings the rest.
  if (!authorOf) return undefined
  return {
    id: result.id,
    ...(postId !== null && { mediaId: postId }),
    // The network may have put a reply to a reply into the thread.
    parentId: place === null ? payload.parentId : place.threadId,
    ...authorOf({ providerId, displayIdentifier, displayName, avatarUrl }),
    body: payload.message,
    likeCount: 0,
    isCreator: true,
    isHidden: false,
    createdAt: row.updatedAt.toISOString(),
  }
}
