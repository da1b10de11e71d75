import { findComment } from '@carillon/database'
import { capabilities } from '@carillon/domain'
import { fieldError, ServiceError } from '@carillon/errors'
import { callAccount } from '../call-account.ts'
import type { UseCase } from '../request.ts'
import { storeChange } from './local-change.ts'
import { commentOf } from './merge-comment.ts'

/**
 * Deletes a comment at the network and marks it, with its replies, as deleted in the stored comments. If it was deleted
 * before (through the API or as a webhook event reports), responds with 204 without calling the network; a comment that
 * a read only did not find may still exist. A stored comment that the network does not have counts as deleted.
 * @throws ServiceError `comment_not_owned` for another user's comment on a platform where an account can delete only
 *   its own, `invalid_request` for `banAuthor` with the account's own comment, `comment_not_found` if neither the
 *   stored comments nor the network have it, or another error of the network
 */
export const deleteComment: UseCase<'comments.delete'> = async (context, { account, input, requestId, signal }) => {
  const { commentId } = input.params
  const { banAuthor = false } = input.query
  const accountId = account.id
  const { others } = capabilities['comments.delete'].cells[account.platform]
  const known = await findComment(context.db, accountId, commentId)
  if (known?.deletedHere) return { status: 204 }
  // If the copy does not contain the comment, only the network knows its author.
  const isOwn = known ? commentOf(known).isCreator : null
  if (known && !isOwn && !others) throw new ServiceError('comment_not_owned')
  if (known && isOwn && banAuthor) {
    throw fieldError({ path: ['banAuthor'], message: "the account's own comment has no author to ban", whole: 'query' })
  }
  const { comments } = await context.registry.adapter(account.platform)
  let isMissing = false
  try {
    const target = { commentId, isOwn, banAuthor }
    await callAccount(context, { account, requestId, signal }, (call) => comments.delete(call, target))
  } catch (error) {
    const isGone = error instanceof ServiceError && error.code === 'comment_not_found'
    if (!isGone || !known) throw error
    // A network may also report this for a while of a comment that exists.
    isMissing = true
  }
  await storeChange(context, { accountId, commentId, isDeleted: true, isMissing })
  return { status: 204 }
}
