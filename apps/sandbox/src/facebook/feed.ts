import { requirePublishing } from '../meta/authority.ts'
import type { GraphCall } from '../meta/graph/call.ts'
import { GraphError, invalidParameter } from '../meta/graph/graph-error.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import type { Page } from '../meta/state/people.ts'
import type { Photo } from '../meta/state/posts.ts'
import { addPost } from './add-post.ts'
import { isKept } from './photos.ts'

/**
 * Returns the photo id of an entry of `attached_media`, which is an object `{media_fbid}` or its JSON.
 * @throws GraphError with code 100 for any other entry
 */
function mediaId(entry: unknown): string {
  let value = entry
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value)
    } catch {
      value = undefined
    }
  }
  const id = value !== null && typeof value === 'object' && 'media_fbid' in value ? value.media_fbid : undefined
  if (typeof id !== 'string') throw invalidParameter('Param attached_media must be an array of {media_fbid}')
  return id
}

/**
 * Returns the photos with these ids, to be attached to a post. They must be unpublished, less than a day old and on the
 * Page.
 * @throws GraphError with code 100 if one is not, or an id occurs twice
 */
function attachable(page: Page, call: GraphCall, ids: string[]): Photo[] {
  const photos = ids.map((id) => {
    const photo = call.state.photos.get(id)
    const usable = photo?.pageId === page.id && !photo.published && isKept(photo, call.state.now())
    if (photo === undefined || !usable)
      throw invalidParameter('Invalid parameter', { userMessage: `Photo ${id} cannot be attached` })
    return photo
  })
  if (new Set(ids).size < ids.length)
    throw invalidParameter('Invalid parameter', { userMessage: 'A photo is attached twice' })
  return photos
}

function rejectDuplicate(page: Page, call: GraphCall, text: string): void {
  const latest = [...call.state.pagePosts.values()].findLast(({ pageId }) => pageId === page.id)
  if (latest?.kind === 'text' && latest.text === text) {
    throw new GraphError('(#506) Duplicate status message', {
      code: 506,
      userMessage: 'This post is identical to the last one you published. Try posting something different.',
    })
  }
}

/**
 * Handles `POST /{page}/feed`: publishes a post, and the photos that are attached to it, and returns the post's id.
 * @throws GraphError with code 506 for a post of text alone that repeats the Page's latest post, otherwise if a
 *   permission is missing or a parameter is invalid
 * @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)
 */
export function publishToFeed(page: Page, call: GraphCall): unknown {
  const { parameters, state } = call
  requirePublishing(call, page)
  allowOnly(parameters, ['message', 'link', 'attached_media', 'published'])
  if (parameters.files.length > 0) throw invalidParameter('Files are not taken here')
  if (parameters.flag('published') === false) throw invalidParameter('The sandbox has no unpublished posts')
  const text = parameters.text('message') ?? ''
  const link = parameters.text('link') ?? null
  const photos = attachable(page, call, (parameters.list('attached_media') ?? []).map(mediaId))
  if (text === '' && link === null && photos.length === 0) {
    throw invalidParameter('Missing message or attachment', { subcode: 1349125 })
  }
  if (link !== null && photos.length > 0) throw invalidParameter('Only one of link and attached_media can be given')
  const kind = photos.length > 1 ? 'images' : photos.length === 1 ? 'image' : link === null ? 'text' : 'link'
  if (kind === 'text') rejectDuplicate(page, call, text)
  const media = photos.map((photo) => photo.media)
  const post = addPost(state, { pageId: page.id, kind, text, link, media, objectIds: photos.map(({ id }) => id) })
  for (const photo of photos) Object.assign(photo, { published: true, postId: post.id })
  return { id: post.id }
}
