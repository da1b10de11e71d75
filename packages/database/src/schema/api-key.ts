import type { Generated, Selectable } from 'kysely'

export interface ApiKeyTable {
  id: string
  organization_id: string
  profile_id: string | null
  name: string | null
  hash: Buffer
  last4: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Generated<Date | null>
  /** The key that created it; null for one that an operator created. */
  parent_id: string | null
}

export type ApiKeyRow = Selectable<ApiKeyTable>
