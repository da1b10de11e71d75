import type { Generated, Selectable } from 'kysely'

export interface MediaFileTable {
  id: string
  organization_id: string
  write_id: string | null
  content_type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  duration_seconds: number | null
  created_at: Date
  /** The image of which this is a small version; null for files that are published. */
  thumbnail_of: Generated<string | null>
}

export type MediaFileRow = Omit<Selectable<MediaFileTable>, 'thumbnail_of'>
