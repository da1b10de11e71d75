import type { Generated, Selectable } from 'kysely'

export interface OrganizationTable {
  id: string
  name: string
  cardOnFile: Generated<boolean>
  createdAt: Date
}

export type OrganizationRow = Selectable<OrganizationTable>
