import { findComment, readCommentPost } from '@carillon/database'
import { requireSupport } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { ChangedComment } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { type Caller, withComments } from './comments-port.ts'
import { storeChange } from './local-change.ts'
import { requirePost } from './recent-posts.ts'

/**
 * Hides, unhides, likes or unlikes a comment at the network and in the stored comments. `hidden` is applied before
 * `liked`; if `liked` then fails, the first change stays.
 * @throws ServiceError `post_not_found`, `comment_not_found`, the capability's code on a platform without the action,
 *   or the error of the network
 */
export const updateComment: UseCase<'comments.update'> = async (
  context,
  { account: found, input, requestId, signal },
) => {
  const account = withComments(found)
  const { commentId } = input.params
  const { hidden, liked, postId: named } = input.body
  const caller: Caller = { account, requestId, signal }
  const target = { commentId, ...(await placeOf(context, caller, { commentId, postId: named })) }
  if (hidden !== undefined) {
    await hide(context, caller, { ...target, hidden })
    await storeChange(context, { accountId: account.id, commentId, isHidden: hidden })
  }
  if (liked !== undefined) {
    await like(context, caller, { ...target, liked })
    await storeChange(context, { accountId: account.id, commentId, liked })
  }
  const comment = { id: commentId, ...(hidden !== undefined && { hidden }), ...(liked !== undefined && { liked }) }
  const { id: accountId, profileId, platform } = account
  return { status: 200, body: { platform, accountId, profileId, comment } }
}

async function hide(
  context: Context,
  { account, requestId, signal }: Caller,
  target: ChangedComment & { hidden: boolean },
): Promise<void> {
  const { platform } = account
  requireSupport('comments.hide', platform)
  const { comments } = await context.registry.adapter(platform)
  await callAccount(context, { account, requestId, signal }, (call) => comments.hide(call, target))
}

const unknownPlace = 'No copy holds a comment with this id: read the comments of its post first, or send postId.'

async function like(
  context: Context,
  { account, requestId, signal }: Caller,
  target: ChangedComment & { liked: boolean },
): Promise<void> {
  const { platform } = account
  requireSupport('comments.like', platform)
  const { comments } = await context.registry.adapter(platform)
  if (!comments) throw new ServiceError('not_supported')
  await callAccount(context, { account, requestId, signal }, (call) => {
    // With an expired connection, reading the comments as this message says would fail, so that is reported first.
    if (target.postId === null) throw new ServiceError('comment_not_found', unknownPlace)
    return comments.like(call, target)
  })
}

/**
 * Returns the post of a comment, from the request or the stored comments, and whether the stored comments of the post
 * contain the comment. `postId` is null if neither names the post. Whether a comment that is not stored is on the post
 * of the request is left to the network.
 * @throws ServiceError `post_not_found`, or `comment_not_found` if the comment was deleted (through the API or as a
 *   webhook event reports) or belongs to another post. A comment that a read only did not find may still exist
 */
async function placeOf(
  context: Context,
  caller: Caller,
  { commentId, postId }: { commentId: string; postId: string | undefined },
): Promise<Omit<ChangedComment, 'commentId'>> {
  const post = postId === undefined ? undefined : await requirePost(context, caller, postId)
  const known = await findComment(context.db, caller.account.id, commentId)
  if (!known) return { postId: post?.postId ?? null }
  if (known.deletedHere || (post && post.id !== known.copyId)) throw new ServiceError('comment_not_found')
  const copy = post ?? (await readCommentPost(context.db, known.copyId))
  return { postId: copy?.postId ?? null, isOnPost: true }
}
