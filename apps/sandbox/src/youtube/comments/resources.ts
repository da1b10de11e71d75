import { escapeHtml } from '../../html.ts'
import { tagged } from '../etag.ts'
import type { Comment, ModerationStatus } from '../state/comment.ts'
import { repliesWith } from '../state/comment-changes.ts'
import type { Person, State } from '../state/state.ts'

/** The maximum number of replies that a thread resource contains. */
const inlineReplies = 5

export interface ThreadContext {
  state: State
  person: Person
  parts: ReadonlySet<string>
  /** Whether texts are returned as HTML; otherwise as plain text. */
  html: boolean
}

function time(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')
}

function ownerOf(comment: Comment, { videos }: State): string {
  return videos.find(({ id }) => id === comment.postId)?.channelId ?? ''
}

function snippet(comment: Comment, { state, person, html }: ThreadContext): Record<string, unknown> {
  const { authorHandle, authorId, parentId, moderationStatus, text } = comment
  const channelId = ownerOf(comment, state)
  return {
    channelId,
    videoId: comment.postId,
    textDisplay: html ? escapeHtml(text).replaceAll('\n', '<br>') : text,
    // The text as it was written is for its author.
    ...(authorId !== '' && authorId === person.channelId ? { textOriginal: text } : {}),
    ...(parentId === null ? {} : { parentId }),
    authorDisplayName: authorHandle === '' ? '' : `@${authorHandle}`,
    authorProfileImageUrl: `https://yt3.ggpht.com/${authorId || 'nobody'}=s48-c-k-c0x00ffffff-no-rj`,
    ...(authorId === ''
      ? {}
      : { authorChannelUrl: `http://www.youtube.com/@${authorHandle}`, authorChannelId: { value: authorId } }),
    canRate: true,
    viewerRating: 'none',
    likeCount: comment.likes,
    // Only the owner of the channel sees the status, and only of comments that are not published.
    ...(channelId === person.channelId && moderationStatus !== 'published' ? { moderationStatus } : {}),
    publishedAt: time(comment.createdAt),
    updatedAt: time(comment.updatedAt),
  }
}

/**
 * Returns a comment as a resource with the parts in `context.parts`.
 * @see https://developers.google.com/youtube/v3/docs/comments#resource (read 2026-11-20)
 */
export function commentResource(comment: Comment, context: ThreadContext): Record<string, unknown> {
  return tagged({
    kind: 'youtube#comment',
    id: comment.id,
    ...(context.parts.has('snippet') ? { snippet: snippet(comment, context) } : {}),
  })
}

/**
 * Returns a `commentThread` resource with the parts in `context.parts`. It contains the newest five replies that have
 * the moderation status `status`; `totalReplyCount` counts all replies with that status.
 * @see https://developers.google.com/youtube/v3/docs/commentThreads#resource (read 2026-11-20)
 */
export function threadResource(
  thread: Comment,
  context: ThreadContext,
  status: ModerationStatus = 'published',
): Record<string, unknown> {
  const { state, parts } = context
  const all = { ...context, parts: new Set(['snippet']) }
  const replies = repliesWith(state, thread, status)
  const shown = replies.slice(-inlineReplies).reverse()
  return tagged({
    kind: 'youtube#commentThread',
    id: thread.id,
    ...(parts.has('snippet')
      ? {
          snippet: {
            channelId: ownerOf(thread, state),
            videoId: thread.postId,
            topLevelComment: commentResource(thread, all),
            canReply: true,
            totalReplyCount: replies.length,
            isPublic: thread.moderationStatus === 'published',
          },
        }
      : {}),
    ...(parts.has('replies') && shown.length > 0
      ? { replies: { comments: shown.map((reply) => commentResource(reply, all)) } }
      : {}),
  })
}
