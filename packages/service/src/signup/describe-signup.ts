import { findByHash, findOrganization } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import type { SignupPage } from '@carillon/providers'
import { sessionIsOver } from '../connections/complete-connection.ts'
import { hashToken } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { signupApp, signupPort } from './signup-port.ts'

interface Signup {
  /** The name of the organization for which the number will be connected, shown to the business. */
  organizationName: string
  page: SignupPage
}

/**
 * Reads what the sign-up page of a session shows. The session stays usable.
 * @throws ServiceError `connection_session_not_found` if the token is unknown, used or expired, `route_not_found` for
 *   platforms without a sign-up dialog, or `provider_not_configured` if the app or its sign-up configuration is not set
 */
export async function describeSignup(
  context: Context,
  { platform, token }: { platform: Platform; token: string },
): Promise<Signup> {
  const port = await signupPort(context, platform)
  const session = await findByHash(context.db, 'stateHash', { hash: hashToken(token), platform, now: context.now() })
  if (!session) throw sessionIsOver()
  const organization = await findOrganization(context.db, session.organizationId)
  return { organizationName: organization?.name ?? '', page: port.page(signupApp(context, platform)) }
}

/**
 * Returns the JavaScript of the sign-up page, which is the same for all sessions.
 * @throws ServiceError `route_not_found` for platforms without a sign-up dialog, or `provider_not_configured` as
 *   `describeSignup` does
 */
export async function signupScript(context: Context, platform: Platform): Promise<string> {
  return (await signupPort(context, platform)).page(signupApp(context, platform)).script
}
