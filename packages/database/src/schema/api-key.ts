import type { KeyBudgets, KeyScope } from '@carillon/domain'
import type { ColumnType, Generated, Selectable } from 'kysely'

export interface ApiKeyTable {
  id: string
  organizationId: string
  /** The only profile that it reaches; it is deleted with it. */
  profileId: string | null
  /** The profiles that it reaches, if they are several; null for all of the organization. */
  profileIds: Generated<string[] | null>
  scopes: Generated<KeyScope[]>
  /** The IP addresses and networks from which it can be used; null for all. */
  allowedIps: Generated<string[] | null>
  /** Its budgets, none wider than those of the key that created it; null for a key without any. */
  budgets: ColumnType<KeyBudgets | null, string | null | undefined, string | null>
  lastUsedIp: Generated<string | null>
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
