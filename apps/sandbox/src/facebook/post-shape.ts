import type { GraphCall } from '../meta/graph/call.ts'
import type { FieldSelection, Shape } from '../meta/graph/fields.ts'
import { graphTime } from '../meta/graph/graph-time.ts'
import type { PagePost, Photo } from '../meta/state/posts.ts'
import type { State } from '../meta/state/state.ts'
import { fromPage } from './shapes.ts'

const STATUS_TYPES: Record<PagePost['kind'], string> = {
  text: 'mobile_status_update',
  link: 'shared_story',
  image: 'added_photos',
  images: 'added_photos',
  reel: 'added_video',
  video: 'added_video',
}

const ATTACHMENT_TYPES: Partial<Record<PagePost['kind'], { media_type: string; type: string }>> = {
  link: { media_type: 'link', type: 'share' },
  image: { media_type: 'photo', type: 'photo' },
  images: { media_type: 'album', type: 'album' },
  reel: { media_type: 'video', type: 'video_inline' },
  video: { media_type: 'video', type: 'video_inline' },
}

function attachment(post: PagePost, at: number): Record<string, unknown> {
  const held = post.media[at]
  const image = held && { image: { height: held.height, width: held.width, src: held.url } }
  const videoFile = post.kind === 'reel' || post.kind === 'video'
  return {
    ...ATTACHMENT_TYPES[post.kind === 'images' ? 'image' : post.kind],
    ...(image && { media: videoFile ? { ...image, source: held.url } : image }),
    ...(post.objectIds[at] !== undefined && { target: { id: post.objectIds[at] } }),
    ...(post.link !== null && { unshimmed_url: post.link }),
  }
}

function attachments(post: PagePost, selection: FieldSelection): unknown {
  const kind = ATTACHMENT_TYPES[post.kind]
  if (kind === undefined) return undefined
  const first = attachment(post, 0)
  if (post.kind !== 'images') return { data: [pick(first, selection)] }
  const below = selection.fields?.find(({ name }) => name === 'subattachments') ?? { ...selection, fields: undefined }
  const subattachments = { data: post.media.map((_held, at) => pick(attachment(post, at), below)) }
  return { data: [pick({ ...first, ...kind, subattachments }, selection)] }
}

/** Returns the requested members of an attachment; all of them if none are requested. */
function pick(one: Record<string, unknown>, { fields }: FieldSelection): Record<string, unknown> {
  if (fields === undefined) return one
  return Object.fromEntries(fields.flatMap(({ name }) => (Object.hasOwn(one, name) ? [[name, one[name]]] : [])))
}

/**
 * Returns the value of a field that is a list, such as `comments.limit(0).summary(total_count)`, of which callers use
 * only the count: `data` is always empty, and `total` is returned as `summary.total_count` if `selection` requests the
 * summary.
 */
export function summary(selection: FieldSelection, total: number): unknown {
  const counted = selection.modifiers['summary']
  return { data: [], ...(counted !== undefined && counted !== 'false' && { summary: { total_count: total } }) }
}

/**
 * Returns the number of top-level comments on a post or, if `selection` has the modifier `filter(stream)`, the number
 * with replies.
 */
export function countComments(postId: string, selection: FieldSelection, { state: { comments } }: GraphCall): number {
  const all = selection.modifiers['filter'] === 'stream'
  return all ? comments.facebook.count(postId) : comments.facebook.threads(postId).length
}

/**
 * Returns the URL of the reel that shows the video of a post; undefined for a post without a video. Facebook shows
 * every video as a reel, whichever endpoint published it.
 */
function reelOf(state: State, postId: string): string | undefined {
  const video = [...state.videos.values()].find((one) => one.postId === postId)
  return video && `https://www.facebook.com/reel/${video.id}/`
}

/** Returns the public URL of a Page's post. */
export function permalink({ id, pageId }: { id: string; pageId: string }): string {
  return `https://www.facebook.com/${pageId}/posts/${id.slice(pageId.length + 1)}`
}

/**
 * The fields of a Page post in Graph API responses.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)
 */
export const postShape: Shape<PagePost, GraphCall> = {
  type: 'PagePost',
  defaults: ['created_time', 'message', 'id'],
  fields: {
    id: ({ id }) => id,
    message: ({ text }) => (text === '' ? undefined : text),
    created_time: ({ createdAt }) => graphTime(createdAt),
    updated_time: ({ createdAt }) => graphTime(createdAt),
    permalink_url: (post, _selection, { state }) => reelOf(state, post.id) ?? permalink(post),
    full_picture: ({ media }) => media[0]?.url,
    picture: ({ media }) => media[0]?.url,
    status_type: ({ kind }) => STATUS_TYPES[kind],
    is_published: () => true,
    is_eligible_for_promotion: ({ id }, _selection, { state }) => !state.ads.ineligiblePosts.has(id),
    promotable_id: ({ id }, _selection, { state }) => (state.ads.ineligiblePosts.has(id) ? undefined : id),
    is_hidden: () => false,
    from: ({ pageId }, selection, call) => fromPage(call.state.pages.get(pageId), selection, call),
    // Graph leaves the count of shares out while it is nought.
    shares: ({ shares }) => (shares === 0 ? undefined : { count: shares }),
    comments: ({ id }, selection, call) => summary(selection, countComments(id, selection, call)),
    reactions: ({ likedBy }, selection) => summary(selection, likedBy.length),
    likes: ({ likedBy }, selection) => summary(selection, likedBy.length),
    attachments: (post, selection) => attachments(post, selection),
  },
  unset: [
    'story',
    'story_tags',
    'message_tags',
    'place',
    'privacy',
    'properties',
    'parent_id',
    'scheduled_publish_time',
  ],
}

/**
 * The fields of a photo in Graph API responses.
 * @see https://developers.facebook.com/docs/graph-api/reference/photo (read 2026-11-20)
 */
export const photoShape: Shape<Photo, GraphCall> = {
  type: 'Photo',
  defaults: ['created_time', 'name', 'id'],
  fields: {
    id: ({ id }) => id,
    name: ({ text }) => (text === '' ? undefined : text),
    alt_text: ({ altText }) => altText,
    alt_text_custom: ({ altText }) => altText,
    created_time: ({ createdAt }) => graphTime(createdAt),
    width: ({ media }) => media.width,
    height: ({ media }) => media.height,
    images: ({ media }) => [{ height: media.height, width: media.width, source: media.url }],
    picture: ({ media }) => media.url,
    source: ({ media }) => media.url,
    page_story_id: ({ postId }) => postId,
    link: ({ id }) => `https://www.facebook.com/photo.php?fbid=${id}`,
    from: ({ pageId }, selection, call) => fromPage(call.state.pages.get(pageId), selection, call),
    can_delete: () => true,
  },
  unset: ['album', 'icon', 'place', 'target', 'updated_time'],
}
