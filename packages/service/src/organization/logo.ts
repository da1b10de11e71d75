import { hash as hashOf } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { findLogo } from '@carillon/database'
import { logoLimits, type StagedFile } from '@carillon/domain'
import { fieldError, ServiceError } from '@carillon/errors'
import { deliverImage, inspectMedia, type MediaFile } from '@carillon/media'
import type { Context } from '../context.ts'
import { removeFiles } from '../uploads/remove-files.ts'

const named = { code: 'invalid_image', item: 'logo' } as const

/** The format in which logos are stored: large enough for screens with a high density. */
const delivery = { contentTypes: ['image/webp'], maxBytes: 100_000, maxSide: 512 } as const

/** @throws ServiceError `invalid_image` if the width or height of the image is more than a logo may have */
function requireSize({ width, height }: MediaFile): void {
  const { side } = logoLimits
  if ((width ?? 0) <= side && (height ?? 0) <= side) return
  const message = `the image has ${width} × ${height} pixels; a logo may have at most ${side} on each side`
  throw fieldError({ path: ['logo'], message, code: named.code })
}

/**
 * Encodes an uploaded logo as WebP of at most 512 pixels per side and 100 kB, and returns its bytes with their SHA-256.
 * The upload is deleted from the media store, also after a failure.
 * @param owner the id of the organization
 * @throws ServiceError `invalid_image` if the file is not an image of an allowed type or size
 */
export async function encodeLogo(
  context: Pick<Context, 'media' | 'log'>,
  file: StagedFile,
  owner: string,
): Promise<{ hash: Buffer; bytes: Buffer }> {
  const { media } = context
  const stored = new Set([file.id])
  const { types } = logoLimits
  try {
    const message = `it is not an image of these types: ${types.join(', ')}`
    if (!types.some((type) => type === file.sniffed)) throw fieldError({ path: ['logo'], message, code: named.code })
    const inspected = await inspectMedia(media, file, { ...named, owner, taken: types })
    requireSize(inspected)
    const made = await deliverImage(media, inspected, { ...delivery, ...named, owner })
    stored.add(made.id)
    const bytes = await buffer(media.open(made.id))
    return { hash: hashOf('sha256', bytes, 'buffer'), bytes }
  } finally {
    await removeFiles(context, stored)
  }
}

/** Returns the path at which a logo is served, which contains the hash of its content; null if there is no logo. */
export const logoPath = (hash: Buffer | null): string | null =>
  hash === null ? null : `/logos/${hash.toString('base64url')}`

/**
 * Reads the logo at a path from the database.
 * @param name the last part of the path
 * @throws ServiceError `route_not_found` if no logo is stored for this path
 */
export async function openLogo(
  { db }: Pick<Context, 'db'>,
  name: string,
): Promise<{ contentType: string; bytes: Buffer }> {
  const bytes = /^[\w-]{43}$/.test(name) ? await findLogo(db, Buffer.from(name, 'base64url')) : undefined
  if (bytes === undefined) throw new ServiceError('route_not_found', 'The path does not exist.')
  return { contentType: 'image/webp', bytes }
}
