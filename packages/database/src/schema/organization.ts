import type { Generated, Selectable } from 'kysely'

/** The organizations of this deployment. */
export interface OrganizationTable {
  id: string
  name: string
  /** The colour of buttons on pages for customers, such as #1a5fb4; null for the default colour. */
  color: Generated<string | null>
  cardOnFile: Generated<boolean>
  createdAt: Date
}

/** The logos of organizations, as WebP images that Carillon has encoded. */
export interface OrganizationLogoTable {
  organizationId: string
  /** SHA-256 of the bytes, which is in the URL of the logo. */
  hash: Buffer
  bytes: Buffer
}

export type OrganizationRow = Selectable<OrganizationTable>
