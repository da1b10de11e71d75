import { randomBytes } from 'node:crypto'
import { hasAccountToRenew } from '@carillon/database'
import { authMethodFor, type StartedSession } from '@carillon/domain'
import { requireCard } from '../billing.ts'
import { appCall } from '../network-calls/app-call.ts'
import type { UseCase } from '../request.ts'
import { callbackUrl, connectPort } from './connect-port.ts'
import { requireFreeAccount } from './free-accounts.ts'
import { openSession } from './open-session.ts'
import { requireRedirectUrl } from './redirect-url.ts'

/**
 * Starts a connection session and returns the network's URL on which the user authorizes Carillon.
 * @throws ServiceError `provider_not_supported`, `invalid_redirect_uri`, `invalid_handle`, `x_billing_required`, or
 *   `billing_required` (unless an account of the profile on the platform has expired or lacks a permission);
 *   `provider_not_configured` if app credentials are not set, `provider_error` if a call to the network fails
 */
export const startConnection: UseCase<'connections.start'> = async (context, { grant, input, requestId, signal }) => {
  const { organizationId } = grant.scope
  const { platform, handle } = input.body
  const authMethod = authMethodFor(platform, input.body.authMethod)
  const redirectUrl =
    input.body.redirectUrl === undefined
      ? null
      : await requireRedirectUrl(context, { organizationId, redirectUrl: input.body.redirectUrl })
  await requireCard(context, organizationId, platform)
  // Renewing an account does not use a free account slot. Whether it is a renewal is known only after the selection,
  // when it is checked again.
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
  const body: StartedSession = await openSession(context, {
    organizationId,
    profileId: input.params.profileId,
    platform,
    authMethod,
    redirectUrl,
    state,
    kept,
    authorizationUrl,
    requestId,
  })
  return { status: 201, body }
}
