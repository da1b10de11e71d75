import type { Platform } from '@carillon/domain'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Pages on which a customer connects accounts of one profile. */
export interface ConnectLinkTable {
  id: string
  organizationId: string
  profileId: string
  /** SHA-256 of the token in the page's URL. */
  tokenHash: Buffer
  platforms: ColumnType<Platform[], readonly Platform[], readonly Platform[]>
  redirectUrl: string | null
  /** How many authorizations have been started from the page. */
  starts: Generated<number>
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Generated<Date | null>
}

export type ConnectLinkRow = Selectable<ConnectLinkTable>
