import type { Generated, Selectable } from 'kysely'

/**
 * Uploads: files that clients send in pieces before they publish them. Facts about the file are null until it is
 * complete. `bytes` is the size of the whole file, `received` the number of bytes that have arrived.
 */
export interface UploadTable {
  id: string
  organizationId: string
  bytes: number
  received: Generated<number>
  filename: string | null
  /** The content type that the client announced; `contentType` is that of the bytes. */
  filetype: string | null
  /** The id of the whole file in the media store; null until the pieces are joined. */
  fileId: Generated<string | null>
  contentType: Generated<string | null>
  sha256: Generated<string | null>
  width: Generated<number | null>
  height: Generated<number | null>
  durationSeconds: Generated<number | null>
  createdAt: Date
  expiresAt: Date
}

export type UploadRow = Selectable<UploadTable>

/** The pieces of uploads, each stored as a file of its own. `startByte` is the offset of the piece. */
export interface UploadPieceTable {
  uploadId: string
  startByte: number
  fileId: string
  /** The media type detected from the first bytes of the piece; null if it is unknown. */
  contentType: string | null
  sha256: string
}

export type UploadPieceRow = Selectable<UploadPieceTable>
