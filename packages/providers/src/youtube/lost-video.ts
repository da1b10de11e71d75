import type { CallContext } from '../call-context.ts'
import type { OpenCommit } from '../ports/publish.ts'
import { member, type Resource, textOf } from './resource.ts'
import { readUploads } from './uploads-playlist.ts'

/** More videos than a channel can upload while one commit is open. */
const mostPages = 4

/**
 * Ids of videos that may be the one whose upload YouTube no longer knows: of that title, uploaded since, and not known to
 * be another publish's.
 */
export async function findLostVideos(
  call: CallContext,
  { title, open }: { title: string; open: Pick<OpenCommit, 'startedAt' | 'claimed'> },
): Promise<string[]> {
  // YouTube's times are whole seconds.
  const since = Math.floor(open.startedAt.getTime() / 1000) * 1000
  const found: string[] = []
  let page: string | null = null
  for (let pages = 0; pages < mostPages; pages++) {
    const { items, next } = await readUploads(call, page)
    const recent = items.filter((item) => addedAt(item) >= since)
    found.push(...recent.filter((item) => titleOf(item) === title.trim()).map(videoIdOf))
    // Newest first: an older one ends the search.
    if (next === null || recent.length < items.length) break
    page = next
  }
  return found.filter((id) => id !== '' && !open.claimed.has(id))
}

function addedAt(item: Resource): number {
  return Date.parse(String(member(item, 'snippet')['publishedAt']))
}

function titleOf(item: Resource): string {
  return String(member(item, 'snippet')['title']).trim()
}

export function videoIdOf(item: Resource): string {
  return textOf(member(item, 'contentDetails')['videoId']) ?? ''
}
