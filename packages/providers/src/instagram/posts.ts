import { noMetrics, type ReadPost } from '@carillon/domain'
import { countOf, type Fields, idOf, textOf, timeOf } from '../json.ts'
import { codesOf } from '../meta/codes.ts'
import { type GraphPage, type GraphParameters, graphPage } from '../meta/graph.ts'
import type { PostsPort } from '../ports/posts.ts'
import { callInstagram } from './client.ts'
import type { Credentials, InstagramCall } from './credentials.ts'

const pageSize = 50
/** What both logins are documented to have. */
export const safeFields = ['id', 'media_type', 'media_url', 'thumbnail_url', 'permalink', 'timestamp']
export const mediaFields = [...safeFields, 'caption', 'like_count', 'comments_count']

/**
 * One page of the account's posts, newest first, at most 10,000 in all. The pages disagree on the fields of the login with
 * Instagram: when one is rejected, the list is read without the doubtful ones.
 * @see https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media (read 2026-11-20)
 * @see https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media (read 2026-11-20)
 */
export async function readMedia(call: InstagramCall, query: GraphParameters): Promise<GraphPage> {
  const read = async (wanted: readonly string[]) => {
    const body = await callInstagram(call, {
      method: 'GET',
      path: `/${call.account.providerId}/media`,
      operation: 'posts.list',
      query: { fields: wanted.join(','), limit: pageSize, ...query },
    })
    return graphPage(body)
  }
  return readMediaFields(read)
}

/** Reads all fields of media; when Instagram rejects a field, the read is repeated with the fields that every app may ask for. */
export async function readMediaFields<T>(read: (fields: readonly string[]) => Promise<T>): Promise<T> {
  try {
    return await read(mediaFields)
  } catch (error) {
    const { code, subcode } = codesOf(error)
    if (code !== 100 || subcode !== undefined) throw error
    return read(safeFields)
  }
}

const mediaTypes: Readonly<Record<string, ReadPost['mediaType']>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  CAROUSEL_ALBUM: 'carousel',
}

/** Counts that the owner hides, and addresses of what is under a copyright claim, are left out. */
export function toPost(media: Fields): ReadPost[] {
  const providerId = idOf(media['id'])
  if (providerId === null) return []
  const mediaType = mediaTypes[String(media['media_type'])] ?? 'image'
  const image = mediaType === 'video' ? null : textOf(media['media_url'])
  return [
    {
      providerId,
      text: textOf(media['caption']),
      mediaType,
      thumbnailUrl: textOf(media['thumbnail_url']) ?? image,
      permalink: textOf(media['permalink']),
      publishedAt: timeOf(media['timestamp']),
      metrics: { ...noMetrics, likes: countOf(media['like_count']), comments: countOf(media['comments_count']) },
    },
  ]
}

export const instagramPosts: PostsPort<Credentials> = {
  async list(call, cursor) {
    const { items, after } = await readMedia(call, { after: cursor ?? undefined })
    return { posts: items.flatMap(toPost), next: after }
  },
}
