import { findMediaFile, findThumbnail, insertThumbnail, type MediaFileRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { deliverImage, inspectMedia, type MediaFile } from '@carillon/media'
import type { Context } from '../../context.ts'
import { removeFiles } from '../../uploads/remove-files.ts'
import type { PublicMedia } from './public-media.ts'

const purpose = 'thumbnail'
const hour = 3_600

/** The format of a thumbnail. */
const delivery = { contentTypes: ['image/webp'], maxBytes: 100_000, maxSide: 480 } as const
const named = { code: 'invalid_image', item: 'thumbnail' } as const

/**
 * Returns a signed URL of an image's thumbnail, valid for one to two hours. It stays the same for an hour, so that
 * browsers can cache it. The thumbnail is created at the first request.
 */
export function thumbnailUrl(
  { config, encryption, now }: Pick<Context, 'config' | 'encryption' | 'now'>,
  mediaId: string,
): string {
  const until = (Math.floor(now().getTime() / 1_000 / hour) + 2) * hour
  const name = `${mediaId}.${until.toString(36)}`
  return `${config.publicUrl}/media/thumbnails/${name}.${encryption.sign(purpose, name).toString('base64url')}`
}

/** Returns the id of the image in a signed name; null if the signature is invalid or has expired. */
function imageIn({ encryption, now }: Context, token: string): string | null {
  const [, name = '', mediaId = '', until = '', signature = ''] =
    /^(([0-9a-f-]{36})\.(\w{1,10}))\.([\w-]{43})$/.exec(token) ?? []
  if (!encryption.isSigned(purpose, name, Buffer.from(signature, 'base64url'))) return null
  return Number.parseInt(until, 36) * 1_000 > now().getTime() ? mediaId : null
}

async function encode(context: Context, image: MediaFileRow): Promise<MediaFile> {
  const staged = { ...image, encodedLength: 0, validBase64: true, sniffed: image.contentType }
  const owned = { ...named, owner: image.organizationId }
  const inspected = await inspectMedia(context.media, staged, {
    ...owned,
    declared: undefined,
    taken: [image.contentType],
  })
  return deliverImage(context.media, inspected, { ...delivery, ...owned })
}

const isGone = async ({ media }: Context, id: string) => (await media.stat(id)) === null

/** The maximum number of images that a process remembers as having no thumbnail. */
const maxWithout = 10_000

/** Remembers that no thumbnail can be created of an image, as each attempt decodes it completely. */
function noteWithout({ state: { withoutThumbnail } }: Context, id: string): undefined {
  if (withoutThumbnail.size >= maxWithout) withoutThumbnail.clear()
  withoutThumbnail.add(id)
}

/**
 * Creates the thumbnail of an image and stores it. Returns the image itself if it is small enough, and undefined if no
 * thumbnail can be created.
 */
async function make(context: Context, image: MediaFileRow): Promise<MediaFileRow | undefined> {
  const made = await encode(context, image).catch(async (error: unknown) => {
    if (error instanceof ServiceError && error.code === named.code) return noteWithout(context, image.id)
    if (await isGone(context, image.id)) return undefined
    throw error
  })
  if (made === undefined) return undefined
  const { id, contentType, bytes, sha256, width, height } = made
  if (id === image.id) return image
  const row = { id, contentType, bytes, sha256, width, height, createdAt: context.now() }
  if (await insertThumbnail(context.db, image.id, row)) return { ...image, ...row }
  await removeFiles(context, [id])
  return findThumbnail(context.db, image.id)
}

/** Creates the thumbnail of an image, once for simultaneous calls; undefined if that is impossible. */
async function makeOnce(context: Context, mediaId: string): Promise<MediaFileRow | undefined> {
  const { thumbnails, withoutThumbnail } = context.state
  if (withoutThumbnail.has(mediaId)) return undefined
  const image = await findMediaFile(context.db, mediaId)
  // Another call may have found that out in the meantime.
  if (!image || withoutThumbnail.has(mediaId)) return undefined
  return thumbnails.share(mediaId, () => make(context, image))
}

/**
 * Returns the thumbnail behind a URL and creates it at the first request. Null if the URL is invalid or expired, the
 * file no longer exists, or no thumbnail can be made of the image.
 * @param token the last part of the URL
 */
export async function openThumbnail(context: Context, token: string): Promise<PublicMedia | null> {
  const mediaId = imageIn(context, token)
  if (mediaId === null) return null
  const file = (await findThumbnail(context.db, mediaId)) ?? (await makeOnce(context, mediaId))
  if (!file || (await isGone(context, file.id))) return null
  const { contentType, bytes, sha256 } = file
  return { contentType, bytes, sha256, open: (range) => context.media.open(file.id, range) }
}
