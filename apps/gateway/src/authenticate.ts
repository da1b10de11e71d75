import type { IncomingMessage, ServerResponse } from 'node:http'
import { asServiceError, ServiceError } from '@carillon/errors'
import type { Backend } from './backend.ts'
import { callerAddress } from './connection/caller-address.ts'
import { authenticateDashboard, isFromDashboard } from './dashboard/session-requests.ts'
import { onlyHeader } from './only-header.ts'
import { stateOf } from './request-state.ts'
import type { Grant } from './service.ts'

/** The subject of the error message about a limit. */
const limited = { key: 'The API key', organization: 'The organization, with all its API keys together,' } as const

/**
 * Counts a request against the limits per minute of its API key and its organization, and sets the rate limit headers,
 * which describe the limit with fewer requests left. Stores `grant`, the access of the key, in the request's state.
 * @throws ServiceError `rate_limited` if a limit is reached, `unauthorized` if the key was deleted meanwhile
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ (read 2026-11-20)
 */
export async function takeRequestOf(
  grant: Grant,
  { req, res, backend }: { req: IncomingMessage; res: ServerResponse; backend: Backend },
): Promise<void> {
  stateOf(req).grant = grant
  const state = await backend.service.takeRequest(backend.context, grant)
  const { allowed, policy, limit, remaining, resetSeconds } = state
  res.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=60`)
  res.setHeader('RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`)
  if (allowed) return
  stateOf(req).isLimited = true
  throw new ServiceError(
    'rate_limited',
    `${limited[policy]} has reached its limit of ${limit} requests per minute. Retry after the number of seconds in Retry-After.`,
    {
      retryAfter: resetSeconds,
    },
  )
}

/** Returns the access of the API key in a request, or of the dashboard session if a page of the dashboard sent it. */
function grantOf(req: IncomingMessage, backend: Backend): Promise<Grant> {
  const { service, context } = backend
  // With two keys it is ambiguous which one was meant.
  return isFromDashboard(req)
    ? authenticateDashboard(req, backend)
    : service.authenticate(context, onlyHeader(req, 'authorization'), callerAddress(req, backend))
}

/**
 * Authenticates a request and counts it against the rate limits, before its body is read. Requests from the dashboard's
 * pages use the dashboard session instead of an API key.
 * @throws ServiceError `unauthorized`; `rate_limited` at a limit of the key or organization, or after too many invalid
 *   keys from one IP address
 */
export async function authenticate(req: IncomingMessage, res: ServerResponse, backend: Backend): Promise<Grant> {
  const grant = await grantOf(req, backend)
  await takeRequestOf(grant, { req, res, backend })
  return grant
}

/**
 * Authenticates a request again after its body has been received, which can take minutes: meanwhile, the key may have
 * been deleted or narrowed, or the session may have ended. Does not count the request again.
 * @throws ServiceError `unauthorized`, or `rate_limited` after too many invalid keys from one IP address
 */
export async function authenticateAgain(req: IncomingMessage, backend: Backend): Promise<Grant> {
  const grant = await grantOf(req, backend)
  stateOf(req).grant = grant
  return grant
}

/**
 * Authenticates and counts an API request for a path or method that does not exist, if it has a key or session, so that
 * it is in the request list of its organization. An invalid key or session is ignored.
 * @throws the other errors of `authenticate`, such as `rate_limited`
 */
export async function noteCaller(req: IncomingMessage, res: ServerResponse, backend: Backend): Promise<void> {
  if (req.headers.authorization === undefined && !isFromDashboard(req)) return
  await authenticate(req, res, backend).catch((thrown: unknown) => {
    if (asServiceError(thrown).code !== 'unauthorized') throw thrown
  })
}
