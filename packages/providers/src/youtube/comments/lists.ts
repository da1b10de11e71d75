import { type Comment, capabilities } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import { bodyOf, type Fields, objectOf, textOf } from '../../json.ts'
import type { CommentPage, ThreadQuery } from '../../ports/comments.ts'
import { rejectionBehind } from '../../rejection-behind.ts'
import { apiPath, callApi } from '../client.ts'
import type { YouTubeCall } from '../credentials.ts'
import { itemsOf } from '../resource.ts'
import {
  isByChannel,
  isHeld,
  type ModerationStatus,
  moderationStatuses,
  threadIdOf,
  toComment,
  toThread,
} from './comment.ts'
import { laterPageDialect, listDialect } from './errors.ts'

const { pageSize } = capabilities['comments.list'].cells.youtube

interface Listing {
  items: Fields[]
  next: string | null
}

/**
 * Reads one page of comments or of threads, for one unit of the daily quota. Texts are plain text, not HTML.
 * @throws ProviderError `quota_exhausted` if too few units are left; otherwise translated by `listDialect`, or by
 *   `laterPageDialect` with a page token
 * @see https://developers.google.com/youtube/v3/docs/commentThreads/list (read 2026-11-20)
 */
async function list(
  call: YouTubeCall,
  resource: 'commentThreads' | 'comments',
  query: Readonly<Record<string, string>>,
): Promise<Listing> {
  const response = await callApi(call, {
    method: 'GET',
    path: `${apiPath}/${resource}`,
    query: { part: resource === 'comments' ? 'id,snippet' : 'id,snippet,replies', textFormat: 'plainText', ...query },
    operation: `${resource}.list`,
    dialect: 'pageToken' in query ? laterPageDialect : listDialect,
    retry: 'read',
  })
  return { items: itemsOf(response), next: textOf(bodyOf(response)['nextPageToken']) }
}

/** Returns the listing, or an empty one if YouTube rejected it because the video's comments are turned off. */
async function noneWhenDisabled(listing: Promise<Listing>): Promise<Listing> {
  try {
    return await listing
  } catch (error) {
    if (rejectionBehind(error).fields['reason'] === 'commentsDisabled') return { items: [], next: null }
    throw error
  }
}

/** The page token at which each list continues, keyed by its status. Lists that have ended are omitted. */
type Position = Partial<Record<ModerationStatus, string>>

function parsed(cursor: string): Fields {
  try {
    return objectOf(JSON.parse(cursor))
  } catch {
    return {}
  }
}

function readCursor(cursor: string): Position {
  const fields = parsed(cursor)
  const tokens = moderationStatuses.flatMap((status) => {
    const token = textOf(fields[status])
    return token === null ? [] : [[status, token]]
  })
  if (tokens.length > 0) return Object.fromEntries(tokens)
  throw new ProviderError('invalid_request', 'cursor: it does not belong to this list', 'not_sent')
}

function newestFirst(comments: readonly Comment[]): Comment[] {
  const tops = comments.filter(({ parentId }) => parentId === null)
  const times = new Map(tops.map(({ id, createdAt }) => [id, createdAt]))
  const timeOf = ({ id, parentId, createdAt }: Comment) => times.get(parentId ?? id) ?? createdAt
  return comments.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one), 'en'))
}

function requireOwn(call: YouTubeCall, threads: readonly Fields[]): void {
  const channels = threads.map((thread) => textOf(objectOf(thread['snippet'])['channelId']))
  if (channels.some((id) => id !== null && id !== call.account.providerId)) {
    throw new ProviderError('post_not_found', undefined, 'rejected')
  }
}

/**
 * Reads a page of a video's threads, newest first, with up to five replies each; empty if the comments of the video are
 * turned off. Includes comments that are held for review or likely spam, which only the owner of the video may read.
 * The first page costs three units of the daily quota, a later one up to three. `cursor` is `next` of the page before;
 * null for the first page.
 * @throws ProviderError `post_not_found` for a video that does not exist or is that of another channel;
 *   `invalid_request` for an invalid cursor; `quota_exhausted` if too few units are left
 * @see https://developers.google.com/youtube/v3/docs/commentThreads/list (read 2026-11-20)
 */
export async function readComments(
  call: YouTubeCall,
  { postId, cursor }: { postId: string; cursor: string | null },
): Promise<CommentPage> {
  const position = cursor === null ? null : readCursor(cursor)
  const statuses = moderationStatuses.filter((status) => position === null || position[status] !== undefined)
  const comments: Comment[] = []
  const next: Position = {}
  for (const status of statuses) {
    const pageToken = position?.[status]
    const query = {
      videoId: postId,
      maxResults: String(pageSize),
      order: 'time',
      moderationStatus: status,
      ...(pageToken !== undefined && { pageToken }),
    }
    const listing = await noneWhenDisabled(list(call, 'commentThreads', query))
    requireOwn(call, listing.items)
    comments.push(...listing.items.flatMap((thread) => toThread(call, thread, { postId, status })))
    if (listing.next !== null) next[status] = listing.next
  }
  return { comments: newestFirst(comments), next: Object.keys(next).length === 0 ? null : JSON.stringify(next) }
}

/**
 * Reads a page of up to 100 replies to the top-level comment `parentId`, for one unit of the daily quota. YouTube
 * documents no order. `cursor` is `next` of the page before; null for the first page. In 2024 YouTube ignored these
 * page tokens for a while: `next` was then `cursor` again.
 * @throws ProviderError `comment_not_found` if YouTube does not know the comment; `invalid_request` for an invalid
 *   cursor; `quota_exhausted` if too few units are left
 * @see https://developers.google.com/youtube/v3/docs/comments/list (read 2026-11-20)
 * @see https://github.com/Benjamin-Loison/YouTube-operational-API/issues/275 (read 2026-11-28)
 */
export async function readReplies(call: YouTubeCall, { postId, parentId, cursor }: ThreadQuery): Promise<CommentPage> {
  const { items, next } = await list(call, 'comments', {
    parentId,
    maxResults: String(pageSize),
    ...(cursor !== null && { pageToken: cursor }),
  })
  const replies = items.map((reply) => toComment(call, reply, { postId, isHidden: isHeld(reply), replyCount: 0 }))
  return { comments: replies, next }
}

/**
 * Reads the newest published threads on all videos of the channel, newest first, for one unit of the daily quota.
 * Returns the comments of one page: each top-level comment, followed by the replies that YouTube returns with it.
 * @throws ProviderError `quota_exhausted` if too few units are left; otherwise the rejection of YouTube
 */
export async function readNewest(call: YouTubeCall): Promise<Comment[]> {
  const channelId = call.account.providerId
  const { items } = await list(call, 'commentThreads', {
    allThreadsRelatedToChannelId: channelId,
    maxResults: String(pageSize),
    order: 'time',
  })
  return items.flatMap((thread) => {
    const snippet = objectOf(thread['snippet'])
    const postId = textOf(snippet['videoId'])
    // Threads about the channel itself, or on other channels, belong to none of its posts.
    if (postId === null || snippet['channelId'] !== channelId) return []
    return toThread(call, thread, { postId, status: 'published' })
  })
}

/**
 * Reads to which video of the channel a thread belongs, for one unit of the daily quota. Returns the video's id.
 * @throws ProviderError `comment_not_found` if no thread on the channel's videos has this id; `quota_exhausted` if too
 *   few units are left
 */
export async function readThread(call: YouTubeCall, threadId: string): Promise<{ postId: string }> {
  const { items } = await list(call, 'commentThreads', { id: threadId })
  const snippet = objectOf(items.find(({ id }) => id === threadId)?.['snippet'])
  const postId = textOf(snippet['videoId'])
  if (postId !== null && snippet['channelId'] === call.account.providerId) return { postId }
  throw new ProviderError('comment_not_found', undefined, 'rejected')
}

/** The author of a comment: the channel on its own video, the channel on another channel's video, or someone else. */
type CommentOwner = 'own' | 'own-elsewhere' | 'others'

/**
 * Reads whether the channel wrote a comment, and whether on its own video. Costs one unit of the daily quota, or two if
 * YouTube does not report the channel of the video. A comment that YouTube does not return counts as written by others,
 * since YouTube always returns those of the channel itself.
 * @throws ProviderError `comment_not_found` if the channel of the video is not reported and no thread on the channel's
 *   videos contains the comment; `quota_exhausted` if too few units are left
 * @see https://developers.google.com/youtube/v3/docs/comments/list (read 2026-11-22)
 * @see https://developers.google.com/youtube/v3/docs/comments#resource (read 2026-11-20)
 */
export async function ownerOf(call: YouTubeCall, id: string): Promise<CommentOwner> {
  const { items } = await list(call, 'comments', { id })
  const own = items.find((item) => isByChannel(call, item))
  if (!own) return 'others'
  const channelId = textOf(objectOf(own['snippet'])['channelId'])
  if (channelId !== null) return channelId === call.account.providerId ? 'own' : 'own-elsewhere'
  await readThread(call, threadIdOf(id))
  return 'own'
}
