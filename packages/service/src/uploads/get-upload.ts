import type { Upload } from '@carillon/domain'
import type { Context } from '../context.ts'
import type { Grant, UseCase } from '../request.ts'
import { findUpload } from './find-upload.ts'
import { beginFinishing } from './finish-upload.ts'
import { viewUpload } from './upload-view.ts'

/** An upload, with the names that its client gave it; null for those that it did not give. */
export interface NamedUpload {
  upload: Upload
  filename: string | null
  filetype: string | null
}

/**
 * Reads an upload in the form of the API, with its names. While its pieces are joined, its status is `incomplete`. If
 * no call in this process joins them, such as after a crash, this call begins to.
 * @throws ServiceError `upload_not_found`
 */
export async function readNamedUpload(context: Context, { scope }: Grant, uploadId: string): Promise<NamedUpload> {
  const row = await findUpload(context, scope.organizationId, uploadId)
  beginFinishing(context, row)
  return { upload: viewUpload(row), filename: row.filename, filetype: row.filetype }
}

/**
 * Reads an upload in the form of the API, without its names. While its pieces are joined, its status is `incomplete`;
 * if no call in this process joins them, this call begins to.
 * @throws ServiceError `upload_not_found`
 */
export async function readUpload(context: Context, grant: Grant, uploadId: string): Promise<Upload> {
  const { upload } = await readNamedUpload(context, grant, uploadId)
  return upload
}

/**
 * Returns an upload with the properties of its file.
 * @throws ServiceError `upload_not_found`
 */
export const getUpload: UseCase<'uploads.get'> = async (context, { grant, input }) => ({
  status: 200,
  body: await readUpload(context, grant, input.params.uploadId),
})
