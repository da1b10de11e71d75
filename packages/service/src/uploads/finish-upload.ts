import {
  changedNothing,
  completeUpload,
  findUpload,
  listUploadPieces,
  type UploadPieceRow,
  type UploadRow,
} from '@carillon/database'
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
 * Reads the width, height and duration (in seconds) of a file; all null if it is not usable media. A post then rejects
 * it with the reason.
 */
async function factsOf(context: Context, row: UploadRow, file: JoinedFile) {
  const unknown = { width: null, height: null, durationSeconds: null }
  const named = { code: 'invalid_media', item: 'upload', owner: row.organizationId } as const
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

const removeFiles = ({ media }: Context, ids: readonly string[]) =>
  Promise.allSettled(ids.map((fileId) => media.remove(fileId)))

/**
 * Stores the joined file of an upload unless another process was first, and deletes the files that are no longer
 * needed.
 * @throws ServiceError `upload_not_found` if the upload was deleted or has expired meanwhile
 */
async function complete(context: Context, row: UploadRow): Promise<UploadRow> {
  const pieces = await listUploadPieces(context.db, row.id)
  if (pieces.length > 0) {
    const file = await join(context, row, pieces)
    const { contentType, sha256 } = file
    const pieceIds = pieces.map(({ fileId }) => fileId)
    const own = pieceIds.includes(file.id) ? [] : [file.id]
    const found = await factsOf(context, row, file).catch(async (error: unknown) => {
      await removeFiles(context, own)
      throw error
    })
    const facts = { fileId: file.id, contentType, sha256, ...found }
    const isFirst = await completeUpload(context.db, row.id, facts).catch(async (error: unknown) => {
      // After another error, the file may be the stored one.
      if (changedNothing(error)) await removeFiles(context, own)
      throw error
    })
    await removeFiles(context, isFirst ? pieceIds.filter((fileId) => fileId !== file.id) : own)
    if (isFirst) return { ...row, ...facts }
  }
  const stored = await readAgain(context, row)
  if (!stored) throw new ServiceError('upload_not_found')
  return stored
}

async function completeOrReadAgain(context: Context, row: UploadRow): Promise<UploadRow> {
  try {
    return await complete(context, row)
  } catch (error) {
    // The process that completes or deletes an upload removes its pieces, which this one may have been about to read.
    const stored = await readAgain(context, row)
    if (!stored) throw new ServiceError('upload_not_found')
    if (stored.fileId === null) throw error
    return stored
  }
}

/**
 * Completes an upload whose last byte has arrived, by joining its pieces to one file; returns other uploads unchanged.
 * Simultaneous calls in a process share one completion. Several processes may complete an upload at the same time: one
 * of them stores its file.
 * @throws ServiceError `upload_not_found` if the upload was deleted or has expired meanwhile
 */
export async function finishUpload(context: Context, row: UploadRow): Promise<UploadRow> {
  if (row.fileId !== null || row.received < row.bytes) return row
  return context.state.uploadCompletions.share(row.id, () => completeOrReadAgain(context, row))
}

/**
 * Begins to complete an upload whose last byte has arrived, unless this process does so already, for callers that do
 * not wait: joining the pieces of a large upload takes long. Does nothing for other uploads. A failure is logged.
 */
export function beginFinishing(context: Context, row: UploadRow): void {
  if (context.state.uploadCompletions.has(row.id)) return
  finishUpload(context, row).catch((err: unknown) => context.log.warn({ err }, 'upload not completed'))
}
