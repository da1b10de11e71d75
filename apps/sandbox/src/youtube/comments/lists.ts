import { newestFirst } from '../../newest-first.ts'
import type { Call, Setting } from '../api/call.ts'
import type { Query } from '../api/query.ts'
import { reject } from '../errors/google-error.ts'
import { tagged } from '../etag.ts'
import type { Comment, ModerationStatus } from '../state/comment.ts'
import { repliesWith } from '../state/comment-changes.ts'
import { type Person, privacyAt, type State, type Video } from '../state/state.ts'
import { pageOf } from './page.ts'
import { commentResource, type ThreadContext, threadResource } from './resources.ts'

const filters = ['videoId', 'allThreadsRelatedToChannelId', 'channelId', 'id'] as const
type Filter = (typeof filters)[number]

/** The parameters that cannot be combined with `id`. */
const notWithId = ['moderationStatus', 'order', 'maxResults', 'pageToken']
const statuses: Record<string, ModerationStatus> = {
  published: 'published',
  heldForReview: 'heldForReview',
  likelySpam: 'likelySpam',
}

function filterOf<const F extends string>(query: Query, names: readonly F[]): F {
  const named = names.filter((name) => query.has(name))
  const [filter, second] = named
  if (filter === undefined)
    throw reject('missingRequiredParameter', { message: `No filter selected. Expected one of: ${names.join(', ')}` })
  const clash = second === undefined ? [] : named
  const besides = filter === 'id' ? notWithId.filter((name) => query.has(name)) : []
  if (clash.length + besides.length > 0)
    throw reject('incompatibleParameters', {
      message: `Incompatible parameters specified in the request: ${[...named, ...besides].join(', ')}`,
    })
  return filter
}

function threadContext({ person, query }: Call, { state }: Setting): ThreadContext {
  return { state, person, parts: query.parts, html: query.text('textFormat') !== 'plainText' }
}

function mayRead(video: Video, { person, now }: Call): boolean {
  return video.channelId === person.channelId || privacyAt(video, now) !== 'private'
}

/** Comments that were found, with the owner of their video, who can also read unpublished ones. */
interface Found {
  ownerId: string | null
  threads: Comment[]
}

function threadsOfVideo(call: Call, { comments, videos }: State): Found {
  const video = videos.find(({ id }) => id === call.query.text('videoId'))
  if (video === undefined || !mayRead(video, call)) throw reject('videoNotFound', { location: 'videoId' })
  if (video.commentsOff) throw reject('commentsDisabled')
  return { ownerId: video.channelId, threads: comments.threads(video.id).toReversed() }
}

function threadsOfChannel(call: Call, { comments, people, videos }: State): Found {
  const channelId = call.query.text('allThreadsRelatedToChannelId')
  if (channelId === undefined || !people.some((one: Person) => one.channelId === channelId))
    throw reject('channelNotFound', { location: 'allThreadsRelatedToChannelId' })
  const own = videos.filter((video) => video.channelId === channelId && !video.commentsOff && mayRead(video, call))
  const threads = own.flatMap(({ id }) => comments.threads(id))
  return { ownerId: channelId, threads: newestFirst(threads, ({ createdAt }) => createdAt) }
}

const finders: Record<Exclude<Filter, 'id'>, (call: Call, state: State) => Found> = {
  videoId: threadsOfVideo,
  allThreadsRelatedToChannelId: threadsOfChannel,
  // Channels have no discussions of their own any more.
  channelId: () => ({ ownerId: null, threads: [] }),
}

function statusOf({ query, person }: Call, ownerId: string | null): ModerationStatus {
  const status = statuses[query.text('moderationStatus') ?? 'published']
  if (status === undefined) throw reject('invalidValue', { location: 'parameters.moderationStatus' })
  if (status !== 'published' && ownerId !== person.channelId) throw reject('forbidden')
  return status
}

function byRelevance(state: State): (one: Comment, other: Comment) => number {
  const weight = ({ id, likes }: Comment) => likes + state.comments.replies(id).length
  return (one, other) => weight(other) - weight(one)
}

/**
 * Returns the threads that have a moderation status. For a status other than `published`, it is enough that a reply has
 * the status.
 * @see https://developers.google.com/youtube/v3/docs/commentThreads/list (read 2026-11-20)
 */
function threadsWith(state: State, threads: Comment[], status: ModerationStatus): Comment[] {
  return threads.filter(
    (thread) =>
      thread.moderationStatus === status || (status !== 'published' && repliesWith(state, thread, status).length > 0),
  )
}

function maySee({ postId, parentId, moderationStatus }: Comment, call: Call, state: State): boolean {
  const video = state.videos.find(({ id }) => id === postId)
  if (video === undefined || !mayRead(video, call)) return false
  if (video.channelId === call.person.channelId) return true
  const thread = parentId === null ? undefined : state.comments.get(parentId)
  return [moderationStatus, thread?.moderationStatus ?? 'published'].every((status) => status === 'published')
}

function visibleByIds(call: Call, state: State): Comment[] {
  const found = call.query.list('id').flatMap((id) => state.comments.get(id) ?? [])
  return found.filter((comment) => maySee(comment, call, state))
}

/**
 * Handles `commentThreads.list`: lists the threads of a video or channel, newest first (default) or by relevance, or
 * the threads with the given ids, without those that do not exist or that the viewer may not see. Only the owner of the
 * video can list threads that are not published.
 * @throws GoogleError for another number of filters than one, `id` with parameters of a list, an invalid page token,
 *   the status `rejected`, or if the video or channel does not exist, cannot be read or has comments turned off
 * @see https://developers.google.com/youtube/v3/docs/commentThreads/list (read 2026-11-20)
 */
export function listThreads(call: Call, setting: Setting): Record<string, unknown> {
  const { query } = call
  const { state } = setting
  const context = threadContext(call, setting)
  const filter = filterOf(query, filters)
  if (filter === 'id') {
    const threads = visibleByIds(call, state).filter(({ parentId }) => parentId === null)
    const pageInfo = { totalResults: threads.length, resultsPerPage: threads.length }
    const items = threads.map((thread) => threadResource(thread, context))
    return tagged({ kind: 'youtube#commentThreadListResponse', pageInfo, items })
  }
  const { ownerId, threads } = finders[filter](call, state)
  const status = statusOf(call, ownerId)
  const terms = query.text('searchTerms')?.toLowerCase() ?? ''
  const found = threadsWith(state, threads, status).filter(({ text }) => text.toLowerCase().includes(terms))
  const order = query.text('order') === 'relevance' ? 'relevance' : 'time'
  if (order === 'relevance') found.sort(byRelevance(state))
  const list = [filter, query.text(filter), status, order, terms].join(' ')
  const { items, frame } = pageOf(found, { query, list })
  return tagged({
    kind: 'youtube#commentThreadListResponse',
    ...frame,
    items: items.map((thread) => threadResource(thread, context, status)),
  })
}

/**
 * Handles `comments.list`: lists the published replies of a thread, newest first, or the comments with the given ids.
 * Ids that do not exist, or that the viewer may not see, are missing from `items`.
 * @throws GoogleError for another number of filters than one, `id` with parameters of a list, or an invalid page token;
 *   `commentNotFound` for a thread that does not exist or that the viewer may not see
 * @see https://developers.google.com/youtube/v3/docs/comments/list (read 2026-11-20)
 */
export function listComments(call: Call, setting: Setting): Record<string, unknown> {
  const { query } = call
  const { state } = setting
  const context = threadContext(call, setting)
  if (filterOf(query, ['parentId', 'id']) === 'id') {
    const items = visibleByIds(call, state).map((comment) => commentResource(comment, context))
    const pageInfo = { totalResults: items.length, resultsPerPage: items.length }
    return tagged({ kind: 'youtube#commentListResponse', pageInfo, items })
  }
  const parent = state.comments.get(query.text('parentId') ?? '')
  if (parent === undefined || !maySee(parent, call, state)) throw reject('commentNotFound', { location: 'parentId' })
  const { items, frame } = pageOf(repliesWith(state, parent, 'published').reverse(), {
    query,
    list: `replies ${parent.id}`,
  })
  return tagged({
    kind: 'youtube#commentListResponse',
    ...frame,
    items: items.map((reply) => commentResource(reply, context)),
  })
}
