import type { Insertable } from 'kysely'
import { type Db, transactionInTurn } from '../db.ts'
import type { UploadPieceRow, UploadRow, UploadTable } from '../schema/upload.ts'
import { matching } from '../statements/matching.ts'
import { holdOrganization } from './organization.ts'

/**
 * Stores an upload unless the organization's uploads that have not expired would together exceed `maxBytes`;
 * simultaneous calls for an organization wait for each other. Returns the total bytes without this upload: it was
 * stored if they and `row.bytes` are together at most `maxBytes`.
 */
export function insertUploadUpTo(db: Db, row: Insertable<UploadTable>, maxBytes: number): Promise<number> {
  return transactionInTurn(db, ['organization', row.organizationId], async (tx) => {
    await holdOrganization(tx, row.organizationId)
    const { taken } = await tx.kysely
      .selectFrom('upload')
      .select(({ fn }) => fn.sum<string | null>('bytes').as('taken'))
      .where('organizationId', '=', row.organizationId)
      .where('expiresAt', '>', row.createdAt)
      .executeTakeFirstOrThrow()
    const takenBytes = Number(taken ?? 0)
    if (takenBytes + row.bytes <= maxBytes) await tx.kysely.insertInto('upload').values(row).execute()
    return takenBytes
  })
}

/** Reads an upload of an organization; undefined if none exists or it has expired. */
export function findUpload(
  db: Db,
  { id, organizationId, now }: { id: string; organizationId: string; now: Date },
): Promise<UploadRow | undefined> {
  return db.kysely
    .selectFrom('upload')
    .selectAll()
    .where(matching<'upload'>({ id, organizationId }))
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/**
 * Appends a piece to an upload. Returns false, without a change, if the piece does not begin where the received bytes
 * end, because another request has appended one, or if the upload has been deleted.
 * @param bytes the size of the piece
 */
export function insertUploadPiece(db: Db, piece: UploadPieceRow, bytes: number): Promise<boolean> {
  return transactionInTurn(db, ['upload', piece.uploadId], async (tx) => {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('upload')
      .set(({ eb }) => ({ received: eb('received', '+', bytes) }))
      .where(matching<'upload'>({ id: piece.uploadId, received: piece.startByte }))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await tx.kysely.insertInto('uploadPiece').values(piece).execute()
    return true
  })
}

/** Returns the pieces of an upload in the order of their bytes. */
export function listUploadPieces(db: Db, uploadId: string): Promise<UploadPieceRow[]> {
  return db.kysely.selectFrom('uploadPiece').selectAll().where('uploadId', '=', uploadId).orderBy('startByte').execute()
}

type UploadFile = Pick<UploadRow, 'fileId' | 'contentType' | 'sha256' | 'width' | 'height' | 'durationSeconds'>

/**
 * Stores the id and the properties of the whole file of an upload, which is in the media store, and deletes the rows of
 * the upload's pieces. The caller has to remove the files of the pieces, except for a piece that is the whole file
 * itself. Returns false, without a change, if another process has completed the upload, or it has been deleted.
 */
export function completeUpload(db: Db, id: string, file: UploadFile): Promise<boolean> {
  return transactionInTurn(db, ['upload', id], async (tx) => {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('upload')
      .set(file)
      .where('id', '=', id)
      .where('fileId', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await tx.kysely.deleteFrom('uploadPiece').where('uploadId', '=', id).execute()
    return true
  })
}

/**
 * Deletes an upload with its pieces. Returns the ids of its files, the whole one and those of the pieces, which the
 * caller has to delete from the media store; empty if the upload has no files or does not exist.
 */
export function deleteUpload(db: Db, id: string): Promise<string[]> {
  return transactionInTurn(db, ['upload', id], async (tx) => {
    const ofUpload = tx.kysely.selectFrom('upload').select('fileId').where('id', '=', id)
    const row = await ofUpload.forUpdate().executeTakeFirst()
    const pieces = await listUploadPieces(tx, id)
    await tx.kysely.deleteFrom('upload').where('id', '=', id).execute()
    return [row?.fileId ?? [], pieces.map(({ fileId }) => fileId)].flat()
  })
}

/** Returns the ids of up to `limit` uploads that have expired at `now`, the earliest expired first. */
export async function listExpiredUploads(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('upload')
    .select('id')
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
