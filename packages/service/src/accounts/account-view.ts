import type { AccountRow } from '@carillon/database'
import { type Account, declinedScopes, healthOf, supports } from '@carillon/domain'
import type { Context } from '../context.ts'

function viewSetup({ setup_missing, restriction, quality }: AccountRow): NonNullable<Account['setup']> {
  const missing = setup_missing ?? []
  return {
    state: missing.length === 0 && !restriction ? 'ready' : 'incomplete',
    missing,
    ...(restriction && { restriction }),
    ...(quality !== null && { quality }),
  }
}

function viewHealth(
  { config, now }: Pick<Context, 'config' | 'now'>,
  row: AccountRow,
  setup: Account['setup'],
): Account['health'] {
  const { platform, auth_method: authMethod, status } = row
  const { features } = config.networks[platform]
  const missingScopes = declinedScopes({ platform, authMethod, missingScopes: row.missing_scopes }, features)
  const known = { expiredReason: row.expired_reason, tokenExpiresAt: row.token_expires_at, setup: setup ?? null }
  const { state, reason, actBefore } = healthOf({ platform, authMethod, status, missingScopes, ...known }, now())
  return { state, reason, actBefore: actBefore?.toISOString() ?? null }
}

/**
 * The account of the API for a row of `account`. Contains no tokens. `setup` and `xCapabilities` are set only for
 * platforms that have them.
 */
export function viewAccount(context: Pick<Context, 'config' | 'now'>, row: AccountRow): Account {
  const setup = supports('connect.signup', row.platform) ? viewSetup(row) : undefined
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
    ...(setup && { setup }),
    tokenExpiresAt: row.token_expires_at?.toISOString() ?? null,
    health: viewHealth(context, row, setup),
    connectedAt: row.connected_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
