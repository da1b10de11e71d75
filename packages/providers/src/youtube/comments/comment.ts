import type { Comment } from '@carillon/domain'
import { countOf, type Fields, listOf, objectOf, textOf } from '../../json.ts'
import { requiredId, requiredTime } from '../../required-fields.ts'
import type { YouTubeCall } from '../credentials.ts'

/** The statuses in which YouTube lists comments, in the order in which the lists are read. */
export const moderationStatuses = ['published', 'heldForReview', 'likelySpam'] as const
export type ModerationStatus = (typeof moderationStatuses)[number]

/** Facts about a comment that its resource does not contain. */
interface Context {
  postId: string
  isHidden: boolean
  replyCount: number
}

/**
 * Returns the text of a comment. Only its author receives the original; others receive the displayed text, as plain
 * text if requested.
 */
function bodyOf(snippet: Fields): string {
  return textOf(snippet['textOriginal']) ?? textOf(snippet['textDisplay']) ?? ''
}

/** Returns whether the account's channel wrote a comment of YouTube. Comments of deleted users have no channel id. */
export function isByChannel({ account }: Pick<YouTubeCall, 'account'>, resource: Fields): boolean {
  return textOf(objectOf(objectOf(resource['snippet'])['authorChannelId'])['value']) === account.providerId
}

/**
 * Converts a comment resource of YouTube. The caller passes what the resource does not contain: the id of the video
 * (`postId`), whether the comment is held for review or likely spam (`isHidden`), and the number of its replies (0 for
 * a reply). The like count is 0 if it is missing.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the id or the time is missing: a comment
 *   that is left out would count as deleted
 */
export function toComment(
  call: Pick<YouTubeCall, 'account'>,
  resource: Fields,
  { postId, isHidden, replyCount }: Context,
): Comment {
  const snippet = objectOf(resource['snippet'])
  const id = requiredId(resource)
  const name = textOf(snippet['authorDisplayName']) ?? ''
  return {
    id,
    mediaId: postId,
    parentId: textOf(snippet['parentId']) ?? (id.includes('.') ? threadIdOf(id) : null),
    authorName: name,
    authorFullName: name,
    authorHandle: name,
    avatarUrl: textOf(snippet['authorProfileImageUrl']),
    profileUrl: textOf(snippet['authorChannelUrl']) ?? '',
    body: bodyOf(snippet),
    likeCount: countOf(snippet['likeCount']) ?? 0,
    isCreator: isByChannel(call, resource),
    isHidden,
    createdAt: requiredTime(snippet, 'publishedAt'),
    deletable: true,
    replyCount,
  }
}

/**
 * Returns the id of the top-level comment of a comment's thread, for a top-level comment its own id. A reply's id
 * consists of that id, a dot and a suffix.
 */
export function threadIdOf(commentId: string): string {
  return commentId.split('.')[0] ?? commentId
}

/** Returns the moderation status in a comment resource; null if it has none. */
function statusOf(resource: Fields): string | null {
  return textOf(objectOf(resource['snippet'])['moderationStatus'])
}

/** Returns whether YouTube hides a comment, held for review, as likely spam or rejected; false if it has no status. */
export function isHeld(resource: Fields): boolean {
  const status = statusOf(resource)
  return status !== null && status !== 'published'
}

/**
 * Converts a thread from YouTube's list of this status: the top-level comment, followed by the replies that came with
 * it. The top-level comment is hidden if its own status or that of the list is not `published`. If only replies of the
 * thread are held for review or likely spam, only these are returned, since the top-level comment is in the list of
 * published ones.
 * @throws ProviderError the error of `toComment`
 */
export function toThread(
  call: Pick<YouTubeCall, 'account'>,
  thread: Fields,
  { postId, status }: { postId: string; status: ModerationStatus },
): Comment[] {
  const snippet = objectOf(thread['snippet'])
  const top = objectOf(snippet['topLevelComment'])
  const replies = listOf(objectOf(thread['replies'])['comments'])
  const isPublished = status === 'published'
  const isOnlyReplies = !isPublished && !isHeld(top) && replies.some(isHeld)
  const replyCount = countOf(snippet['totalReplyCount']) ?? 0
  const wanted = (isOnlyReplies ? replies.filter(isHeld) : replies).map((reply) =>
    toComment(call, reply, { postId, isHidden: isHeld(reply), replyCount: 0 }),
  )
  if (isOnlyReplies) return wanted
  return [toComment(call, top, { postId, isHidden: isHeld(top) || !isPublished, replyCount }), ...wanted]
}
