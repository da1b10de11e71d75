import { countOf, type Fields } from '../json.ts'
import { requiredItems } from '../required-fields.ts'
import { readApi } from './client.ts'
import type { TikTokCall } from './credentials.ts'

interface VideoPage {
  videos: Fields[]
  /**
   * The cursor of the next page, a time in ms since the epoch: older posts follow. Null if no page can be read next.
   */
  next: number | null
  /** False if TikTok announces more posts, even without a cursor that leads to them. */
  isLast: boolean
}

interface VideoQuery {
  fields: readonly string[]
  /** Only posts created before this time, in ms since the epoch. */
  before?: number | null
  /** Only posts with one of these ids. */
  ids?: readonly string[]
}

const pageSize = 20
/**
 * The maximum number of pages read for requested ids. Pages may be partly filled or empty, although all ids would fit
 * in one.
 */
const maxPages = 5
/** The maximum number of pages read for the newest posts, which may be partly filled or empty as well. */
const maxNewestPages = 3

/**
 * Returns the objects of the list `field` in the field `data` of a response. A list that is missing or null is empty if
 * the response says that nothing follows. Unverified: whether TikTok leaves out empty lists, as it does with other
 * fields.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the list is missing in any other response,
 *   since all of its items would count as deleted
 */
export function itemsIn(data: Fields, field: 'videos' | 'comments'): Fields[] {
  const isLeftOut = (data[field] ?? null) === null && data['has_more'] === false
  return isLeftOut ? [] : requiredItems(data, field)
}

/**
 * Reads a page of up to 20 of the account's public posts, also those shown only as ads, newest first. `before` is
 * `next` of the page before, in ms since the epoch; null for the newest posts. A page may be partly filled although
 * more follow. With `ids`, only these posts are returned; ids of any other posts are omitted without an error.
 * @throws ProviderError `rate_limited` if the rate limit is used up; otherwise as `itemsIn`, or the rejection of TikTok
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
export async function listVideos(call: TikTokCall, { fields, before = null, ids }: VideoQuery): Promise<VideoPage> {
  const data = await readApi(call, {
    path: '/business/video/list/',
    operation: 'posts.list',
    query: {
      // When other fields are requested, the id must be requested as well.
      fields: JSON.stringify(['item_id', ...fields]),
      max_count: String(pageSize),
      ...(before !== null && { cursor: String(before) }),
      ...(ids && { filters: JSON.stringify({ video_ids: ids }) }),
    },
  })
  const isLast = data['has_more'] !== true
  const cursor = countOf(data['cursor'])
  // A cursor that does not go back in time would cause an endless loop.
  const leadsOn = !isLast && cursor !== null && (before === null || cursor < before)
  return { videos: itemsIn(data, 'videos'), next: leadsOn ? cursor : null, isLast }
}

/**
 * Reads the newest of the account's public posts, newest first: at most `count` posts, 20 if omitted. TikTok's pages
 * may be partly filled and at most three are read, so that posts may be missing.
 * @throws ProviderError as `listVideos`
 */
export async function newestVideos(
  call: TikTokCall,
  { fields, count = pageSize }: { fields: readonly string[]; count?: number },
): Promise<Fields[]> {
  const videos: Fields[] = []
  let before: number | null = null
  for (let page = 0; page < maxNewestPages && videos.length < count; page++) {
    const read = await listVideos(call, { fields, before })
    videos.push(...read.videos)
    if (read.next === null) break
    before = read.next
  }
  return videos.slice(0, count)
}

/**
 * Reads those of the account's public posts that have one of the ids, at most 20. Ids of any other posts are omitted.
 * `isWhole` is false if TikTok announced more pages after the fifth, or without a cursor: posts may then be missing.
 * @throws ProviderError as `listVideos`
 */
export async function videosById(
  call: TikTokCall,
  { fields, ids }: { fields: readonly string[]; ids: readonly string[] },
): Promise<{ videos: Fields[]; isWhole: boolean }> {
  const videos: Fields[] = []
  let before: number | null = null
  for (let page = 0; page < maxPages; page++) {
    const read = await listVideos(call, { fields, ids, before })
    videos.push(...read.videos)
    if (read.isLast || videos.length >= ids.length) return { videos, isWhole: true }
    if (read.next === null) break
    before = read.next
  }
  return { videos, isWhole: false }
}

/**
 * Returns the creation time of a post of TikTok in ms since the epoch; null if it is missing. TikTok sends Unix seconds
 * as a string.
 */
export function createdAt({ create_time: seconds }: Fields): number | null {
  const time = Number(seconds ?? Number.NaN) * 1000
  return time > 0 && time < 8.64e15 ? time : null
}
