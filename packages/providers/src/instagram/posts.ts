import { noMetrics, type ReadPost } from '@carillon/domain'
import { countOf, type Fields, textOf, timeOf } from '../json.ts'
import { codesOf } from '../meta/codes.ts'
import { type GraphPage, type GraphParameters, graphPage } from '../meta/graph.ts'
import type { PostsPort } from '../ports/posts.ts'
import { requiredId } from '../required-fields.ts'
import { callInstagram } from './client.ts'
import type { Credentials, InstagramCall } from './credentials.ts'

const pageSize = 50
/** Fields documented for both logins. */
const safeFields = ['id', 'media_type', 'media_url', 'thumbnail_url', 'permalink', 'timestamp']
const mediaFields = [...safeFields, 'caption', 'like_count', 'comments_count']

/**
 * Reads one page of the account's posts, newest first; Instagram returns no more than 10,000 in all. `query` has
 * further parameters, such as `after` (the cursor) and `limit` (50 if omitted). The documentation contradicts itself
 * about the fields after a login with Instagram: if Instagram rejects one, the page is read again without the caption
 * and the counts.
 * @throws ProviderError if Instagram rejects the call for another reason or does not respond
 * @see https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media
 *   (read 2026-11-20)
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

/**
 * Calls `read` with all fields of media and, if Instagram rejects a field, again with the fields that are documented
 * for both logins. Returns its result; any other error is thrown unchanged.
 */
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

/**
 * Converts a post of Graph. Counts that the owner hides and URLs of media under a copyright claim are null, since
 * Instagram omits them. A post of an unknown type counts as an image.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the id is missing
 */
export function toPost(media: Fields): ReadPost {
  const type = String(media['media_type'])
  const mediaType = (Object.hasOwn(mediaTypes, type) ? mediaTypes[type] : undefined) ?? 'image'
  const image = mediaType === 'video' ? null : textOf(media['media_url'])
  return {
    providerId: requiredId(media),
    text: textOf(media['caption']),
    mediaType,
    thumbnailUrl: textOf(media['thumbnail_url']) ?? image,
    permalink: textOf(media['permalink']),
    publishedAt: timeOf(media['timestamp']),
    metrics: { ...noMetrics, likes: countOf(media['like_count']), comments: countOf(media['comments_count']) },
  }
}

export const instagramPosts: PostsPort<Credentials> = {
  async list(call, cursor) {
    const { items, after } = await readMedia(call, { after: cursor ?? undefined })
    return { posts: items.map(toPost), next: after }
  },
}
