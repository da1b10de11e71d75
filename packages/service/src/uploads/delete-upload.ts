import { deleteUpload as deleteRow, listExpiredUploads } from '@carillon/database'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { findUpload } from './find-upload.ts'
import { removeFiles } from './remove-files.ts'

async function removeUpload(context: Context, id: string): Promise<void> {
  await removeFiles(context, await deleteRow(context.db, id))
}

/**
 * Deletes an upload and its files. Posts that were published with it keep their own copies.
 * @throws ServiceError `upload_not_found`
 */
export async function deleteUpload(context: Context, { scope }: Grant, uploadId: string): Promise<void> {
  const { id } = await findUpload(context, scope.organizationId, uploadId)
  await removeUpload(context, id)
}

const batch = 100

/** Deletes the uploads that have expired. Returns their number. Called by the retention job. */
export async function sweepUploads(context: Context): Promise<number> {
  let count = 0
  for (;;) {
    const ids = await listExpiredUploads(context.db, context.now(), batch)
    for (const id of ids) await removeUpload(context, id)
    count += ids.length
    if (ids.length < batch) return count
  }
}
