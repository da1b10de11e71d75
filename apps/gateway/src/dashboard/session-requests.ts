import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { Backend } from '../backend.ts'
import { callerAddress } from '../connection/caller-address.ts'
import { isOwnOrigin } from '../connection/own-origin.ts'
import { onlyHeader } from '../only-header.ts'
import type { SessionAccess } from '../service.ts'
import { sessionToken } from './session-cookie.ts'

/**
 * The header with which the dashboard declares that its cookie replaces an API key. A page of another origin cannot
 * send it: the browser would send a preflight request first, which the gateway never allows.
 */
const dashboardHeader = 'carillon-dashboard'

/**
 * Returns whether a request is to be authenticated by its session cookie: it has the header `Carillon-Dashboard: 1` and
 * no `Authorization` header. A cookie alone is not sufficient.
 */
export function isFromDashboard(req: IncomingMessage): boolean {
  return req.headers.authorization === undefined && onlyHeader(req, dashboardHeader) === '1'
}

/**
 * Rejects requests from pages of other origins. Requests without an `Origin` header pass.
 * @throws ServiceError `unauthorized`
 */
export function requireOwnOrigin(req: IncomingMessage, { publicUrl }: Backend): void {
  const [origin, ...others] = req.headersDistinct['origin'] ?? []
  if (origin === undefined || (isOwnOrigin(origin, req, publicUrl) && others.length === 0)) return
  throw new ServiceError('unauthorized', "Dashboard sessions are valid only for pages of the dashboard's own origin.")
}

/**
 * Authenticates a request by the browser's dashboard session.
 * @throws ServiceError `unauthorized` if there is no valid session or the request is from a page of another origin, or
 *   `rate_limited` after too many invalid tokens from one IP address
 */
export function authenticateDashboard(req: IncomingMessage, backend: Backend): Promise<SessionAccess> {
  requireOwnOrigin(req, backend)
  return backend.service.authenticateSession(backend.context, sessionToken(req, backend), callerAddress(req, backend))
}
