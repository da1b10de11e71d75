import type { Upload } from '@carillon/domain'
import type { Context } from '../context.ts'
import type { Grant, UseCase } from '../request.ts'
import { findUpload } from './find-upload.ts'
import { viewUpload } from './upload-view.ts'

/**
 * Reads an upload in the form of the API.
 * @throws ServiceError `upload_not_found`
 */
export async function readUpload(context: Context, { scope }: Grant, uploadId: string): Promise<Upload> {
  return viewUpload(await findUpload(context, scope.organizationId, uploadId))
}

/**
 * Returns an upload with the properties of its file.
 * @throws ServiceError `upload_not_found`
 */
export const getUpload: UseCase<'uploads.get'> = async (context, { grant, input }) => ({
  status: 200,
  body: await readUpload(context, grant, input.params.uploadId),
})
