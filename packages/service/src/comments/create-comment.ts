import { findComment } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { CommentInput } from '@carillon/providers'
import type { Context } from '../context.ts'
import { storeBeforeOf } from '../journal/store-before.ts'
import { writeNow } from '../journal/write-now.ts'
import type { UseCase } from '../request.ts'
import { commentCreateKind } from './comment-create-kind.ts'
import { type Caller, withComments } from './comments-port.ts'
import { requirePost } from './recent-posts.ts'

/**
 * Posts a comment on a post, or a reply to a comment, as an external write, and adds it to the stored comments of the
 * post, if these contain the post or the parent.
 * @throws ServiceError `post_not_found`, `comment_not_found` if the parent was deleted (through the API or as a webhook
 *   event reports) or belongs to another post; the errors of `writeNow`. A parent that a read only did not find may
 *   still exist: the network decides
 */
export const createComment: UseCase<'comments.create'> = async (
  context,
  { account: found, grant, input, requestId, signal },
) => {
  const account = withComments(found)
  const { postId, parentId, message } = input.body
  const place = await resolvePlace(context, { account, requestId, signal }, { postId, parentId })
  const comment = await writeNow(context, {
    kind: commentCreateKind,
    account,
    grant,
    requestId,
    storeBefore: storeBeforeOf(input.headers),
    payload: { ...place, message },
    signal,
  })
  const { id: accountId, profileId, platform } = account
  return { status: 201, body: { platform, accountId, profileId, comment } }
}

/**
 * Returns the post and the parent of a new comment, as far as the stored comments show them. A reply to a reply gets
 * the comment at the start of the thread as its parent. `postId` is null if the request has none; `parentId` is null
 * for a comment on the post. `isOnPost` is set if the post of the request was compared with that of a stored parent.
 * @throws ServiceError `post_not_found`, or `comment_not_found` if the parent was deleted (through the API or as a
 *   webhook event reports) or belongs to another post
 */
async function resolvePlace(
  context: Context,
  caller: Caller,
  { postId, parentId }: { postId?: string | undefined; parentId?: string | undefined },
): Promise<Omit<CommentInput, 'message'>> {
  const accountId = caller.account.id
  const post = postId === undefined ? undefined : await requirePost(context, caller, postId)
  if (parentId === undefined) return { postId: post?.postId ?? null, parentId: null }
  const parent = await findComment(context.db, accountId, parentId)
  if (!parent) return { postId: post?.postId ?? null, parentId }
  const isElsewhere = post !== undefined && parent.copyId !== post.id
  if (parent.deletedHere || isElsewhere) throw new ServiceError('comment_not_found')
  return { postId: post?.postId ?? null, parentId: parent.parentId ?? parent.id, ...(post && { isOnPost: true }) }
}
