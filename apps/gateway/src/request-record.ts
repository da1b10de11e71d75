import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiPrefix, operationRow } from '@carillon/contract'
import { redactText } from '@carillon/log'
import type { Backend } from './backend.ts'
import { callerAddress } from './connection/caller-address.ts'
import { isFromDashboard } from './dashboard/session-requests.ts'
import { mcpPath } from './mcp/mcp-path.ts'
import { type RequestState, stateOf } from './request-state.ts'

/** Ids of objects, ours and those of the social networks, among them AT URIs. */
const id = /^[\w.:/@+=-]{1,256}$/
const maxPath = 200
const maxProblem = 300

/** The parameters of a path that are ids; what looks like a secret is replaced. */
function idsIn(params: unknown): Record<string, string> {
  const entries = Object.entries(typeof params === 'object' && params !== null ? params : {})
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' && id.test(value) ? [[name, isSecret(value) ? '[redacted]' : value]] : [],
    ),
  )
}

/** API keys and tokens; ids of the social networks may be as long and as random. */
const isSecret = (text: string): boolean => /^(?:carillon_|whsec_|eyJ)/.test(text)

/** The path of a request with the parameters of its route in braces; of another one as it was sent. */
function pathOf({ url = '' }: IncomingMessage, { operation, route }: RequestState): string {
  if (operation !== null) return operationRow(operation).path
  const isRoute = route.startsWith(apiPrefix)
  const path = isRoute ? route.replace(/:(\w+)/g, '{$1}') : redactText((url.split('?', 1)[0] ?? '').slice(0, maxPath))
  return path.slice(path.startsWith(apiPrefix) ? apiPrefix.length : 0).replaceAll('\0', '')
}

/** Whether a request is one of the API, or of the Model Context Protocol. */
const isListed = (url: string): boolean => url.startsWith(`${apiPrefix}/`) || url.split('?', 1)[0] === mcpPath

/** Keeps a request to the API for the list of requests; one without a known key is of no organization. */
export function recordRequest(
  req: IncomingMessage & { originalUrl?: string },
  res: ServerResponse,
  { backend, ms, gone }: { backend: Backend; ms: number; gone: boolean },
): void {
  const state = stateOf(req)
  const grant = state.grant ?? state.rejectedGrant
  const { context } = backend
  if (grant === null || !isListed(req.originalUrl ?? req.url ?? '')) return
  context.requests.note({
    organizationId: grant.scope.organizationId,
    id: state.id,
    at: new Date(context.now().getTime() - ms),
    method: (req.method ?? '').slice(0, 20),
    path: pathOf(req, state),
    params: idsIn(state.params),
    operation: state.operation ?? state.tool ?? state.action,
    status: gone && !res.headersSent ? null : res.statusCode,
    code: state.code,
    problem: state.problem === null ? null : redactText(state.problem.slice(0, maxProblem)).replaceAll('\0', ''),
    keyId: grant.keyId,
    source: isFromDashboard(req) ? 'dashboard' : 'api',
    profileId: state.profileId ?? grant.scope.profileId,
    durationMs: ms,
    requestId: state.requestId,
    ip: callerAddress(req, backend) || null,
  })
}
