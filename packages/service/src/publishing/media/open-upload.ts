import type { Context } from '../../context.ts'
import type { Grant } from '../../request.ts'
import { findUpload } from '../../uploads/find-upload.ts'
import { beginFinishing } from '../../uploads/finish-upload.ts'
import type { PublicMedia } from './public-media.ts'

/**
 * Returns the type, hash and bytes of a completed upload; null if it is not complete. If all of its bytes have arrived,
 * begins to complete it in the background.
 * @throws ServiceError `upload_not_found` if it does not exist, has expired or belongs to another organization
 */
export async function openUpload(context: Context, { scope }: Grant, uploadId: string): Promise<PublicMedia | null> {
  const row = await findUpload(context, scope.organizationId, uploadId)
  beginFinishing(context, row)
  const { fileId, sha256, contentType, bytes } = row
  if (fileId === null || sha256 === null) return null
  const type = contentType ?? 'application/octet-stream'
  return { contentType: type, bytes, sha256, open: (range) => context.media.open(fileId, range) }
}
