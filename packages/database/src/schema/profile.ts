import type { ColumnType, Selectable } from 'kysely'

export interface ProfileTable {
  id: string
  organization_id: string
  name: string
  external_id: string | null
  metadata: ColumnType<Record<string, unknown> | null, string | null, string | null>
  created_at: ColumnType<Date, Date, never>
  updated_at: Date
}

/** A profile with whether it is its organization's default: the oldest one that is left. */
export type ProfileRow = Selectable<ProfileTable> & { is_default: boolean }
