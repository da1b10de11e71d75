import { timingSafeEqual } from 'node:crypto'
import { type SessionGrant, touchDashboardSession, touchKeys } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { grantOfKey, isAllowedFrom } from '../keys/grant-of-key.ts'
import { lookUp, tooManyRejectedKeys, withRejectedGrant } from '../keys/look-up.ts'
import type { Grant } from '../request.ts'
import { hashSessionToken, looksLikeSessionToken } from './session-token.ts'

/** The access of a dashboard session: that of the API key with which it was opened, until `expiresAt` at the latest. */
export interface SessionAccess extends Grant {
  expiresAt: Date
}

interface SessionUse extends SessionAccess {
  lastUsedAt: Date
}

/** Returns the only error about an invalid session, whatever the reason. */
function ended(): ServiceError {
  return new ServiceError('unauthorized', 'The dashboard session has ended. Sign in again with an API key.')
}

/** The last use is stored after a sixtieth of the idle timeout of a session, or after a minute if that is earlier. */
const touchesPerIdleTime = 60
const maxIntervalMs = 60_000

function useOf(
  { config, now }: Context,
  found: SessionGrant | undefined,
  { hash, from }: { hash: Buffer; from: string },
): SessionUse | null {
  if (!found || !timingSafeEqual(found.hash, hash)) return null
  const at = now().getTime()
  const { lastUsedAt, expiresAt, keyExpiresAt } = found
  if (expiresAt.getTime() <= at || lastUsedAt.getTime() + config.gateway.dashboardIdleMs <= at) return null
  if (keyExpiresAt !== null && keyExpiresAt.getTime() <= at) return null
  if (!isAllowedFrom(found.allowedIps, from)) return null
  return { ...grantOfKey({ ...found, id: found.keyId }), expiresAt, lastUsedAt }
}

async function noteUse(
  context: Context,
  { hash, from }: { hash: Buffer; from: string },
  { keyId, lastUsedAt }: SessionUse,
): Promise<void> {
  const at = context.now()
  const interval = Math.min(context.config.gateway.dashboardIdleMs / touchesPerIdleTime, maxIntervalMs)
  if (at.getTime() - lastUsedAt.getTime() < interval) return
  await touchDashboardSession(context.db, hash, at)
  await touchKeys(context.db, new Map([[keyId, from]]), at)
}

/**
 * Reads the dashboard session whose token is in a browser's cookie. Stores the last use of the session and of its API
 * key from time to time. An invalid or missing token counts towards the limit of invalid API keys from the IP address.
 * @param token the value of the cookie; undefined if the browser sent none
 * @param from the client's IP address
 * @throws ServiceError `unauthorized` with the same message for every reason, or `rate_limited` after too many invalid
 *   tokens
 */
export async function authenticateSession(
  context: Context,
  token: string | undefined,
  from: string,
): Promise<SessionAccess> {
  if (token === undefined || !looksLikeSessionToken(token)) {
    throw context.rejectedKeys.take(from) ? ended() : tooManyRejectedKeys(context)
  }
  const hash = hashSessionToken(token)
  const secret = { hash, from, register: context.dashboardSessions }
  let rejected: Grant | null = null
  const found = await lookUp(context, secret, {
    grantOf(row) {
      const use = useOf(context, row, { hash, from })
      if (row && use === null && timingSafeEqual(row.hash, hash)) rejected = grantOfKey({ ...row, id: row.keyId })
      return use
    },
    rejection: () => withRejectedGrant(ended(), rejected),
  })
  await noteUse(context, { hash, from }, found)
  const { lastUsedAt: _, ...access } = found
  return access
}
