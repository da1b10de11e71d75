import type { AccountRow } from '@carillon/database'
import { type Account, type SetupStep, supports } from '@carillon/domain'

function viewSetup(missing: SetupStep[]): NonNullable<Account['setup']> {
  return { state: missing.length === 0 ? 'ready' : 'incomplete', missing }
}

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
    ...(supports('connect.signup', row.platform) && { setup: viewSetup(row.setup_missing ?? []) }),
    tokenExpiresAt: row.token_expires_at?.toISOString() ?? null,
    connectedAt: row.connected_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
