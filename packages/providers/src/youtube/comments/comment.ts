import type { Comment } from '@carillon/domain'
import { countOf, type Fields, listOf, objectOf, textOf, timeOf } from '../../json.ts'
import type { YouTubeCall } from '../credentials.ts'

/** The lists that YouTube keeps of a video's comments; the second and third are for the owner alone. */
export const moderationStatuses = ['published', 'heldForReview', 'likelySpam'] as const
export type ModerationStatus = (typeof moderationStatuses)[number]

/** What a comment resource does not say of itself. */
interface Context {
  postId: string
  isHidden: boolean
  replyCount: number
}

/** The text as its author wrote it is only told to the author; others get the displayed one, plain where asked for. */
function bodyOf(snippet: Fields): string {
  return textOf(snippet['textOriginal']) ?? textOf(snippet['textDisplay']) ?? ''
}

export function toComment(
  { account }: Pick<YouTubeCall, 'account'>,
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
      // Users who have left have no channel id.
      isCreator: textOf(objectOf(snippet['authorChannelId'])['value']) === account.providerId,
      isHidden,
      createdAt,
      deletable: true,
      replyCount,
    },
  ]
}

/** A reply's id begins with that of its top-level comment, and a dot. */
export function threadIdOf(commentId: string): string {
  return commentId.split('.')[0] ?? commentId
}

/** The status that a comment tells of itself, which it need not. */
function statusOf(resource: Fields): string | null {
  return textOf(objectOf(resource['snippet'])['moderationStatus'])
}

function isHeld(resource: Fields): boolean {
  const status = statusOf(resource)
  return status !== null && status !== 'published'
}

/**
 * The comments of a thread of one of the lists. A thread is also listed as held or spam when only replies of it are: those are
 * then the ones that say so of themselves, and the top-level comment is left to the list of the published ones.
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
