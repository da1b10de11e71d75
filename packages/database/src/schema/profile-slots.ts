import type { Slot } from '@carillon/domain'
import type { ColumnType, Selectable } from 'kysely'

/** The times of a week at which the accounts of a profile publish. */
export interface ProfileSlotsTable {
  profileId: string
  organizationId: string
  timeZone: string
  /** In the order of the week. */
  slots: ColumnType<Slot[], string, string>
  updatedAt: Date
}

export type ProfileSlotsRow = Selectable<ProfileSlotsTable>
