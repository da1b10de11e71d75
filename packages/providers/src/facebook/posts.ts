import { noMetrics, type PostMetrics, type ReadPost } from '@carillon/domain'
import type { Dialect } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { firstOfEach } from '../first-of-each.ts'
import { countOf, type Fields, idOf, listOf, objectOf, textOf, timeOf } from '../json.ts'
import { graphPage } from '../meta/graph.ts'
import { postPageSizes, readShrinking } from '../meta/smaller-pages.ts'
import type { PostPage, PostsPort } from '../ports/posts.ts'
import { requiredId } from '../required-fields.ts'
import { callPage } from './client.ts'
import { type FacebookCall, type FacebookCredentials, requirePage } from './credentials.ts'
import { readDialect } from './errors.ts'
import { absoluteUrl } from './permalink.ts'

/**
 * The field for the number of comments. Without `filter(stream)` Facebook counts top-level comments only.
 * @see https://developers.facebook.com/docs/graph-api/reference/object/comments (read 2026-11-20)
 */
export const commentCountField = 'comments.filter(stream).limit(0).summary(total_count)'

export const postFields = [
  'id',
  'message',
  'story',
  'created_time',
  'permalink_url',
  'full_picture',
  'shares',
  commentCountField,
  'reactions.limit(0).summary(total_count)',
  'attachments{media_type,subattachments}',
].join(',')

const reelFields = [
  'id',
  'description',
  'created_time',
  'permalink_url',
  'post_id',
  'picture',
  'views',
  commentCountField,
  'likes.limit(0).summary(total_count)',
].join(',')

/** Returns the total count in the summary of a Graph edge, such as `comments`; null if the edge has no summary. */
export function totalOf(edge: unknown): number | null {
  return countOf(objectOf(objectOf(edge)['summary'])['total_count'])
}

const mediaTypeOf: Record<string, ReadPost['mediaType']> = {
  album: 'carousel',
  photo: 'image',
  video: 'video',
  video_inline: 'video',
  link: 'link',
}

function mediaTypeOfPost({ attachments }: Fields): ReadPost['mediaType'] {
  const [first] = listOf(objectOf(attachments)['data'])
  const type = String(first?.['media_type'])
  return (Object.hasOwn(mediaTypeOf, type) ? mediaTypeOf[type] : undefined) ?? 'text'
}

function postMetrics(post: Fields): PostMetrics {
  return {
    ...noMetrics,
    likes: totalOf(post['reactions']),
    comments: totalOf(post['comments']),
    shares: countOf(objectOf(post['shares'])['count']),
  }
}

/**
 * Converts a post of Graph's `published_posts`; values that Graph omits become null. Makes no call.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the id is missing
 */
export function readPost({ app }: FacebookCall, post: Fields): ReadPost {
  return {
    providerId: requiredId(post),
    text: textOf(post['message']) ?? textOf(post['story']),
    mediaType: mediaTypeOfPost(post),
    thumbnailUrl: textOf(post['full_picture']),
    permalink: absoluteUrl(app, post['permalink_url']),
    publishedAt: timeOf(post['created_time']),
    metrics: postMetrics(post),
  }
}

function readReel(call: FacebookCall, reel: Fields): ReadPost {
  const { pageId } = requirePage(call)
  const postId = idOf(reel['post_id'])
  const whole = postId === null || postId.includes('_') ? postId : `${pageId}_${postId}`
  return {
    providerId: whole ?? requiredId(reel),
    text: textOf(reel['description']),
    mediaType: 'video',
    thumbnailUrl: textOf(reel['picture']),
    permalink: absoluteUrl(call.app, reel['permalink_url']),
    publishedAt: timeOf(reel['created_time']),
    metrics: {
      ...noMetrics,
      likes: totalOf(reel['likes']),
      comments: totalOf(reel['comments']),
      views: countOf(reel['views']),
    },
  }
}

interface List {
  edge: string
  fields: string
  read(call: FacebookCall, item: Fields): ReadPost
  /** The list to read after this one; null for the last list. */
  next: ListName | null
}

type ListName = 'posts' | 'reels'

/**
 * The lists in which Facebook shows a Page's posts. All videos are listed as reels, some of them in the feed as well.
 * Whether the list of reels is complete is not documented, so both lists are read. A caller that merges them must keep
 * the first of two equal posts, which has the metrics of a reel.
 */
const lists: Record<ListName, List> = {
  reels: { edge: 'video_reels', fields: reelFields, read: readReel, next: 'posts' },
  posts: { edge: 'published_posts', fields: postFields, read: readPost, next: null },
}

function readCursor(cursor: string | null): { name: ListName; after: string | undefined } {
  if (cursor === null) return { name: 'reels', after: undefined }
  const [, name, after] = /^(posts|reels):(.*)$/s.exec(cursor) ?? []
  if (name !== 'posts' && name !== 'reels') {
    throw new ProviderError(
      'invalid_request',
      'The cursor does not belong to this list. Use a nextCursor of the same list.',
      'not_sent',
    )
  }
  return { name, after: after || undefined }
}

function nextCursor(name: ListName, after: string | null): string | null {
  if (after !== null) return `${name}:${after}`
  const { next } = lists[name]
  return next && `${next}:`
}

/**
 * Reads one page of the Page's feed or of its list of reels, newest first. `sizes` are page sizes in the order in which
 * they are tried, since Facebook may reject a page as too much data. `after` is the cursor from the result for the page
 * before, omitted for the first page. In the result for the last page it is null. `dialect` interprets errors.
 * @throws ProviderError `page_not_selected` if the connection has no Page; otherwise the rejection of Facebook
 * @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)
 */
async function readList(
  call: FacebookCall,
  name: ListName,
  {
    sizes,
    after,
    dialect = readDialect,
  }: { sizes: readonly [number, ...number[]]; after?: string | undefined; dialect?: Dialect },
): Promise<{ posts: ReadPost[]; after: string | null }> {
  const { pageId } = requirePage(call)
  const { edge, fields, read } = lists[name]
  const body = await readShrinking(sizes, (limit) =>
    callPage(call, {
      dialect,
      method: 'GET',
      path: `/${pageId}/${edge}`,
      operation: name === 'posts' ? 'posts.list' : 'reels.list',
      query: { fields, limit, after },
    }),
  )
  const page = graphPage(body)
  return { posts: page.items.map((item) => read(call, item)), after: page.after }
}

/**
 * Reads the newest posts of the Page, no more than `count`, from its feed and its list of reels, newest first, each
 * listed once. A reel that is in both lists has the metrics that Facebook reports for posts. Of a list that Facebook
 * rejects as too much data, only the newest 10 are read. `dialect` interprets errors.
 * @throws ProviderError `page_not_selected` if the connection has no Page; otherwise the rejection of Facebook
 */
export async function readNewestPosts(
  call: FacebookCall,
  { count, dialect = readDialect }: { count: number; dialect?: Dialect },
): Promise<ReadPost[]> {
  const query = { sizes: [count, 10], dialect } as const
  const lists = await Promise.all([readList(call, 'posts', query), readList(call, 'reels', query)])
  const time = ({ publishedAt }: ReadPost) => publishedAt ?? ''
  return lists
    .flatMap(({ posts }) => posts)
    .filter(firstOfEach())
    .toSorted((one, other) => time(other).localeCompare(time(one), 'en'))
    .slice(0, count)
}

export const facebookPosts: PostsPort<FacebookCredentials> = {
  /** Reads the Page's reels, then its posts. Some reels may be in both lists. */
  async list(call, cursor): Promise<PostPage> {
    requirePage(call)
    const { name, after } = readCursor(cursor)
    const page = await readList(call, name, { sizes: postPageSizes, after })
    return { posts: page.posts, next: nextCursor(name, page.after), nextList: nextCursor(name, null) }
  },
}
