import { findUpload as findRow, type UploadRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { isId } from '../is-id.ts'

/**
 * Reads an upload of an organization. An upload whose bytes have all arrived may not be completed yet (`finishUpload`).
 * @throws ServiceError `upload_not_found` if it does not exist, has expired or belongs to another organization
 */
export async function findUpload(context: Context, organizationId: string, id: string): Promise<UploadRow> {
  const now = context.now()
  const row = isId(id) ? await findRow(context.db, { id: id.toLowerCase(), organizationId, now }) : undefined
  if (!row) throw new ServiceError('upload_not_found')
  return row
}
