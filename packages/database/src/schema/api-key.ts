import type { KeyBudgets, KeyScope } from '@carillon/domain'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** The API keys of organizations. Only hashes of the keys are stored. */
export interface ApiKeyTable {
  id: string
  organizationId: string
  /**
   * The only profile to which the key has access; the key is deleted with this profile. Null if the key has access to
   * several profiles or to the whole organization.
   */
  profileId: string | null
  /** The profiles to which the key has access, if there are several; null for one profile or the whole organization. */
  profileIds: Generated<string[] | null>
  scopes: Generated<KeyScope[]>
  /** The IP addresses and networks from which the key can be used; null for all. */
  allowedIps: Generated<string[] | null>
  /**
   * The budgets of the key: its maximum numbers of requests per minute and of writes per UTC day, each at most that of
   * the key that created it. Null if it has no budgets.
   */
  budgets: ColumnType<KeyBudgets | null, string | null | undefined, string | null>
  lastUsedIp: Generated<string | null>
  name: string | null
  hash: Buffer
  last4: string
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Generated<Date | null>
  /** The key that created this key; null if an operator created it. */
  parentId: string | null
}

/** An API key with its hash. */
export type ApiKeyRow = Selectable<ApiKeyTable>
