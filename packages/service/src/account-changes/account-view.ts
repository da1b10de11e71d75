import type { AccountRow } from '@carillon/database'
import { type Account, declinedScopes, healthOf, supports } from '@carillon/domain'
import type { Context } from '../context.ts'

function viewSetup({ setupMissing, restriction, quality }: AccountRow): NonNullable<Account['setup']> {
  const missing = setupMissing ?? []
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
  const { platform, authMethod, status } = row
  const { features } = config.networks[platform]
  const missingScopes = declinedScopes({ platform, authMethod, missingScopes: row.missingScopes }, features)
  const known = { expiredReason: row.expiredReason, tokenExpiresAt: row.tokenExpiresAt, setup: setup ?? null }
  const { state, reason, actBefore } = healthOf({ platform, authMethod, status, missingScopes, ...known }, now())
  return { state, reason, actBefore: actBefore?.toISOString() ?? null }
}

/**
 * Converts a row of the table `account` to the API's account, without tokens. `setup` and `xCapabilities` are set only
 * for platforms that have them.
 */
export function viewAccount(context: Pick<Context, 'config' | 'now'>, row: AccountRow): Account {
  const setup = supports('connect.signup', row.platform) ? viewSetup(row) : undefined
  return {
    accountId: row.id,
    profileId: row.profileId,
    platform: row.platform,
    providerId: row.providerId || null,
    displayIdentifier: row.displayIdentifier,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    authMethod: row.authMethod,
    status: row.status,
    scopes: row.scopes,
    missingScopes: row.missingScopes,
    ...(supports('accounts.switches', row.platform) && {
      xCapabilities: { analytics: row.analytics, inbox: row.inbox },
    }),
    ...(setup && { setup }),
    tokenExpiresAt: row.tokenExpiresAt?.toISOString() ?? null,
    health: viewHealth(context, row, setup),
    connectedAt: row.connectedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
