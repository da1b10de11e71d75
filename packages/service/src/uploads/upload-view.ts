import type { UploadRow } from '@carillon/database'
import type { Upload } from '@carillon/domain'

/** Converts the row of an upload to the form of the API. */
export function viewUpload(row: UploadRow): Upload {
  const { width, height, durationSeconds, sha256 } = row
  return {
    uploadId: row.id,
    status: row.fileId === null ? 'incomplete' : 'complete',
    bytes: row.bytes,
    received: row.received,
    contentType: row.fileId === null ? row.filetype : row.contentType,
    width,
    height,
    durationMs: durationSeconds === null ? null : Math.round(durationSeconds * 1000),
    sha256,
    expiresAt: row.expiresAt.toISOString(),
  }
}
