import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { Backend } from './backend.ts'
import { callerAddress } from './caller-address.ts'
import { authenticateDashboard, isFromDashboard } from './dashboard/session-requests.ts'
import { onlyHeader } from './only-header.ts'
import { stateOf } from './request-state.ts'
import { addHeader } from './response-headers.ts'
import type { Grant } from './service.ts'

/**
 * Counts a request against its key's minute, and says so in the headers; 429 when none is left.
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
  throw new ServiceError('rate_limited', `At most ${limit} requests a minute are allowed for each key.`, {
    retryAfter: resetSeconds,
  })
}

/**
 * Who asks, and whether the key may ask once more: 401 or 429 before a byte of the body is read. A session of the dashboard
 * takes the place of the key for requests of its own pages.
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
