import type { AccountRow } from '@carillon/database'
import { type Account, supports } from '@carillon/domain'

function viewSetup({ setup_missing, restriction, quality }: AccountRow): NonNullable<Account['setup']> {
  const missing = setup_missing ?? []
  return {
    state: missing.length === 0 && !restriction ? 'ready' : 'incomplete',
    missing,
    ...(restriction && { restriction }),
    ...(quality !== null && { quality }),
  }
}

/**
 * The account of the API for a row of `account`. Contains no tokens. `setup` and `xCapabilities` are set only for
 * platforms that have them.
 */
export function viewAccount(row: AccountRow): Account {
  return {
    accountId: row.id,
    profileId: row.profile_id,
    platform: row.platform,
    providerId: row.provider_id || null,
    displayIdentifier: row.display_identifier,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    authMethod: row.auth_method,
    status: row.status,
    scopes: row.scopes,
    missingScopes: row.missing_scopes,
    ...(supports('accounts.switches', row.platform) && {
      xCapabilities: { analytics: row.analytics, inbox: row.inbox },
    }),
    ...(supports('connect.signup', row.platform) && { setup: viewSetup(row) }),
    tokenExpiresAt: row.token_expires_at?.toISOString() ?? null,
    connectedAt: row.connected_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
