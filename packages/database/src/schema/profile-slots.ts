import type { Slot } from '@carillon/domain'
import type { ColumnType, Selectable } from 'kysely'

/** The weekly times (slots) at which the accounts of a profile publish, in its time zone. */
export interface ProfileSlotsTable {
  profileId: string
  organizationId: string
  timeZone: string
  /** The slots in the order of the week, Monday first. */
  slots: ColumnType<Slot[], string, string>
  updatedAt: Date
}

export type ProfileSlotsRow = Selectable<ProfileSlotsTable>
