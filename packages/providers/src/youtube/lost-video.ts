import { type Fields, objectOf, textOf } from '../json.ts'
import type { OpenCommit } from '../ports/publish.ts'
import type { YouTubeCall } from './credentials.ts'
import { readUploads } from './uploads-playlist.ts'

/** More videos than a channel can upload while one commit is open. */
const maxPages = 4

/**
 * Reads the channel's newest uploads, up to 200, and returns the ids of videos that may be the result of an upload
 * session that YouTube no longer knows: uploaded since the call, with the same title, and not created by another
 * publish. An empty list if there are none. Each page of 50 uploads costs one unit of the daily quota.
 */
export async function findLostVideos(
  call: YouTubeCall,
  { title, open }: { title: string; open: Pick<OpenCommit, 'startedAt' | 'claimed'> },
): Promise<string[]> {
  // YouTube's times are whole seconds.
  const since = Math.floor(open.startedAt.getTime() / 1000) * 1000
  const found: string[] = []
  let page: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const { items, next } = await readUploads(call, page)
    const recent = items.filter((item) => addedAt(item) >= since)
    found.push(...recent.filter((item) => titleOf(item) === title.trim()).map(videoIdOf))
    // The list is newest first, so an older video ends the search.
    if (next === null || recent.length < items.length) break
    page = next
  }
  return found.filter((id) => id !== '' && !open.claimed.has(id))
}

function addedAt(item: Fields): number {
  return Date.parse(String(objectOf(item['snippet'])['publishedAt']))
}

function titleOf(item: Fields): string {
  return String(objectOf(item['snippet'])['title']).trim()
}

/** Returns the id of the video in an item of the uploads playlist; empty if it is missing. */
export function videoIdOf(item: Fields): string {
  return textOf(objectOf(item['contentDetails'])['videoId']) ?? ''
}
