import type { ListedKey } from '@carillon/database'
import type { ApiKey } from '@carillon/domain'

/** The API key of the API for a row of `api_key`, without its hash. */
export function viewKey(row: ListedKey): ApiKey {
  return {
    keyId: row.id,
    name: row.name,
    profileId: row.profileId,
    profileIds: row.profileIds,
    scopes: row.scopes,
    allowedIps: row.allowedIps,
    budgets: row.budgets,
    last4: row.last4,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedIp: row.lastUsedIp,
  }
}
