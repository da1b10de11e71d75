import { type Request, type Response, Router } from 'express'
import type { Network, SandboxContext } from '../network.ts'
import { type Backend, createBackend } from './backend.ts'
import { dispatch, reject } from './dispatch.ts'
import { endpointsAt } from './endpoints.ts'
import { createFaultResponses } from './faults.ts'
import { authorize } from './oauth/authorize.ts'
import { revoke, token } from './oauth/token.ts'
import { DEFAULT_OPTIONS, type XOptions, xApps } from './options.ts'
import { createPeople } from './people.ts'
import { seed } from './seed.ts'
import { showState } from './show-state.ts'
import { accountByHandle } from './state.ts'

type Handler = (backend: Backend, request: Request, response: Response) => Promise<void>

/** The handlers of the consent page, keyed by path. X's OpenAPI document has the second path. */
const PAGES: Record<string, Handler> = { '/i/oauth2/authorize': authorize, '/2/oauth2/authorize': authorize }

const TOKEN_CALLS: Record<string, { operation: string; handler: Handler }> = {
  '/2/oauth2/token': { operation: 'oauth.token', handler: token },
  '/2/oauth2/revoke': { operation: 'oauth.revoke', handler: revoke },
}

function operationOf({ path, method }: Request): string | undefined {
  if (Object.hasOwn(TOKEN_CALLS, path)) return TOKEN_CALLS[path]?.operation
  return endpointsAt(path).find(({ endpoint }) => endpoint.method === method)?.endpoint.operation
}

function handlerFor({ path, method }: Request): Handler {
  if (method === 'POST' && Object.hasOwn(TOKEN_CALLS, path)) return TOKEN_CALLS[path]?.handler ?? dispatch
  if ((method === 'GET' || method === 'POST') && Object.hasOwn(PAGES, path)) return PAGES[path] ?? dispatch
  return dispatch
}

/** Creates the simulated X (API v2, pay per use). */
export function x(context: SandboxContext, options: Partial<XOptions> = {}): Network {
  const backend = createBackend({ ...DEFAULT_OPTIONS, ...options }, context)
  seed(backend.state, context.now())
  const router = Router()
  router.use((request, response, next) => {
    handlerFor(request)(backend, request, response).catch((error: unknown) => {
      if (response.headersSent) next(error)
      else reject(response, error)
    })
  })
  return {
    name: 'x',
    router,
    operation: operationOf,
    sendFault: createFaultResponses(backend, operationOf),
    revokeTokens(handle) {
      const account = handle === undefined ? undefined : accountByHandle(backend.state, handle)
      if (handle === undefined || account !== undefined) backend.grants.revokeAll(account?.id)
    },
    state: () => showState(backend),
    records: { state: backend.state, grants: backend.grants, ledger: backend.ledger, limiter: backend.limiter },
    person: createPeople(backend),
    environment: {
      X_CLIENT_ID: xApps.confidential.clientId,
      X_CLIENT_SECRET: xApps.confidential.clientSecret ?? '',
      X_HOST_WEB: context.baseUrl,
      X_HOST_API: context.baseUrl,
    },
  }
}
