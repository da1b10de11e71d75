import type { AccountRow } from '@carillon/database'
import { type PlatformWith, requireSupport } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { type CommentsPort, ProviderError } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import type { JobOwner } from '../queue/job-rows.ts'

export type CommentPlatform = PlatformWith<'comments.list'>
export type CommentAccount = AccountRow & { platform: CommentPlatform }

/**
 * The functions of an adapter that read posts, comments and facts about them. `newest`, `postOf` and `authorOf` are
 * undefined for some networks. Functions that change comments, such as hiding, are not included; the capability matrix
 * lists them.
 */
export type Comments = Pick<
  CommentsPort<CommentPlatform>,
  'recentPosts' | 'post' | 'page' | 'replies' | 'newest' | 'postOf' | 'authorOf'
>

/**
 * Returns the functions for comments of a platform's adapter.
 * @throws ServiceError `not_supported` if the adapter has none
 */
export async function commentsPort(context: Context, platform: CommentPlatform): Promise<Comments> {
  const { comments } = await context.registry.adapter(platform)
  if (!comments) throw new ServiceError('not_supported', 'The platform does not support this action.')
  return comments
}

/**
 * Returns the account with the type of an account whose platform has comments.
 * @throws ServiceError `unsupported_platform` if the platform has none
 */
export function withComments(account: AccountRow): CommentAccount {
  const { platform } = account
  requireSupport('comments.list', platform)
  return { ...account, platform }
}

/**
 * Returns the owner of a job about an account: the organization and platform whose share of the workers' slots it uses.
 */
export function ownerOf({ organizationId, platform }: AccountRow): JobOwner {
  return { organizationId, platform }
}

export interface Caller {
  account: CommentAccount
  requestId: string
  signal: AbortSignal
  /** `read`: a client waits for the result. `background`: no client waits. Absent for what a client's write needs. */
  use?: 'read' | 'background'
}

/**
 * Makes one call to the network that reads comments or posts, with the account's credentials, and returns the result of
 * `work`. Stores nothing.
 * @param work makes the call with the adapter's functions for comments; runs once more, with a refreshed token, if the
 *   network rejects the access token
 * @throws ServiceError the errors of `commentsPort` and `callAccount`
 */
export async function readNetwork<T>(
  context: Context,
  caller: Caller,
  work: (port: Comments, call: Parameters<Comments['recentPosts']>[0]) => Promise<T>,
): Promise<T> {
  const port = await commentsPort(context, caller.account.platform)
  return callAccount(context, caller, (call) => work(port, call))
}

/**
 * Builds the error for a list whose cursors lead back to a page that was read: `invalid_request` with the outcome
 * `rejected`, as for a cursor that the network does not accept.
 */
export function repeatedPage(): ProviderError {
  return new ProviderError('invalid_request', 'cursor: the platform returns the same page again', 'rejected')
}
