import type { Generated, Selectable } from 'kysely'

export interface OrganizationTable {
  id: string
  name: string
  /** The colour of buttons on pages for customers, such as #1a5fb4. */
  color: Generated<string | null>
  cardOnFile: Generated<boolean>
  createdAt: Date
}

/** The logo of an organization, as a WebP image that was encoded here. */
export interface OrganizationLogoTable {
  organizationId: string
  /** SHA-256 of the bytes, by which it is served. */
  hash: Buffer
  bytes: Buffer
}

export type OrganizationRow = Selectable<OrganizationTable>
