import {
  deleteUpload,
  findExternalWrite,
  findMediaFile,
  insertUploadPiece,
  type MediaFileRow,
} from '@carillon/database'
import type { Upload } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../../context.ts'
import { isId } from '../../is-id.ts'
import type { Grant } from '../../request.ts'
import { copyInTurn } from '../../uploads/copy-in-turn.ts'
import { createUpload, type NewUpload } from '../../uploads/create-upload.ts'
import { findUpload } from '../../uploads/find-upload.ts'
import { finishUpload } from '../../uploads/finish-upload.ts'
import { viewUpload } from '../../uploads/upload-view.ts'
import { itemsIn } from './publish-media.ts'

/** The position of a media file in a publish. */
export interface PublishedFile {
  publishId: string
  /** The path of the media item in the publish, joined by dots, such as `images.0`. */
  path: string
}

const notKept = (path: string) =>
  new ServiceError('upload_not_found', `The publish has no stored file at ${path}, or not any more.`)

/**
 * Reads the row of a media file of a publish to which the API key has access.
 * @throws ServiceError `post_not_found`, or `upload_not_found` if the file is not stored at this path or no longer kept
 */
async function findFile(context: Context, { scope }: Grant, { publishId, path }: PublishedFile): Promise<MediaFileRow> {
  const id = publishId.toLowerCase()
  const publish = isId(id) ? await findExternalWrite(context.db, scope, { id, kind: 'publish' }) : undefined
  if (!publish) throw new ServiceError('post_not_found')
  const item = [...itemsIn(publish.payload)].find((each) => each.path.join('.') === path)
  const mediaId = item && 'mediaId' in item.source ? item.source.mediaId : null
  const file = mediaId === null ? undefined : await findMediaFile(context.db, mediaId)
  if (!file) throw notKept(path)
  return file
}

/**
 * Creates a completed upload from a media file of a publish, so that a client can publish the file again without
 * sending it. The file is copied, so the upload does not depend on the publish.
 * @throws ServiceError `post_not_found` if the publish does not exist, `upload_not_found` if it has no file at the path
 *   or the file was deleted, `upload_quota_exceeded`, or `invalid_request` if `bytes` is not the size of the file
 */
export async function uploadFromPublish(
  context: Context,
  grant: Grant,
  { bytes, ...names }: NewUpload,
  published: PublishedFile,
): Promise<Upload> {
  const file = await findFile(context, grant, published)
  if (file.bytes !== bytes) {
    throw new ServiceError('invalid_request', `Upload-Length: the file has ${file.bytes} bytes, not ${bytes}.`)
  }
  const { uploadId } = await createUpload(context, grant, { bytes, ...names })
  const { organizationId } = grant.scope
  const fileId = await copyInTurn(context, { id: file.id, organizationId }).catch(async (error: unknown) => {
    await deleteUpload(context.db, uploadId)
    throw error
  })
  if (fileId === null) {
    await deleteUpload(context.db, uploadId)
    throw notKept(published.path)
  }
  const { contentType, sha256 } = file
  await insertUploadPiece(context.db, { uploadId, startByte: 0, fileId, contentType, sha256 }, bytes)
  const row = await findUpload(context, organizationId, uploadId)
  return viewUpload(await finishUpload(context, row))
}
