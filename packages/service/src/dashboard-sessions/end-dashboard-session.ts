import { deleteDashboardSession, deleteDashboardSessionsOf } from '@carillon/database'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { hashSessionToken, looksLikeSessionToken } from './session-token.ts'

/** Deletes the dashboard session of a browser; does nothing if the browser has none. */
export async function endDashboardSession({ db }: Context, token: string | undefined): Promise<void> {
  if (token !== undefined && looksLikeSessionToken(token)) await deleteDashboardSession(db, hashSessionToken(token))
}

/** Deletes all dashboard sessions that were opened with an API key, in all browsers. */
export async function endDashboardSessions(
  { db, log }: Context,
  { keyId, scope }: Grant,
  requestId: string,
): Promise<void> {
  await deleteDashboardSessionsOf(db, keyId)
  log.info({ requestId, organizationId: scope.organizationId, keyId }, 'dashboard sessions of a key ended')
}
