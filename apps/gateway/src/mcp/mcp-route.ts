import { randomUUIDv7 } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { limits } from '@carillon/domain'
import { asServiceError, loadOnce, type ServiceError } from '@carillon/errors'
import type { Endpoint, RequestBackend, ToolWrites } from '@carillon/mcp'
import type { Request, RequestHandler, Response } from 'express'
import { takeRequestOf } from '../authenticate.ts'
import type { Backend } from '../backend.ts'
import { readWholeBody } from '../body/whole-body.ts'
import { callerAddress } from '../connection/caller-address.ts'
import { onlyHeader } from '../only-header.ts'
import { RequestSignal } from '../request-signal.ts'
import { stateOf } from '../request-state.ts'
import type { Route } from '../route.ts'
import type { Grant } from '../service.ts'
import { compileCheck } from '../validate/validate.ts'
import { messageCount, requireExactMessages } from './batch.ts'
import { internalRequests } from './internal-requests.ts'
import { mcpPath } from './mcp-path.ts'
import { operationRequests } from './operation-requests.ts'
import { requireOwnPage } from './own-origin.ts'
import { serverDocumentRoute } from './server-document.ts'
import { sendWebResponse, webRequest } from './web-exchange.ts'

const bodyLimits = { maxBytes: limits.bodyBytes, maxMs: 10_000, what: 'body' } as const

type Module = typeof import('@carillon/mcp')

interface Loaded {
  module: Module
  endpoint: Endpoint
  send: ReturnType<typeof internalRequests>
}

/** Loads the MCP library, which takes tens of megabytes of memory, and compiles the schemas of the tools. */
async function load({ service, log }: Backend, app: RequestListener): Promise<Loaded> {
  const module = await import('@carillon/mcp')
  const onError = (err: Error) => log.debug({ err }, 'request of an MCP client was not served')
  function asError(thrown: unknown): ServiceError {
    const error = asServiceError(service.translateFailure(thrown))
    if (error.code === 'internal_error') log.error({ err: error.cause ?? error }, 'unexpected error')
    return error
  }
  const version = service.carillonVersion
  const endpoint = module.createEndpoint({ version, compile: compileCheck, asError, onError })
  return { module, endpoint, send: internalRequests(app) }
}

interface Exchange {
  req: Request
  res: Response
  backend: Backend
}

/** Authenticates a request by its API key; a dashboard session is not accepted. */
async function authenticateKey({ req, res, backend }: Exchange): Promise<Grant> {
  const { service, context } = backend
  const grant = await service.authenticate(context, onlyHeader(req, 'authorization'), callerAddress(req, backend))
  await takeRequestOf(grant, { req, res, backend })
  return grant
}

/**
 * Reads the body of a request. Each message of a batch after the first counts as another request against the rate
 * limits.
 */
async function readMessages({ req, res, backend }: Exchange, grant: Grant): Promise<Buffer> {
  const memory = backend.keyedMemory.open(grant.scope.organizationId)
  const body = await readWholeBody(req, res, { ...backend, ...bodyLimits, memory })
  requireExactMessages(body)
  for (let more = messageCount(body) - 1; more > 0; more--) await takeRequestOf(grant, { req, res, backend })
  return body
}

function toolWrites({ service, context }: Backend, { keyId }: Grant): ToolWrites {
  const named = (requestId: string) => ({ keyId, requestId })
  return {
    keepChecked: ({ requestId, ...write }) => service.keepChecked(context, named(requestId), write),
    name: ({ requestId, ...write }) => service.nameToolWrite(context, named(requestId), write),
    read: (requestId) => service.readToolWrite(context, named(requestId)),
    claim: (requestId) => service.claimWrite(context, named(requestId)),
    release: (requestId, claimedUntil) => service.releaseWrite(context, named(requestId), claimedUntil),
    dropChecked: (requestId) => service.dropChecked(context, named(requestId)),
  }
}

function serve(backend: Backend): RequestHandler {
  let loaded: (() => Promise<Loaded>) | undefined
  return async (req, res) => {
    try {
      requireOwnPage(req, backend)
      const grant = await authenticateKey({ req, res, backend })
      loaded ??= loadOnce(() => load(backend, req.app))
      const { module, endpoint, send } = await loaded()
      const url = new URL(req.url, backend.publicUrl)
      const view = module.readView(url.searchParams)
      const body = await readMessages({ req, res, backend }, grant)
      const { signal } = new RequestSignal(res, backend.closing)
      const tools: RequestBackend = {
        scopes: grant.scopes,
        call: operationRequests(req, { send, signal }),
        writes: toolWrites(backend, grant),
        newRequestId: randomUUIDv7,
        noteTool(name) {
          stateOf(req).tool = name
        },
        signal,
      }
      const request = webRequest(req, { url: url.href, body, signal })
      const counting = { unread: backend.unread, owner: grant.scope.organizationId }
      await sendWebResponse(res, await endpoint.serve({ request, backend: tools, view }), counting)
    } catch (thrown) {
      // Only rejections for reasons of access have an entry of their own; those of tools are their operations'.
      if ([401, 403].includes(asServiceError(thrown).status)) stateOf(req).action = 'mcp'
      throw thrown
    }
  }
}

/** Returns the routes of the MCP endpoint and of its entry for registries; empty if the settings turn MCP off. */
export function mcpRoutes({ context }: Backend): readonly Route[] {
  return context.config.mcp ? [{ path: mcpPath, post: serve }, serverDocumentRoute] : []
}
