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
   * The schedule with which the file was stored, also once its publish exists; null for files that came without a
   * schedule.
   */
  scheduleId: Generated<string | null>
  contentType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationSeconds: number | null
  createdAt: Date
  /** The image of which this file is a thumbnail; null for files that are published. */
  thumbnailOf: Generated<string | null>
}

/** A file in the media store. */
export type MediaFileRow = Omit<Selectable<MediaFileTable>, 'thumbnailOf' | 'scheduleId'>
