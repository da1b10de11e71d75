import type { AccountRow } from '@carillon/database'
import { type PlatformWith, requireSupport } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { CommentsPort } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import type { JobOwner } from '../queue/job-rows.ts'

export type CommentPlatform = PlatformWith<'comments.list'>
export type CommentAccount = AccountRow & { platform: CommentPlatform }

/**
 * The parts of the port that every network with comments has. Each change that it supports is a row of the capability
 * matrix.
 */
export type Comments = Pick<
  CommentsPort<CommentPlatform>,
  'recentPosts' | 'post' | 'page' | 'replies' | 'newest' | 'authorOf'
>

/**
 * The comments port of a platform's adapter.
 * @throws ServiceError `not_supported` if the adapter has none
 */
export async function commentsPort(context: Context, platform: CommentPlatform): Promise<Comments> {
  const { comments } = await context.registry.adapter(platform)
  if (!comments) throw new ServiceError('not_supported', 'The platform does not support this action.')
  return comments
}

/**
 * Narrows an account to one whose platform has comments.
 * @throws ServiceError with the code of the capability matrix
 */
export function withComments(account: AccountRow): CommentAccount {
  const { platform } = account
  requireSupport('comments.list', platform)
  return { ...account, platform }
}

/** The organization and network whose share of the workers' slots a job of the account uses. */
export function ownerOf({ organizationId, platform }: CommentAccount): JobOwner {
  return { organizationId, platform }
}

export interface Caller {
  account: CommentAccount
  requestId: string
  signal: AbortSignal
  /** `read`: a client waits for it. `background`: nobody does. */
  use: 'read' | 'background'
}

/** Makes one call of the comments port that reads comments or posts. */
export async function readNetwork<T>(
  context: Context,
  caller: Caller,
  work: (port: Comments, call: Parameters<Comments['recentPosts']>[0]) => Promise<T>,
): Promise<T> {
  const port = await commentsPort(context, caller.account.platform)
  return callAccount(context, caller, (call) => work(port, call))
}
