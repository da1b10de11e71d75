import type { ProviderError } from '../error-rules.ts'
import type { GraphParameters } from '../meta/graph.ts'
import { isUnknownObject } from '../meta/unknown-post.ts'
import type { PreparedPost } from '../ports/publish.ts'
import { requiredId } from '../required-fields.ts'
import { callInstagram } from './client.ts'
import type { InstagramPublishCall } from './credentials.ts'
import { containerError, publishDialect } from './errors.ts'

type Call = InstagramPublishCall
type Post = PreparedPost<'instagram'>
type PostImage = NonNullable<Post['image']>

/** Returns the images of a post in order, one for a post that is not a carousel; an empty list if it has none. */
export function imagesOf({ image, images }: Post): readonly PostImage[] {
  return images ?? (image ? [image] : [])
}

function filled<T>(items: readonly T[] | undefined): readonly T[] | undefined {
  return items && items.length > 0 ? items : undefined
}

/** Returns the parameters of the post as a whole, which the items of a carousel must not have. */
function postParameters({ caption, collaborators, isAiGenerated }: Post): GraphParameters {
  return { caption: caption || undefined, collaborators: filled(collaborators), is_ai_generated: isAiGenerated }
}

/**
 * Creates one container: Instagram's object for media that is to be published. A superfluous container has no effect
 * and expires after a day.
 * @see https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media
 *   (read 2026-11-20)
 */
async function createContainer(call: Call, form: GraphParameters): Promise<string> {
  const body = await callInstagram(call, {
    method: 'POST',
    path: `/${call.account.providerId}/media`,
    operation: 'media.create',
    dialect: publishDialect,
    // Instagram fetches the image before it responds.
    timeoutMs: 60_000,
    form,
  })
  return requiredId(body)
}

/**
 * Creates the container of one image, either for the post itself or for an item of its carousel. A container is
 * Instagram's object for media that is to be published. Instagram fetches the image from a public URL that is created
 * for it. Returns Instagram's id of the container.
 * @throws ProviderError if Instagram rejects the image, does not respond, or returns no id
 */
export async function createImage(call: Call, { source, altText, userTags }: PostImage): Promise<string> {
  const { url } = await source.link()
  const alone = imagesOf(call.input).length === 1
  return createContainer(call, {
    image_url: url,
    alt_text: altText || undefined,
    user_tags: filled(userTags)?.map(({ username, x, y }) => ({ username, x, y })),
    ...(alone ? postParameters(call.input) : { is_carousel_item: true }),
  })
}

/**
 * Creates the container of a carousel, Instagram's object for media that is to be published, and returns its id.
 * `children` are the ids of the containers of its images, which must be finished.
 * @throws ProviderError if Instagram rejects the call, does not respond, or returns no id
 */
export function createCarousel(call: Call, children: readonly string[]): Promise<string> {
  return createContainer(call, { media_type: 'CAROUSEL', children, ...postParameters(call.input) })
}

/** The status of a container, Instagram's object for media that is to be published. */
export type Progress =
  | { kind: 'working' | 'finished' | 'expired' | 'published' }
  /**
   * Instagram reports that no container has this id, or that the connection cannot see it. This has also been observed
   * for containers that exist, both new and published ones.
   */
  | { kind: 'hidden' }
  /** `error` explains why Instagram failed to prepare the container; `subcode` is Instagram's number of the reason. */
  | { kind: 'failed'; error: ProviderError; subcode: number | undefined }

const progressOf = {
  IN_PROGRESS: 'working',
  FINISHED: 'finished',
  EXPIRED: 'expired',
  PUBLISHED: 'published',
} as const

function isKnown(status: unknown): status is keyof typeof progressOf {
  return typeof status === 'string' && Object.hasOwn(progressOf, status)
}

/**
 * Returns null for the error that no object has the id of a call, or that the connection cannot see it.
 * @throws any other error, unchanged
 */
function ifHidden(thrown: unknown): null {
  if (isUnknownObject(thrown)) return null
  throw thrown
}

/**
 * Reads the status of a container, Instagram's object for media that is to be published. If it failed, the result
 * contains the error, translated from the subcode in Instagram's text. An unknown status counts as unfinished. During
 * failures of its own, Instagram reports containers that exist as unknown, so that `hidden` decides nothing.
 * @throws ProviderError if Instagram rejects the call for another reason or does not respond
 * @see https://developers.facebook.com/documentation/instagram-platform/content-publishing (read 2026-11-20)
 * @see https://github.com/gitroomhq/postiz-app/issues/1562 (read 2026-11-28)
 */
export async function readContainer(call: Call, id: string): Promise<Progress> {
  const body = await callInstagram(call, {
    method: 'GET',
    path: `/${id}`,
    operation: 'media.status',
    timeoutMs: 15_000,
    query: { fields: 'status_code,status' },
  }).catch(ifHidden)
  if (body === null) return { kind: 'hidden' }
  const { status_code, status } = body
  if (status_code === 'ERROR') {
    const [digits] = /\b2207\d{3}\b/.exec(typeof status === 'string' ? status : '') ?? []
    const subcode = digits === undefined ? undefined : Number(digits)
    return { kind: 'failed', error: containerError(subcode), subcode }
  }
  return { kind: isKnown(status_code) ? progressOf[status_code] : 'working' }
}
