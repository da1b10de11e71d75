import { randomUUIDv7 } from 'node:crypto'
import { insertUploadUpTo } from '@carillon/database'
import { limits, type Upload } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { viewUpload } from './upload-view.ts'

/** Hours for which an upload is kept, complete or not. */
const keptHours = 24

export interface NewUpload {
  bytes: number
  /** The file name as sent by the client; null if it sent none. */
  filename: string | null
  /** The media type as announced by the client; null if it announced none. */
  filetype: string | null
}

/**
 * Creates an empty upload for the organization of the API key. It expires after 24 hours.
 * @throws ServiceError `upload_quota_exceeded`, or `invalid_request` (413) if it is larger than any file may be
 */
export async function createUpload(
  context: Context,
  { scope }: Grant,
  { bytes, ...names }: NewUpload,
): Promise<Upload> {
  if (bytes > limits.uploadBytes) {
    const message = `Upload-Length: ${bytes} bytes, at most ${limits.uploadBytes} are taken.`
    throw new ServiceError('invalid_request', message, { status: 413 })
  }
  const createdAt = context.now()
  const expiresAt = new Date(createdAt.getTime() + keptHours * 3_600_000)
  const { organizationId } = scope
  const row = { id: randomUUIDv7(), organizationId, bytes, ...names, createdAt, expiresAt }
  const maxBytes = context.config.gateway.uploadBytesPerOrganization
  const taken = await insertUploadUpTo(context.db, row, maxBytes)
  if (taken + bytes > maxBytes) {
    const message = `The uploads of the organization have ${taken} bytes, and ${maxBytes} is the maximum: this one of ${bytes} bytes does not fit. Delete some, or wait until they expire.`
    throw new ServiceError('upload_quota_exceeded', message)
  }
  const nothing = { received: 0, fileId: null, contentType: null, sha256: null }
  return viewUpload({ ...row, ...nothing, width: null, height: null, durationSeconds: null })
}
