import { randomBytes } from 'node:crypto'
import { accountsOfLink, bindSession, countConnectLinkStart, type OpenConnectLink } from '@carillon/database'
import { authMethodsOf, limits, type Platform, requireSupport, supports } from '@carillon/domain'
import { asServiceError, ServiceError } from '@carillon/errors'
import { newAuditEntry } from '../audit/new-entry.ts'
import { hashToken } from '../connections/session-secrets.ts'
import { startConnection } from '../connections/start-connection.ts'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { startSignup } from '../signup/start-signup.ts'
import { type LinkVisit, openLink } from './open-link.ts'

interface LinkStart extends LinkVisit {
  platform: Platform
  handle: string | undefined
  /** The value of the cookie by which the session is bound to the browser; undefined if the browser sent none. */
  browser: string | undefined
  requestId: string
  signal: AbortSignal
}

/** The fields of the page's request that starting a session needs. */
type Start = Pick<LinkStart, 'platform' | 'handle' | 'requestId' | 'signal'>

/**
 * Returns the login methods of a platform, of which the first for which an app is configured is to be used: those of
 * expired accounts of the profile, then those of its connected accounts, then the default one of the platform.
 */
async function methodsFor({ db }: Context, { profileId }: OpenConnectLink, platform: Platform) {
  const methods = authMethodsOf(platform)
  if (methods.length < 2) return methods
  const accounts = await accountsOfLink(db, { profileId, platforms: [platform] })
  const rank = (method: string) => {
    const own = accounts.filter(({ authMethod }) => authMethod === method)
    if (own.some(({ status }) => status === 'expired')) return 0
    return own.length > 0 ? 1 : 2
  }
  return methods.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * Starts a connection session for a link, as the operation `connections.start` or `connections.signup` does. Where a
 * network has several login methods, uses that of `methodsFor`.
 */
async function startSession(context: Context, link: OpenConnectLink, { platform, handle, ...call }: Start) {
  const { organizationId, profileId } = link
  const params = { profileId }
  // No key takes part: the link reaches its profile alone.
  const grant: Grant = { keyId: link.id, scope: { organizationId, profileId }, scopes: ['accounts:write'] }
  const request = { grant, target: null, account: null, bodyHash: null, ...call }
  const redirect = link.redirectUrl === null ? {} : { redirectUrl: link.redirectUrl }
  if (supports('connect', platform)) {
    const methods = await methodsFor(context, link, platform)
    const start = (authMethod: (typeof methods)[number] | undefined) => {
      const body = { platform, ...redirect, ...(handle !== undefined && { handle }), ...(authMethod && { authMethod }) }
      return startConnection(context, { ...request, platform, input: { params, query: {}, headers: {}, body } })
    }
    for (const method of methods.slice(0, -1)) {
      try {
        return await start(method)
      } catch (thrown) {
        if (asServiceError(thrown).code !== 'provider_not_configured') throw thrown
      }
    }
    return start(methods.at(-1))
  }
  requireSupport('connect.signup', platform)
  return startSignup(context, { ...request, platform, input: { params, query: {}, headers: {}, body: redirect } })
}

/** Error codes whose messages are for the organization. Its customers get another message. */
const closedFor = new Set(['billing_required', 'x_billing_required', 'provider_not_configured', 'invalid_redirect_uri'])

function forCustomers(thrown: unknown): unknown {
  const { code } = asServiceError(thrown)
  if (!closedFor.has(code)) return thrown
  const message = 'Further accounts cannot be connected at the moment. Tell the sender of the link.'
  return new ServiceError('connect_link_not_found', message, { cause: thrown })
}

/**
 * Starts connecting an account from the page of a connect link, and stores an audit entry for it. Only the browser that
 * starts can complete it.
 * @returns the URL to which the browser is redirected, and the value of the cookie to set
 * @throws ServiceError `connect_link_not_found` (also after too many starts, or if only the organization can solve the
 *   problem, such as a missing card on file), `invalid_request` if the link does not offer the platform,
 *   `rate_limited`, `invalid_handle`, `provider_error`
 */
export async function startFromLink(
  context: Context,
  { browser: kept, ...start }: LinkStart,
): Promise<{ authorizationUrl: string; browser: string }> {
  const link = await openLink(context, start)
  if (!link.platforms.includes(start.platform))
    throw new ServiceError('invalid_request', 'The page does not offer this platform.')
  const counted = await countConnectLinkStart(context.db, link.id, {
    max: limits.startsPerConnectLink,
    now: context.now(),
  })
  if (!counted) {
    const message = 'The link has been used too many times. Ask for a new one.'
    throw new ServiceError('connect_link_not_found', message)
  }
  const { body } = await startSession(context, link, start).catch((thrown: unknown) => {
    throw forCustomers(thrown)
  })
  if (!('authorizationUrl' in body)) throw new Error('a session was started without a URL')
  const { connectionSessionId, authorizationUrl } = body
  const browser = kept ?? randomBytes(32).toString('base64url')
  await bindSession(context.db, connectionSessionId, hashToken(browser))
  const { organizationId, profileId } = link
  const entry = newAuditEntry({
    ...{ organizationId, profileId, at: context.now(), action: 'connectLinks.start', actorType: 'system' },
    targets: [
      { type: 'connect_link', id: link.id },
      { type: 'connection', id: connectionSessionId },
    ],
    ...{ requestId: start.requestId, ip: start.from || null, status: 303 },
  })
  context.audit.end(entry)
  return { authorizationUrl, browser }
}
