import type { Platform } from '@carillon/domain'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Connect links: pages on which customers connect accounts of one profile. */
export interface ConnectLinkTable {
  id: string
  organizationId: string
  profileId: string
  /** SHA-256 of the token in the URL of the page. */
  tokenHash: Buffer
  platforms: ColumnType<Platform[], readonly Platform[], readonly Platform[]>
  redirectUrl: string | null
  /** The number of authorizations that were started from the page. */
  starts: Generated<number>
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Generated<Date | null>
}

export type ConnectLinkRow = Selectable<ConnectLinkTable>
