import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { findHeld, insertSession } from '@carillon/database'
import { limits } from '@carillon/domain'
import { requireCard } from '../billing.ts'
import { requireFreeAccount } from '../connections/free-accounts.ts'
import { requireRedirectUrl } from '../connections/redirect-url.ts'
import { hashToken } from '../connections/session-secrets.ts'
import type { UseCase } from '../request.ts'
import { signupApp, signupPort } from './signup-port.ts'

/** Starts the sign-up of a number: the business goes through it on a page of ours, without any key. */
export const startSignup: UseCase<'connections.signup'> = async (context, { grant, platform, input, requestId }) => {
  const { organizationId } = grant.scope
  const { profileId } = input.params
  const { redirectUrl: wanted } = input.body
  const redirectUrl =
    wanted === undefined ? null : await requireRedirectUrl(context, { organizationId, redirectUrl: wanted })
  await requireCard(context, organizationId, platform)
  // A profile holds one number: a second sign-up can only renew it.
  const renews = (await findHeld(context.db, { profileId, platform })) !== undefined
  await requireFreeAccount(context, { db: context.db, organizationId, more: renews ? 0 : 1 })
  const port = await signupPort(context, platform)
  port.page(signupApp(context, platform))
  const token = randomBytes(32).toString('base64url')
  const id = randomUUIDv7()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + limits.sessionMinutes * 60_000)
  await insertSession(context.db, {
    id,
    organization_id: organizationId,
    profile_id: profileId,
    platform,
    auth_method: null,
    redirect_url: redirectUrl,
    status: 'pending',
    state_hash: hashToken(token),
    sealed: null,
    request_id: requestId,
    created_at: now,
    expires_at: expiresAt,
  })
  return {
    status: 201,
    body: {
      connectionSessionId: id,
      profileId,
      platform,
      status: 'pending',
      authorizationUrl: `${context.config.publicUrl}/connect/${platform}?session=${token}`,
      expiresAt: expiresAt.toISOString(),
    },
  }
}
