import { requirePublishing } from '../meta/authority.ts'
import type { GraphCall } from '../meta/graph/call.ts'
import { GraphError, invalidParameter } from '../meta/graph/graph-error.ts'
import { DAY_MS } from '../meta/graph/graph-time.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import { decodes, type ImageFormat, inspectImage } from '../meta/image.ts'
import type { Page } from '../meta/state/people.ts'
import type { Photo } from '../meta/state/posts.ts'
import type { HeldMedia } from '../network.ts'
import { addPost } from './add-post.ts'

const MAX_PHOTO_BYTES = 10 * 1024 * 1024
/** The media types of the supported image formats. WebP is not listed in the reference. */
const CONTENT_TYPES: Partial<Record<ImageFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
}

/** Returns whether Facebook still has a photo at `now` (ms since the epoch). Unpublished photos are kept for a day. */
export function isKept({ published, createdAt }: Photo, now: number): boolean {
  return published || createdAt + DAY_MS > now
}

function badPhoto(message: string, subcode?: number): GraphError {
  return new GraphError(`(#324) ${message}`, {
    code: 324,
    ...(subcode !== undefined && { subcode }),
    userTitle: 'Can’t read files',
    userMessage:
      'The photo could not be uploaded. It has to be a JPEG, PNG, GIF, TIFF or BMP file of a size that is taken.',
  })
}

async function readPhoto({ parameters, context }: GraphCall): Promise<Buffer> {
  const url = parameters.text('url')
  const { files } = parameters
  if (url !== undefined && files.length > 0) throw invalidParameter('Only one of the file and url can be given')
  if (files.length > 1) throw invalidParameter('Only one photo can be uploaded at a time')
  if (files[0] !== undefined) return files[0].bytes
  if (url === undefined) throw badPhoto('Requires upload file')
  const pulled = await context.pull(url).catch(() => undefined)
  if (pulled === undefined) throw badPhoto('Missing or invalid image file')
  return pulled.bytes
}

async function keepPhoto(call: GraphCall, altText: string | null): Promise<HeldMedia> {
  const bytes = await readPhoto(call)
  if (bytes.length > MAX_PHOTO_BYTES) throw badPhoto('Missing or invalid image file', 1366046)
  const inspected = await inspectImage(bytes)
  const contentType = inspected && CONTENT_TYPES[inspected.format]
  if (contentType === undefined || !(await decodes(bytes))) throw badPhoto('Missing or invalid image file', 1366046)
  return call.context.keep(bytes, contentType, altText)
}

/**
 * Handles `POST /{page}/photos`: uploads a photo and, by default, publishes it. Returns its `id` and, if published, the
 * id of the post as `post_id`.
 * @throws GraphError with code 324 for a missing, invalid or truncated file, otherwise if a permission is missing or a
 *   parameter is invalid
 * @see https://developers.facebook.com/docs/graph-api/reference/page/photos (read 2026-11-20)
 */
export async function uploadPhoto(page: Page, call: GraphCall): Promise<unknown> {
  const { parameters, state } = call
  requirePublishing(call, page)
  allowOnly(parameters, ['url', 'caption', 'message', 'name', 'alt_text_custom', 'published', 'temporary', 'no_story'])
  const published = parameters.flag('published') ?? true
  const text = parameters.text('caption') ?? parameters.text('message') ?? parameters.text('name') ?? ''
  const altText = parameters.text('alt_text_custom') ?? null
  const media = await keepPhoto(call, altText)
  const id = state.nextId('122', 15)
  const photo: Photo = { id, pageId: page.id, published, text, altText, media, createdAt: state.now(), postId: null }
  state.photos.set(id, photo)
  if (!published) return { id }
  const post = addPost(state, { pageId: page.id, kind: 'image', text, media: [media], objectIds: [id] })
  photo.postId = post.id
  return { id, post_id: post.id }
}
