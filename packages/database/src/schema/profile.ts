import type { ColumnType, Selectable } from 'kysely'

export interface ProfileTable {
  id: string
  organizationId: string
  name: string
  externalId: string | null
  metadata: ColumnType<Record<string, unknown> | null, string | null, string | null>
  createdAt: ColumnType<Date, Date, never>
  updatedAt: Date
}

/** A profile with whether it is its organization's default: the oldest one that is left. */
export type ProfileRow = Selectable<ProfileTable> & { isDefault: boolean }
