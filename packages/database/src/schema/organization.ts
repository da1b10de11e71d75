import type { Generated, Selectable } from 'kysely'

export interface OrganizationTable {
  id: string
  name: string
  /** The colour of buttons on pages for customers, such as #1a5fb4. */
  color: Generated<string | null>
  cardOnFile: Generated<boolean>
  createdAt: Date
}

export type OrganizationRow = Selectable<OrganizationTable>
