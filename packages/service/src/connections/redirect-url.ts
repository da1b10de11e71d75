import { originIsAllowed } from '@carillon/database'
import { fieldError, type ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'

function rejected(message: string): ServiceError {
  return fieldError({ path: ['redirectUrl'], message, code: 'invalid_redirect_uri' })
}

const localHosts = ['localhost', '127.0.0.1', '[::1]']
// Browsers drop tabs and line breaks and take a backslash for a slash, so that what is shown is not where one goes.
const deceptive = /[\s\\\p{Cc}]/u
/** A scheme, two slashes and a host, with nothing left out before it. */
const absolute = /^https?:\/\/(?![/?#])/i
/** A user name before the host, even an empty one, which a parser drops. */
const withUser = /^https?:\/\/[^/?#]*@/i

/** A redirect address whose origin the organization has allowed, as it was given. */
export async function requireRedirectUrl(
  context: Context,
  { organizationId, redirectUrl }: { organizationId: string; redirectUrl: string },
): Promise<string> {
  const url = deceptive.test(redirectUrl) || !absolute.test(redirectUrl) ? null : URL.parse(redirectUrl)
  if (!url) throw rejected('an absolute http or https address is expected')
  if (url.protocol !== 'https:' && !localHosts.includes(url.hostname))
    throw rejected('it must be HTTPS outside localhost')
  if (withUser.test(redirectUrl)) throw rejected('it must not carry a user name or password')
  if (url.hash || redirectUrl.includes('#')) throw rejected('it must not carry a fragment')
  if (!(await originIsAllowed(context.db, { organization_id: organizationId, origin: url.origin }))) {
    throw rejected(`its origin ${url.origin} is not on the allow-list of the organization`)
  }
  return redirectUrl
}

/** The address with the session's id and how it ended. */
export function withOutcome(redirectUrl: string, session: { id: string; status: string }): string {
  const url = new URL(redirectUrl)
  url.searchParams.set('connectionSessionId', session.id)
  url.searchParams.set('status', session.status)
  return url.href
}
