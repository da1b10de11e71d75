import { insertUploadPiece, type UploadRow } from '@carillon/database'
import type { Upload } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { type Piece, type PieceOptions, type Reservation, type Written, writePiece } from '@carillon/media'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { findUpload } from './find-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { removeFiles } from './remove-files.ts'
import { viewUpload } from './upload-view.ts'

export interface UploadPiece {
  uploadId: string
  /** The number of bytes that have arrived, as the client knows it. */
  offset: number
  source: AsyncIterable<Uint8Array>
  checksum: PieceOptions['checksum']
  reservation?: Reservation | undefined
  signal: AbortSignal
  /**
   * Called when the bytes have arrived, which can take minutes: rejects if the client may no longer append them. The
   * piece is then deleted.
   */
  authorizeAgain(): Promise<void>
}

/** Returns the error for a piece that cannot be stored. */
function rejectionOf(piece: Exclude<Piece, { outcome: 'stored' }>, row: UploadRow): unknown {
  switch (piece.outcome) {
    case 'overflow': {
      const left = row.bytes - row.received
      const message = `The upload has ${row.bytes} bytes by its Upload-Length, and the piece is longer than the ${left} bytes that are left.`
      return new ServiceError('invalid_request', message, { status: 413 })
    }
    case 'mismatch':
      return new ServiceError('upload_checksum_mismatch')
    case 'broken':
      return piece.cause
    default:
      return piece satisfies never
  }
}

/** Deletes a piece that its client may no longer append, and throws the reason. */
async function requireAuthorized(context: Context, sent: UploadPiece, file: Written): Promise<void> {
  try {
    await sent.authorizeAgain()
  } catch (error) {
    await removeFiles(context, [file.id])
    throw error
  }
}

/**
 * Records a piece, and returns the row of the upload with the new number of received bytes. An empty piece is deleted.
 * @throws ServiceError `upload_offset_mismatch` if another piece begins at the same byte, `upload_not_found` if the
 *   upload was deleted meanwhile; the piece is then deleted
 */
async function record(context: Context, row: UploadRow, file: Written): Promise<UploadRow> {
  const { id: fileId, bytes, sniffed: contentType, sha256 } = file
  const piece = { uploadId: row.id, startByte: row.received, fileId, contentType, sha256 }
  if (bytes > 0 && (await insertUploadPiece(context.db, piece, bytes)))
    return { ...row, received: row.received + bytes }
  await removeFiles(context, [fileId])
  if (bytes === 0) return row
  await findUpload(context, row.organizationId, row.id)
  throw new ServiceError('upload_offset_mismatch')
}

/**
 * Appends a piece to an upload; each piece may be sent to a different process. If the connection breaks, its error is
 * thrown, and the bytes that have arrived are kept unless the piece has a checksum. Nothing is kept of a piece that is
 * rejected. The last piece completes the upload.
 * @throws ServiceError `upload_not_found`, `upload_offset_mismatch` (also if another piece has arrived meanwhile),
 *   `upload_checksum_mismatch`, or `invalid_request` (413) for more bytes than announced; the error of `authorizeAgain`
 */
export async function appendUpload(context: Context, { scope }: Grant, sent: UploadPiece): Promise<Upload> {
  const row = await findUpload(context, scope.organizationId, sent.uploadId)
  if (row.received !== sent.offset) {
    const message = `Upload-Offset is ${sent.offset}, but ${row.received} bytes have arrived. Continue there.`
    throw new ServiceError('upload_offset_mismatch', message)
  }
  const { source, checksum, reservation, signal } = sent
  const maxBytes = row.bytes - row.received
  const piece = await writePiece(context.media, source, { maxBytes, checksum, reservation, signal })
  const file = 'file' in piece ? piece.file : null
  if (file) await requireAuthorized(context, sent, file)
  const continued = file ? await record(context, row, file) : row
  if (piece.outcome !== 'stored') throw rejectionOf(piece, row)
  return viewUpload(await finishUpload(context, continued))
}
