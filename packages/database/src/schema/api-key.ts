import type { Generated, Selectable } from 'kysely'

export interface ApiKeyTable {
  id: string
  organizationId: string
  profileId: string | null
  name: string | null
  hash: Buffer
  last4: string
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Generated<Date | null>
  /** The key that created it; null for one that an operator created. */
  parentId: string | null
}

export type ApiKeyRow = Selectable<ApiKeyTable>
