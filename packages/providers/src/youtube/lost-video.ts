import { type Fields, objectOf, textOf } from '../json.ts'
import { clockSkewMs, plainText } from '../lost-write.ts'
import type { OpenCommit } from '../ports/publish.ts'
import type { YouTubeCall } from './credentials.ts'
import { readUploads } from './uploads-playlist.ts'

/** The maximum number of pages that are read: more videos than most channels upload while one commit is open. */
const maxPages = 4

/**
 * Reads the channel's newest uploads, up to 200, and returns the ids of those that may be the result of an upload
 * session that YouTube no longer knows: uploaded since the first call of the commit whose outcome is unknown
 * (`open.startedAt`) and up to `open.until` if it is set, with the same title, and not created by another publish
 * (`open.claimed`). An empty list if none matches. Null if that is not known: there are more newer uploads than are
 * read and none of them matches, or the id or time of a match is not readable. Each page of 50 uploads costs one unit
 * of the daily quota.
 * @throws ProviderError if a page cannot be read: `quota_exhausted` if too few units are left, otherwise the rejection
 *   of YouTube
 */
export async function findLostVideos(
  call: YouTubeCall,
  { title, open }: { title: string; open: Pick<OpenCommit, 'startedAt' | 'until' | 'claimed'> },
): Promise<string[] | null> {
  const since = open.startedAt.getTime() - clockSkewMs
  const end = open.until ? open.until.getTime() + clockSkewMs : Number.POSITIVE_INFINITY
  const found: Fields[] = []
  let isWhole = false
  let page: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const { items, next } = await readUploads(call, page)
    // A video whose time is not readable counts as recent.
    const recent = items.filter((item) => !(addedAt(item) < since))
    const inTime = recent.filter((item) => !(addedAt(item) > end))
    found.push(...inTime.filter((item) => titleOf(item) === plainText(title) && !open.claimed.has(videoIdOf(item))))
    // The list is newest first, so an older video ends the search.
    isWhole = next === null || recent.length < items.length
    if (isWhole) break
    page = next
  }
  const isReadable = found.every((item) => videoIdOf(item) !== '' && !Number.isNaN(addedAt(item)))
  // A list that changes while its pages are read may contain a video twice.
  return isReadable && (found.length > 0 || isWhole) ? [...new Set(found.map(videoIdOf))] : null
}

function addedAt(item: Fields): number {
  return Date.parse(String(objectOf(item['snippet'])['publishedAt']))
}

function titleOf(item: Fields): string {
  return plainText(String(objectOf(item['snippet'])['title']))
}

/** Returns the id of the video in an item of the uploads playlist; empty if it is missing. */
export function videoIdOf(item: Fields): string {
  return textOf(objectOf(item['contentDetails'])['videoId']) ?? ''
}
