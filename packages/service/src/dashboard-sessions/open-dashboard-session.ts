import { insertDashboardSession, trimDashboardSessions } from '@carillon/database'
import type { Context } from '../context.ts'
import { unauthorized } from '../keys/authenticate.ts'
import type { Grant } from '../request.ts'
import type { SessionAccess } from './authenticate-session.ts'
import { hashSessionToken, makeSessionToken } from './session-token.ts'

/**
 * The maximum number of sessions of one API key at once. Beyond it, the session that was used longest ago is deleted.
 */
const maxSessionsPerKey = 100

interface OpenedSession {
  /** The value for the browser's cookie. Only its hash is stored, so it cannot be read again. */
  token: string
  access: SessionAccess
}

/**
 * Opens a dashboard session for an API key that has just been authenticated. If the key then has more than 100
 * sessions, the one that was used longest ago is deleted. The returned `access` is without the budgets of the key.
 * @throws ServiceError `unauthorized` if the key was deleted meanwhile
 */
export async function openDashboardSession(
  context: Context,
  { keyId, scope, scopes }: Grant,
  requestId: string,
): Promise<OpenedSession> {
  const token = makeSessionToken()
  const now = context.now()
  const row = await insertDashboardSession(context.db, {
    hash: hashSessionToken(token),
    keyId: keyId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + context.config.gateway.dashboardSessionMs),
  })
  if (!row) throw unauthorized()
  await trimDashboardSessions(context.db, row, maxSessionsPerKey)
  context.log.info({ requestId, organizationId: scope.organizationId, keyId }, 'dashboard session opened')
  return { token, access: { keyId, scope, scopes, expiresAt: row.expiresAt } }
}
