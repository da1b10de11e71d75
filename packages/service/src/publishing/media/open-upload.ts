import type { Context } from '../../context.ts'
import type { Grant } from '../../request.ts'
import { findUpload } from '../../uploads/find-upload.ts'
import type { PublicMedia } from './public-media.ts'

/**
 * The bytes of a complete upload; null if it is not complete.
 * @throws ServiceError `upload_not_found`
 */
export async function openUpload(context: Context, { scope }: Grant, uploadId: string): Promise<PublicMedia | null> {
  const { fileId, sha256, contentType, bytes } = await findUpload(context, scope.organizationId, uploadId)
  if (fileId === null || sha256 === null) return null
  const type = contentType ?? 'application/octet-stream'
  return { contentType: type, bytes, sha256, open: (range) => context.media.open(fileId, range) }
}
