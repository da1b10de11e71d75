import type { Call, Setting } from '../api/call.ts'
import { reject } from '../errors/google-error.ts'
import type { Comment } from '../state/comment.ts'
import { addComment, authorNamed } from '../state/comment-changes.ts'
import { privacyAt, type Video } from '../state/state.ts'
import { isObject, type Json, type Shape } from '../upload/shape.ts'
import { commentResource, threadResource } from './resources.ts'

const maxLength = 10_000

const readOnly = {
  textDisplay: 'ignored',
  authorDisplayName: 'ignored',
  authorProfileImageUrl: 'ignored',
  authorChannelUrl: 'ignored',
  authorChannelId: 'ignored',
  canRate: 'ignored',
  viewerRating: 'ignored',
  likeCount: 'ignored',
  moderationStatus: 'ignored',
  publishedAt: 'ignored',
  updatedAt: 'ignored',
} as const

/** The format of a `comment` resource in a request. */
export const commentBody: Shape = {
  kind: 'string',
  etag: 'string',
  id: 'string',
  snippet: { parentId: 'string', textOriginal: 'string', videoId: 'string', channelId: 'string', ...readOnly },
}

/** The format of a `commentThread` resource in a request. */
export const threadBody: Shape = {
  kind: 'string',
  etag: 'string',
  id: 'string',
  snippet: {
    videoId: 'string',
    channelId: 'string',
    topLevelComment: commentBody,
    canReply: 'ignored',
    totalReplyCount: 'ignored',
    isPublic: 'ignored',
  },
  replies: 'ignored',
}

function member(body: Json, name: string): Json {
  const value = body[name]
  return isObject(value) ? value : {}
}

function text(body: Json, name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

function wordsOf(snippet: Json): string {
  const words = text(snippet, 'textOriginal')
  if (words.trim() === '') throw reject('commentTextRequired')
  if ([...words].length > maxLength) throw reject('commentTextTooLong')
  return words
}

function requireOpen(video: Video | undefined, { person, now }: Call): Video {
  if (video === undefined || (video.channelId !== person.channelId && privacyAt(video, now) === 'private'))
    throw reject('videoNotFound', { location: 'body.snippet.videoId' })
  if (video.commentsOff) throw reject('commentsDisabled', { location: 'body.snippet.videoId' })
  return video
}

function write(call: Call, setting: Setting, said: Pick<Comment, 'postId' | 'parentId' | 'text'>): Comment {
  const { person, now } = call
  if (person.channelId === null) throw reject('ineligibleAccount')
  return addComment(setting.state, { ...said, createdAt: now, author: authorNamed(setting.state, person.handle) })
}

/**
 * Handles `commentThreads.insert`: adds a comment to a video and returns the thread.
 * @throws GoogleError if the text is missing or too long, the video is not named, is unknown or has comments turned
 *   off, `channelId` is not that of the video, or the user has no channel
 * @see https://developers.google.com/youtube/v3/docs/commentThreads/insert (read 2026-11-20)
 */
export function insertThread(call: Call, body: Json, setting: Setting): Record<string, unknown> {
  const { state } = setting
  const snippet = member(body, 'snippet')
  const words = wordsOf(member(member(snippet, 'topLevelComment'), 'snippet'))
  const videoId = text(snippet, 'videoId')
  if (videoId === '') throw reject('channelOrVideoIdMissing')
  const video = requireOpen(
    state.videos.find(({ id }) => id === videoId),
    call,
  )
  const channelId = text(snippet, 'channelId')
  if (channelId !== '' && channelId !== video.channelId)
    throw reject('invalidCommentMetadata', { location: 'body.snippet.channelId' })
  const thread = write(call, setting, { postId: video.id, parentId: null, text: words })
  return threadResource(thread, { state, person: call.person, parts: call.query.parts, html: true })
}

/**
 * Handles `comments.insert`: adds a reply to a top-level comment and returns the reply.
 * @throws GoogleError if the text is missing or too long, `parentId` is missing or not a visible top-level comment,
 *   comments are turned off for the video, or the user has no channel
 * @see https://developers.google.com/youtube/v3/docs/comments/insert (read 2026-11-20)
 */
export function insertComment(call: Call, body: Json, setting: Setting): Record<string, unknown> {
  const { state } = setting
  const snippet = member(body, 'snippet')
  const parentId = text(snippet, 'parentId')
  if (parentId === '') throw reject('parentIdMissing')
  const words = wordsOf(snippet)
  const parent = state.comments.get(parentId)
  if (parent === undefined || parent.parentId !== null) throw reject('parentCommentNotFound')
  const video = requireOpen(
    state.videos.find(({ id }) => id === parent.postId),
    call,
  )
  if (parent.moderationStatus !== 'published' && video.channelId !== call.person.channelId)
    throw reject('parentCommentNotFound')
  const reply = write(call, setting, { postId: video.id, parentId: parent.id, text: words })
  return commentResource(reply, { state, person: call.person, parts: call.query.parts, html: true })
}
