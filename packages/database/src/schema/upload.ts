import type { Generated, Selectable } from 'kysely'

/** A file that a client sends in pieces. The facts about the file are null until it is complete. */
export interface UploadTable {
  id: string
  organizationId: string
  bytes: number
  received: Generated<number>
  filename: string | null
  filetype: string | null
  /** The file with all bytes; null until the pieces are joined. */
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

/** A piece of an upload, as a file of its own. */
export interface UploadPieceTable {
  uploadId: string
  startByte: number
  fileId: string
  contentType: string | null
  sha256: string
}

export type UploadPieceRow = Selectable<UploadPieceTable>
