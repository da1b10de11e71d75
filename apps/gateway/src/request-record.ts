import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiPrefix, operationRow } from '@carillon/contract'
import { redactText } from '@carillon/log'
import type { Backend } from './backend.ts'
import { callerAddress } from './connection/caller-address.ts'
import { isFromDashboard } from './dashboard/session-requests.ts'
import { mcpPath } from './mcp/mcp-path.ts'
import { type RequestState, stateOf } from './request-state.ts'

/** Matches ids of objects, Carillon's and those of the networks, including AT URIs. */
const id = /^[\w.:/@+=-]{1,256}$/
const maxPath = 200
const maxProblem = 300

/** Returns the parameters of a path that are ids. Those that look like secrets are replaced. */
function idsIn(params: unknown): Record<string, string> {
  const entries = Object.entries(typeof params === 'object' && params !== null ? params : {})
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' && id.test(value) ? [[name, isSecret(value) ? '[redacted]' : value]] : [],
    ),
  )
}

/** Whether a string looks like an API key or token. */
const isSecret = (text: string): boolean => /^(?:carillon_|whsec_|eyJ)/.test(text)

/**
 * Returns the path of a request, with the names of the route's parameters in braces; a path without a route is returned
 * as sent, shortened.
 */
function pathOf({ url = '' }: IncomingMessage, { operation, route }: RequestState): string {
  if (operation !== null) return operationRow(operation).path
  const isRoute = route.startsWith(apiPrefix)
  const path = isRoute ? route.replace(/:(\w+)/g, '{$1}') : redactText((url.split('?', 1)[0] ?? '').slice(0, maxPath))
  return path.slice(path.startsWith(apiPrefix) ? apiPrefix.length : 0).replaceAll('\0', '')
}

/** Returns a message for the request list: shortened, redacted, and without characters that the database rejects. */
const storableProblem = (problem: string): string =>
  redactText(problem.slice(0, maxProblem)).toWellFormed().replaceAll('\0', '')

/** Whether a request is in the request list: those to the API and to MCP are. */
const isListed = (url: string): boolean => url.startsWith(`${apiPrefix}/`) || url.split('?', 1)[0] === mcpPath

/**
 * Records an ended request to the API or MCP for the request list. Requests without a known key are left out, as they
 * belong to no organization. `ms` is the duration in milliseconds; `gone` is whether the client disconnected before the
 * response was sent. Such a request is recorded once its operation has been served, as that may still store a publish.
 */
export function recordRequest(
  req: IncomingMessage & { originalUrl?: string },
  res: ServerResponse,
  { backend, ms, gone }: { backend: Backend; ms: number; gone: boolean },
): void {
  const state = stateOf(req)
  const grant = state.grant ?? state.rejectedGrant
  const { context } = backend
  if (grant === null || !isListed(req.originalUrl ?? req.url ?? '')) return
  const request = {
    organizationId: grant.scope.organizationId,
    id: state.id,
    at: new Date(context.now().getTime() - ms),
    method: (req.method ?? '').slice(0, 20),
    path: pathOf(req, state),
    params: idsIn(state.params),
    operation: state.operation ?? state.tool ?? state.action,
    status: gone && !res.headersSent ? null : res.statusCode,
    code: state.code,
    problem: state.problem === null ? null : storableProblem(state.problem),
    keyId: grant.keyId,
    source: isFromDashboard(req) ? ('dashboard' as const) : ('api' as const),
    profileId: state.profileId ?? grant.scope.profileId,
    durationMs: ms,
    requestId: state.requestId,
    ip: callerAddress(req, backend) || null,
  }
  const { isLimited, served } = state
  const note = () => context.requests.note({ ...request, publishId: state.publishId }, { isLimited })
  if (gone && served !== null) served.then(note, note)
  else note()
}
