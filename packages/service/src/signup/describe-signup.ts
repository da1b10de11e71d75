import { findByState, findOrganization } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import type { SignupPage } from '@carillon/providers'
import { sessionIsOver } from '../connections/complete-connection.ts'
import { hashToken } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { signupApp, signupPort } from './signup-port.ts'

export interface Signup {
  /** For whom the number will be connected, so that the business sees it. */
  organizationName: string
  page: SignupPage
}

/** What the page shows on which a business signs up. Looking at it does not use the session up. */
export async function describeSignup(
  context: Context,
  { platform, token }: { platform: Platform; token: string },
): Promise<Signup> {
  const port = await signupPort(context, platform)
  const session = await findByState(context.db, { hash: hashToken(token), platform, now: context.now() })
  if (!session) throw sessionIsOver()
  const organization = await findOrganization(context.db, session.organization_id)
  return { organizationName: organization?.name ?? '', page: port.page(signupApp(context, platform)) }
}

/** The script of the page, which is the same for every session. */
export async function signupScript(context: Context, platform: Platform): Promise<string> {
  return (await signupPort(context, platform)).page(signupApp(context, platform)).script
}
