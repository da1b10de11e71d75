import { type Fields, listOf } from '../json.ts'
import { readApi } from './client.ts'
import type { TikTokCall } from './credentials.ts'

export interface VideoPage {
  videos: Fields[]
  /** Milliseconds since the epoch before which the next page lies; null on the last. */
  next: number | null
}

interface VideoQuery {
  fields: readonly string[]
  /** Only posts from before this moment, milliseconds since the epoch. */
  before?: number | null
  ids?: readonly string[]
}

const pageSize = 20

/**
 * Posts of the account that everybody sees, newest first. The network may fill a page only in part though more follow.
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
export async function listVideos(call: TikTokCall, { fields, before = null, ids }: VideoQuery): Promise<VideoPage> {
  const {
    videos,
    cursor,
    has_more: more,
  } = await readApi(call, {
    path: '/business/video/list/',
    operation: 'posts.list',
    query: {
      // Next to other fields the id must be asked for.
      fields: JSON.stringify(['item_id', ...fields]),
      max_count: String(pageSize),
      ...(before !== null && { cursor: String(before) }),
      ...(ids && { filters: JSON.stringify({ video_ids: ids }) }),
    },
  })
  // A cursor that does not go back would lead round in circles.
  const goesOn = more === true && typeof cursor === 'number' && (before === null || cursor < before)
  return { videos: listOf(videos), next: goesOn ? cursor : null }
}

/** `create_time` in milliseconds since the epoch: the network writes Unix seconds as text. */
export function createdAt({ create_time: seconds }: Fields): number | null {
  const time = Number(seconds ?? Number.NaN) * 1000
  return time > 0 && time < 8.64e15 ? time : null
}
