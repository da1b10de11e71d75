import type { Comment } from '@carillon/domain'
import { ProviderError, translate } from '../../error-rules.ts'
import { rejectionBehind } from '../../rejection-behind.ts'
import type { TikTokCall } from '../credentials.ts'
import { tiktokRules } from '../errors.ts'
import { readComment } from './lists.ts'
import { readPost } from './posts.ts'

/** TikTok's code for a missing permission, and that for an object or URL that does not exist. */
const noPermission = 40001
const notFound = 40007

/** Returns the code of TikTok that an error was translated from; undefined for any other error. */
function codeOf(thrown: unknown): unknown {
  return rejectionBehind(thrown).fields['code']
}

function isForbidden(thrown: unknown): boolean {
  return codeOf(thrown) === noPermission
}

/** Returns the error of a call that TikTok rejected with the code for a missing permission: `connection_expired`. */
function notPermitted(cause: unknown): ProviderError {
  return translate(tiktokRules, { status: 400, fields: { code: noPermission } }, cause)
}

/**
 * Handles `thrown`, the error of a read of a post's comments. TikTok's codes 40001 (no permission) and 40007 (not
 * found) do not show whether the post is gone or another account's, or only a permission is missing. The post is gone,
 * or another account's, only if TikTok's list of the account's posts does not contain it.
 * @throws `thrown` if it has another code, or if TikTok does not list the post; ProviderError if TikTok lists it:
 *   `connection_expired` for 40001, `provider_error` with the outcome `indeterminate` for 40007; the error of reading
 *   the list if that fails
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
export async function unlessListed(call: TikTokCall, postId: string, thrown: unknown): Promise<never> {
  const code = codeOf(thrown)
  if (code !== noPermission && code !== notFound) throw thrown
  try {
    await readPost(call, postId)
  } catch (error) {
    throw error instanceof ProviderError && error.code === 'post_not_found' ? thrown : error
  }
  if (code === noPermission) throw notPermitted(thrown)
  const message = 'TikTok lists the post, but does not show its comments at the moment.'
  throw new ProviderError('provider_error', message, 'indeterminate', { cause: thrown })
}

/** A post and, unless the call is about the post itself, a comment on it. */
interface Target {
  postId: string
  commentId: string | null
}

/** Reads a comment; null if TikTok does not return it, or if the read fails, also for a scope that was not granted. */
export async function findComment(
  call: TikTokCall,
  target: { postId: string; commentId: string },
): Promise<Comment | null> {
  try {
    return await readComment(call, target)
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

async function isThere(call: TikTokCall, { postId, commentId }: Target): Promise<boolean> {
  if (commentId !== null) return (await findComment(call, { postId, commentId })) !== null
  try {
    await readPost(call, postId)
    return true
  } catch (error) {
    if (error instanceof ProviderError) return false
    throw error
  }
}

/**
 * Handles `thrown`, the error of a call that writes or changes a comment. TikTok has one code for an object that is not
 * the account's and for a permission that the app or the connection lacks.
 * @throws ProviderError `connection_expired` if TikTok rejected the call with this code although `target` can be read,
 *   so that the permission is missing; otherwise `thrown`
 */
export async function unlessReadable(call: TikTokCall, target: Target, thrown: unknown): Promise<never> {
  throw isForbidden(thrown) && (await isThere(call, target)) ? notPermitted(thrown) : thrown
}
