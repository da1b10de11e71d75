import { idOf, textOf, timeOf } from '../json.ts'
import { clockSkewMs } from '../lost-write.ts'
import { callInstagram } from './client.ts'
import { imagesOf } from './containers.ts'
import type { InstagramPublishCall } from './credentials.ts'
import { readMedia } from './posts.ts'
import type { State } from './publish-state.ts'

type Call = InstagramPublishCall

function sameText(one: string | null, other: string | undefined): boolean {
  const [left, right] = [one ?? '', other ?? ''].map((text) => text.replace(/\s+/g, ' ').trim())
  return left === right
}

/**
 * Finds the post that a publish created, if the post's id is not known. Reads the newest page of the account's posts
 * and returns the ids of those that match; an empty list if none does. A post matches if it is of the same kind (image
 * or carousel), has the same caption, was created since the call whose response was lost (`lost.since`), and was not
 * created by another publish (`lost.claimed`). If no response was lost (`lost` is null), the post was created since the
 * publish was requested, and posts of other publishes are not left out.
 * @param until the time up to which the post was created; omitted if it may be new
 * @throws ProviderError if Instagram rejects the call or does not respond
 */
export async function findCandidates(call: Call, { lost }: State, until?: Date): Promise<string[]> {
  const since = Math.floor((Date.parse(lost?.since ?? call.createdAt.toISOString()) - clockSkewMs) / 1000)
  const kind = imagesOf(call.input).length > 1 ? 'CAROUSEL_ALBUM' : 'IMAGE'
  const end = until && Math.ceil((until.getTime() + clockSkewMs) / 1000)
  const { items } = await readMedia(call, { since, until: end })
  return items.flatMap((media) => {
    const [id, time] = [idOf(media['id']), timeOf(media['timestamp'])]
    const fits =
      time !== null &&
      Date.parse(time) >= since * 1000 &&
      (end === undefined || Date.parse(time) <= end * 1000) &&
      media['media_type'] === kind &&
      sameText(textOf(media['caption']), call.input.caption)
    return id !== null && fits && !lost?.claimed.includes(id) ? [id] : []
  })
}

/**
 * Reads the permalink of a post; null if it cannot be read, since the post is published in any case.
 * @see https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media (read 2026-11-20)
 */
export async function readPermalink(call: Call, mediaId: string): Promise<string | null> {
  try {
    const body = await callInstagram(call, {
      method: 'GET',
      path: `/${mediaId}`,
      operation: 'posts.get',
      timeoutMs: 5_000,
      query: { fields: 'id,permalink' },
    })
    return textOf(body['permalink'])
  } catch {
    return null
  }
}
