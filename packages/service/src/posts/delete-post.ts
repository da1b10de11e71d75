import { findCreator } from '@carillon/database'
import { requireCard } from '../billing.ts'
import { writeNow } from '../journal/write-now.ts'
import { publishKind } from '../publishing/run/publish-kind.ts'
import type { UseCase } from '../request.ts'
import { postDeleteKind } from './post-delete-kind.ts'

/**
 * Deletes a post at the network. This is an external write; the request waits for its result.
 * @throws ServiceError `post_not_found`, a billing code if the platform charges for calls and no card is on file, or
 *   another error of `writeNow`
 */
export const deletePost: UseCase<'posts.delete'> = async (context, request) => {
  const { account, grant, input, requestId, signal } = request
  await requireCard(context, account.organizationId, account.platform)
  const { postId } = input.params
  const publishId = await findCreator(context.db, {
    accountId: account.id,
    kind: publishKind.name,
    providerId: postId,
  })
  const payload = { postId, ...(publishId !== undefined && { publishId }) }
  await writeNow(context, { kind: postDeleteKind, account, grant, requestId, payload, signal })
  return { status: 204 }
}
