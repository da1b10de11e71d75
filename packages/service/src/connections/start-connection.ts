import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { hasAccountToRenew, insertSession } from '@carillon/database'
import { authMethodFor, limits, type StartedSession } from '@carillon/domain'
import { appCall } from '../app-call.ts'
import { requireCard } from '../billing.ts'
import type { UseCase } from '../request.ts'
import { callbackUrl, connectPort } from './connect-port.ts'
import { requireFreeAccount } from './free-accounts.ts'
import { requireRedirectUrl } from './redirect-url.ts'
import { encryptKept, hashToken } from './session-secrets.ts'

export const startConnection: UseCase<'connections.start'> = async (context, { grant, input, requestId, signal }) => {
  const { organizationId } = grant.scope
  const { platform, handle } = input.body
  const authMethod = authMethodFor(platform, input.body.authMethod)
  const redirectUrl =
    input.body.redirectUrl === undefined
      ? null
      : await requireRedirectUrl(context, { organizationId, redirectUrl: input.body.redirectUrl })
  await requireCard(context, organizationId, platform)
  // Renewing takes no place; whether it was one is known when the person has chosen, and counted again then.
  const renews = await hasAccountToRenew(context.db, { profileId: input.params.profileId, platform })
  await requireFreeAccount(context, { db: context.db, organizationId, more: renews ? 0 : 1 })
  const { authorizationUrl, state, kept } = await (await connectPort(context, platform)).authorize(
    appCall(context, platform, { requestId, signal }),
    {
      redirectUri: callbackUrl(context, platform),
      state: randomBytes(32).toString('base64url'),
      ...(handle !== undefined && { handle: handle.replace(/^@/, '') }),
      ...(authMethod !== null && { authMethod }),
    },
  )
  const id = randomUUIDv7()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + limits.sessionMinutes * 60_000)
  await insertSession(context.db, {
    id,
    organization_id: organizationId,
    profile_id: input.params.profileId,
    platform,
    auth_method: authMethod,
    redirect_url: redirectUrl,
    status: 'pending',
    state_hash: hashToken(state),
    sealed: encryptKept(context.encryption, id, kept),
    request_id: requestId,
    created_at: now,
    expires_at: expiresAt,
  })
  const body: StartedSession = {
    connectionSessionId: id,
    profileId: input.params.profileId,
    platform,
    status: 'pending',
    authorizationUrl,
    expiresAt: expiresAt.toISOString(),
  }
  return { status: 201, body }
}
