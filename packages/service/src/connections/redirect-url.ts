import { originIsAllowed } from '@carillon/database'
import { fieldError, type ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { isSecureOrLocal } from '../origins/origin-in.ts'

function rejected(message: string): ServiceError {
  return fieldError({ path: ['redirectUrl'], message, code: 'invalid_redirect_uri' })
}

// Browsers remove tabs and line breaks and read a backslash as a slash, so that a URL can lead elsewhere than it
// appears to.
const deceptive = /[\s\\\p{Cc}]/u
/** Matches a scheme, two slashes and the start of a host. */
const absolute = /^https?:\/\/(?![/?#])/i
/** Matches a user name before the host, even an empty one, which a URL parser drops. */
const withUser = /^https?:\/\/[^/?#]*@/i

/**
 * Checks that a redirect URL is absolute, https (on localhost also http), without user name, fragment, whitespace,
 * control characters and backslash, and has one of the origins that the organization allows. Returns it unchanged.
 * @throws ServiceError `invalid_redirect_uri`
 */
export async function requireRedirectUrl(
  context: Context,
  { organizationId, redirectUrl }: { organizationId: string; redirectUrl: string },
): Promise<string> {
  const url = deceptive.test(redirectUrl) || !absolute.test(redirectUrl) ? null : URL.parse(redirectUrl)
  if (!url) throw rejected('an absolute https URL is expected (http only on localhost)')
  if (!isSecureOrLocal(url)) throw rejected('it must be HTTPS outside localhost')
  if (withUser.test(redirectUrl)) throw rejected('it must not carry a user name or password')
  if (url.hash || redirectUrl.includes('#')) throw rejected('it must not carry a fragment')
  if (!(await originIsAllowed(context.db, { organizationId, origin: url.origin }))) {
    throw rejected(`its origin ${url.origin} is not on the allow-list of the organization`)
  }
  return redirectUrl
}

/** Returns a redirect URL with `connectionSessionId` and `status` in its query, which replace existing values. */
export function withOutcome(redirectUrl: string, session: { id: string; status: string }): string {
  const url = new URL(redirectUrl)
  url.searchParams.set('connectionSessionId', session.id)
  url.searchParams.set('status', session.status)
  return url.href
}
