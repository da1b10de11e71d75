import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { Backend } from './backend.ts'
import { callerAddress } from './connection/caller-address.ts'
import { authenticateDashboard, isFromDashboard } from './dashboard/session-requests.ts'
import { onlyHeader } from './only-header.ts'
import { stateOf } from './request-state.ts'
import { addHeader } from './response-headers.ts'
import type { Grant } from './service.ts'

/**
 * Counts a request against the limit per minute of its key and sets the rate limit headers.
 * @throws ServiceError `rate_limited`
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ (read 2026-11-20)
 */
export async function takeRequestOf(
  grant: Grant,
  { req, res, backend }: { req: IncomingMessage; res: ServerResponse; backend: Backend },
): Promise<void> {
  stateOf(req).grant = grant
  const { allowed, limit, remaining, resetSeconds } = await backend.service.takeRequest(backend.context, grant)
  addHeader(req, res, ['RateLimit-Policy', `"key";q=${limit};w=60`])
  addHeader(req, res, ['RateLimit', `"key";r=${remaining};t=${resetSeconds}`])
  if (allowed) return
  throw new ServiceError(
    'rate_limited',
    `The API key has reached its limit of ${limit} requests per minute. Retry after the number of seconds in Retry-After.`,
    {
      retryAfter: resetSeconds,
    },
  )
}

/**
 * Authenticates a request and counts it before its body is read. Requests of the dashboard's own pages use the
 * dashboard session instead of a key.
 * @throws ServiceError `unauthorized` or `rate_limited`
 */
export async function authenticate(req: IncomingMessage, res: ServerResponse, backend: Backend): Promise<Grant> {
  const { service, context } = backend
  // With two keys nobody can tell which was meant.
  const grant = isFromDashboard(req)
    ? await authenticateDashboard(req, backend)
    : await service.authenticate(context, onlyHeader(req, 'authorization'), callerAddress(req, backend))
  await takeRequestOf(grant, { req, res, backend })
  return grant
}
