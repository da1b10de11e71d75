import type { Generated, Selectable } from 'kysely'

/**
 * Facts about files in the media store: those of publishes and schedules, and thumbnails. Uploads have tables of their
 * own. `bytes` is the size in bytes.
 */
export interface MediaFileTable {
  id: string
  organizationId: string
  writeId: string | null
  /**
   * The schedule with which the file was stored, also once its publish exists, or whose publish was withdrawn after it
   * had prepared the file; null for other files and for thumbnails.
   */
  scheduleId: Generated<string | null>
  contentType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationSeconds: number | null
  createdAt: Date
  /** The id of the image's row of which this file is a thumbnail; null for files that are published. */
  thumbnailOf: Generated<string | null>
}

/** A file in the media store. */
export type MediaFileRow = Omit<Selectable<MediaFileTable>, 'thumbnailOf' | 'scheduleId'>
