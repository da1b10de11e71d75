import type { Generated, Selectable } from 'kysely'

export interface MediaFileTable {
  id: string
  organizationId: string
  writeId: string | null
  /** The schedule to which the file belongs until its publish exists. */
  scheduleId: Generated<string | null>
  contentType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationSeconds: number | null
  createdAt: Date
  /** The image of which this is a small version; null for files that are published. */
  thumbnailOf: Generated<string | null>
}

export type MediaFileRow = Omit<Selectable<MediaFileTable>, 'thumbnailOf' | 'scheduleId'>
