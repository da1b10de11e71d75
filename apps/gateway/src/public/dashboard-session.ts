import { ServiceError } from '@carillon/errors'
import type { Request, RequestHandler, Response } from 'express'
import { takeRequestOf } from '../authenticate.ts'
import type { Backend } from '../backend.ts'
import { callerAddress } from '../connection/caller-address.ts'
import { forgetSession, sessionToken, setSessionCookie } from '../dashboard/session-cookie.ts'
import { authenticateDashboard, isFromDashboard, requireOwnOrigin } from '../dashboard/session-requests.ts'
import { stateOf } from '../request-state.ts'
import type { SessionAccess } from '../service.ts'

/** Returns what the browser may know about its session: whose it is, its scopes, and its end. */
function viewOf({ scope, scopes, expiresAt }: SessionAccess) {
  return { ...scope, scopes, expiresAt: expiresAt.toISOString() }
}

function keyIn(body: Buffer): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    parsed = undefined
  }
  const fields = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
  const [[name, key] = []] = fields
  if (fields.length === 1 && name === 'key' && typeof key === 'string') return key
  throw new ServiceError('invalid_request', 'The body must be JSON: {"key": "<API key>"}.')
}

/**
 * Exchanges the API key in a body `{"key": …}` for a new dashboard session, sets its cookie, and responds with 201 and
 * the session's access and end. An earlier session of the browser ends. An invalid key, and a page of another origin,
 * are rejected (`unauthorized`), as are a body of another form (`invalid_request`) and a request above the rate limits.
 */
export function openSession(backend: Backend): RequestHandler {
  const { service, context } = backend
  return async (req, res) => {
    requireOwnOrigin(req, backend)
    stateOf(req).action = 'sessions.create'
    const grant = await service.authenticate(context, `Bearer ${keyIn(req.body)}`, callerAddress(req, backend))
    await takeRequestOf(grant, { req, res, backend })
    const { token, access } = await service.openDashboardSession(context, grant, stateOf(req).requestId)
    await service.endDashboardSession(context, sessionToken(req, backend))
    const seconds = Math.max(1, Math.floor((access.expiresAt.getTime() - context.now().getTime()) / 1_000))
    setSessionCookie(res, backend, { token, seconds })
    res.status(201).json(viewOf(access))
  }
}

/** Returns the browser's session and counts the request. A session that has ended is rejected. */
async function ownSession(req: Request, res: Response, backend: Backend): Promise<SessionAccess> {
  if (!isFromDashboard(req)) {
    throw new ServiceError('unauthorized', 'Send the header "Carillon-Dashboard: 1" with the session cookie.')
  }
  const access = await authenticateDashboard(req, backend)
  await takeRequestOf(access, { req, res, backend })
  return access
}

/** Responds with the access and the end of the browser's dashboard session; `unauthorized` if it has none. */
export function showSession(backend: Backend): RequestHandler {
  return async (req, res) => {
    res.json(viewOf(await ownSession(req, res, backend)))
  }
}

/**
 * Ends the browser's dashboard session, deletes its cookie and responds with 204; `unauthorized` if it has none. With
 * `everywhere=true`, ends all sessions of the same API key.
 */
export function endSession(backend: Backend): RequestHandler {
  const { service, context } = backend
  return async (req, res) => {
    stateOf(req).action = 'sessions.delete'
    const access = await ownSession(req, res, backend)
    const everywhere = new URL(req.url, 'http://session.invalid').searchParams.get('everywhere') === 'true'
    if (everywhere) await service.endDashboardSessions(context, access, stateOf(req).requestId)
    else await service.endDashboardSession(context, sessionToken(req, backend))
    forgetSession(res, backend)
    res.status(204).end()
  }
}
