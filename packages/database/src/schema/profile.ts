import type { ColumnType, Selectable } from 'kysely'

/** The profiles of organizations, each for one end customer or brand. */
export interface ProfileTable {
  id: string
  organizationId: string
  name: string
  externalId: string | null
  metadata: ColumnType<Record<string, unknown> | null, string | null, string | null>
  createdAt: ColumnType<Date, Date, never>
  updatedAt: Date
}

/** A profile, and whether it is its organization's default: the oldest existing one. */
export type ProfileRow = Selectable<ProfileTable> & { isDefault: boolean }
