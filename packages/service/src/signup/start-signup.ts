import { randomBytes } from 'node:crypto'
import { findAccountInProfile } from '@carillon/database'
import { requireCard } from '../billing.ts'
import { requireFreeAccount } from '../connections/free-accounts.ts'
import { openSession } from '../connections/open-session.ts'
import { requireRedirectUrl } from '../connections/redirect-url.ts'
import type { UseCase } from '../request.ts'
import { signupApp, signupPort } from './signup-port.ts'

/**
 * Starts the sign-up of a phone number and returns the URL of the page on which the business completes it. The page
 * needs no API key.
 * @throws ServiceError `invalid_redirect_uri`, `billing_required` (unless the profile has an account of the platform),
 *   or `provider_not_configured` if the app or its sign-up configuration is not set
 */
export const startSignup: UseCase<'connections.signup'> = async (context, { grant, platform, input, requestId }) => {
  const { organizationId } = grant.scope
  const { profileId } = input.params
  const { redirectUrl: wanted } = input.body
  const redirectUrl =
    wanted === undefined ? null : await requireRedirectUrl(context, { organizationId, redirectUrl: wanted })
  await requireCard(context, organizationId, platform)
  // A profile has at most one number, so a second sign-up can only renew it.
  const renews = (await findAccountInProfile(context.db, { profileId, platform })) !== undefined
  await requireFreeAccount(context, { db: context.db, organizationId, more: renews ? 0 : 1 })
  const port = await signupPort(context, platform)
  port.page(signupApp(context, platform))
  const token = randomBytes(32).toString('base64url')
  const body = await openSession(context, {
    organizationId,
    profileId,
    platform,
    authMethod: null,
    redirectUrl,
    state: token,
    kept: null,
    authorizationUrl: `${context.config.publicUrl}/connect/${platform}?session=${token}`,
    requestId,
  })
  return { status: 201, body }
}
