import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { Backend } from '../backend.ts'
import { callerAddress } from '../connection/caller-address.ts'
import { onlyHeader } from '../only-header.ts'
import type { SessionAccess } from '../service.ts'
import { sessionToken } from './session-cookie.ts'

/**
 * The header by which the dashboard declares that its cookie replaces the API key. A page of another origin cannot send
 * it: browsers send a preflight request first, and the gateway never allows it.
 */
const dashboardHeader = 'carillon-dashboard'

/** Whether a request is authenticated by its session cookie. A cookie alone is not sufficient. */
export function isFromDashboard(req: IncomingMessage): boolean {
  return req.headers.authorization === undefined && onlyHeader(req, dashboardHeader) === '1'
}

/**
 * The host of an origin, with its port where it is not that of the scheme; null if it is not an HTTP or HTTPS origin.
 */
function hostOf(origin: string): string | null {
  const url = URL.parse(origin)
  return url && /^https?:$/.test(url.protocol) && url.origin === origin ? url.host : null
}

/**
 * Rejects requests from pages of other origins. Own origins are that of `PUBLIC_URL` and that of the Host header,
 * because a gateway on a local machine has several names.
 * @throws ServiceError `unauthorized`
 */
export function requireOwnOrigin({ headers, headersDistinct }: IncomingMessage, { publicUrl }: Backend): void {
  const [origin, ...others] = headersDistinct['origin'] ?? []
  if (origin === undefined) return
  const isOwn = origin === publicUrl || hostOf(origin) === headers.host?.toLowerCase()
  if (isOwn && others.length === 0) return
  throw new ServiceError('unauthorized', "Dashboard sessions are valid only for pages of the dashboard's own origin.")
}

/**
 * The grant of the browser's dashboard session.
 * @throws ServiceError `unauthorized` without a session
 */
export function authenticateDashboard(req: IncomingMessage, backend: Backend): Promise<SessionAccess> {
  requireOwnOrigin(req, backend)
  return backend.service.authenticateSession(backend.context, sessionToken(req, backend), callerAddress(req, backend))
}
