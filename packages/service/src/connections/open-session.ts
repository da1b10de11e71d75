import { insertSession } from '@carillon/database'
import { limits, type Platform } from '@carillon/domain'
import type { JsonObject } from '@carillon/providers'
import type { Context } from '../context.ts'
import { encryptKept, hashToken } from './session-secrets.ts'

interface NewSession<P extends Platform> {
  organizationId: string
  profileId: string
  platform: P
  authMethod: string | null
  /** The URL to which the user's browser is redirected at the end; null for Carillon's own page. */
  redirectUrl: string | null
  /** The random string that the callback or page has to present; only its hash is stored. */
  state: string
  /** Data of the start that the callback needs, stored encrypted; null if it needs none. */
  kept: JsonObject | null
  authorizationUrl: string
  requestId: string
}

/** Stores a new connection session, which expires after 30 minutes, and returns it in the form of the API. */
export async function openSession<P extends Platform>(context: Context, session: NewSession<P>) {
  const id = context.newId()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + limits.sessionMinutes * 60_000)
  const { organizationId, profileId, platform, kept } = session
  await insertSession(context.db, {
    id,
    organizationId: organizationId,
    profileId: profileId,
    platform,
    authMethod: session.authMethod,
    redirectUrl: session.redirectUrl,
    status: 'pending',
    stateHash: hashToken(session.state),
    ciphertext: kept && encryptKept(context.encryption, id, kept),
    requestId: session.requestId,
    createdAt: now,
    expiresAt: expiresAt,
  })
  return {
    connectionSessionId: id,
    profileId,
    platform,
    status: 'pending' as const,
    authorizationUrl: session.authorizationUrl,
    expiresAt: expiresAt.toISOString(),
  }
}
