import type { Generated, Selectable } from 'kysely'

export interface OrganizationTable {
  id: string
  name: string
  card_on_file: Generated<boolean>
  created_at: Date
}

export type OrganizationRow = Selectable<OrganizationTable>
