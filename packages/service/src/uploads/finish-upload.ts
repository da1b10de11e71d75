import { completeUpload, findUpload, listUploadPieces, type UploadPieceRow, type UploadRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { inspectMedia, joinFiles, stagedUpload } from '@carillon/media'
import type { Context } from '../context.ts'

interface JoinedFile {
  id: string
  bytes: number
  sha256: string
  contentType: string | null
}

/** Returns the file with all bytes of an upload. A single piece is that file; several are joined to a new one. */
async function join({ media }: Context, row: UploadRow, pieces: readonly UploadPieceRow[]): Promise<JoinedFile> {
  const [first, ...others] = pieces
  if (first && others.length === 0) {
    return { id: first.fileId, bytes: row.bytes, sha256: first.sha256, contentType: first.contentType }
  }
  const { id, bytes, sha256, sniffed } = await joinFiles(
    media,
    pieces.map(({ fileId }) => fileId),
  )
  return { id, bytes, sha256, contentType: sniffed }
}

/**
 * Reads the width, height and duration of a file; null if it is not usable media. A post then rejects it with the
 * reason.
 */
async function factsOf(context: Context, row: UploadRow, file: JoinedFile) {
  const unknown = { width: null, height: null, durationSeconds: null }
  const named = { code: 'invalid_media', item: 'upload' } as const
  try {
    const { width, height, durationSeconds } = await inspectMedia(context.media, stagedUpload(file, row.id), named)
    return { width, height, durationSeconds }
  } catch (error) {
    if (error instanceof ServiceError && error.code === named.code) return unknown
    throw error
  }
}

/** Reads the upload as it is stored now; undefined if it was deleted or has expired meanwhile. */
const readAgain = ({ db, now }: Context, { id, organizationId }: UploadRow): Promise<UploadRow | undefined> =>
  findUpload(db, { id, organizationId, now: now() })

/** Stores the joined file of an upload unless another process was first, and deletes the files that are then spare. */
async function complete(context: Context, row: UploadRow, pieces: readonly UploadPieceRow[]): Promise<UploadRow> {
  const file = await join(context, row, pieces)
  const { contentType, sha256 } = file
  const facts = { fileId: file.id, contentType, sha256, ...(await factsOf(context, row, file)) }
  const isFirst = await completeUpload(context.db, row.id, facts)
  const pieceIds = pieces.map(({ fileId }) => fileId)
  const own = pieceIds.includes(file.id) ? [] : [file.id]
  const spare = isFirst ? pieceIds.filter((fileId) => fileId !== file.id) : own
  await Promise.allSettled(spare.map((fileId) => context.media.remove(fileId)))
  if (isFirst) return { ...row, ...facts }
  const stored = await readAgain(context, row)
  if (!stored) throw new ServiceError('upload_not_found')
  return stored
}

/**
 * Completes an upload whose last byte has arrived, by joining its pieces to one file; returns other uploads unchanged.
 * Several processes may do this at the same time: one of them stores its file.
 * @throws ServiceError `upload_not_found` if the upload was deleted or has expired meanwhile
 */
export async function finishUpload(context: Context, row: UploadRow): Promise<UploadRow> {
  if (row.fileId !== null || row.received < row.bytes) return row
  const pieces = await listUploadPieces(context.db, row.id)
  try {
    return await complete(context, row, pieces)
  } catch (error) {
    // The process that completes an upload removes its pieces, which this one may have been about to read.
    const stored = await readAgain(context, row)
    if (!stored || stored.fileId === null) throw error
    return stored
  }
}
