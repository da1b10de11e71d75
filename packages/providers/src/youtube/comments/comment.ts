import type { Comment } from '@carillon/domain'
import { countOf, type Fields, listOf, objectOf, textOf, timeOf } from '../../json.ts'
import type { YouTubeCall } from '../credentials.ts'

/** The lists that YouTube keeps of a video's comments. Only the owner may read the second and third. */
export const moderationStatuses = ['published', 'heldForReview', 'likelySpam'] as const
export type ModerationStatus = (typeof moderationStatuses)[number]

/** Facts about a comment that its resource does not contain. */
interface Context {
  postId: string
  isHidden: boolean
  replyCount: number
}

/**
 * The text of a comment. Only its author receives the original; others receive the displayed text, as plain text if
 * requested.
 */
function bodyOf(snippet: Fields): string {
  return textOf(snippet['textOriginal']) ?? textOf(snippet['textDisplay']) ?? ''
}

/** Whether the channel of the account wrote a comment. Comments of deleted users have no channel id. */
export function isByChannel({ account }: Pick<YouTubeCall, 'account'>, resource: Fields): boolean {
  return textOf(objectOf(objectOf(resource['snippet'])['authorChannelId'])['value']) === account.providerId
}

/** The comment of the API for a comment resource of YouTube; an empty list if its id or time is missing. */
export function toComment(
  call: Pick<YouTubeCall, 'account'>,
  resource: Fields,
  { postId, isHidden, replyCount }: Context,
): Comment[] {
  const snippet = objectOf(resource['snippet'])
  const [id, createdAt] = [textOf(resource['id']), timeOf(snippet['publishedAt'])]
  if (id === null || createdAt === null) return []
  const name = textOf(snippet['authorDisplayName']) ?? ''
  return [
    {
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
      createdAt,
      deletable: true,
      replyCount,
    },
  ]
}

/** The id of a comment's thread: a reply's id is that of its top-level comment, a dot and a suffix. */
export function threadIdOf(commentId: string): string {
  return commentId.split('.')[0] ?? commentId
}

/** The moderation status in a comment resource; null when it has none. */
function statusOf(resource: Fields): string | null {
  return textOf(objectOf(resource['snippet'])['moderationStatus'])
}

function isHeld(resource: Fields): boolean {
  const status = statusOf(resource)
  return status !== null && status !== 'published'
}

/**
 * Reads the comments of a thread from one of the lists. A thread also appears in the list of held or likely spam
 * comments if only some of its replies are; those replies carry the status themselves, and the top-level comment is
 * left to the list of published ones.
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
  const first = isOnlyReplies ? [] : toComment(call, top, { postId, isHidden: isHeld(top) || !isPublished, replyCount })
  const wanted = isOnlyReplies ? replies.filter(isHeld) : replies
  return [
    ...first,
    ...wanted.flatMap((reply) => toComment(call, reply, { postId, isHidden: isHeld(reply), replyCount: 0 })),
  ]
}
