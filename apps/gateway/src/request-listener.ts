import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { inRequest } from '@carillon/log'
import type { Backend } from './backend.ts'
import type { OperationHandler } from './bind.ts'
import { drainRejectedBody } from './drain-body.ts'
import { respondToFailure } from './error-handler.ts'
import { operationTable } from './operations.ts'
import type { Metrics } from './public/metrics.ts'
import { observeRequest } from './request-log.ts'
import { stateOf } from './request-state.ts'
import type { Found } from './route-table.ts'
import { rejectMethod, requireHost } from './routes.ts'
import { securityHeadersOf } from './security-headers.ts'

/** The path of a request's address, as it was sent; of an absolute one, too. */
function pathOf({ url = '' }: IncomingMessage): string {
  if (!url.startsWith('/')) return URL.parse(url)?.pathname ?? url
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  backend: Backend
}

async function serve({ req, res, backend }: Exchange, { methods, params }: Found<OperationHandler>): Promise<void> {
  try {
    requireHost(req)
    const handler = methods.get(req.method === 'HEAD' ? 'GET' : (req.method ?? ''))
    if (handler === undefined) rejectMethod(req, res, { methods: methods.keys() })
    await handler(req, res, params)
  } catch (thrown) {
    respondToFailure(thrown, { req, res, backend })
  }
}

/**
 * Serves the operations of the contract by a look-up in their table, and all other requests by `others`. The headers
 * that all operations share are serialized once.
 */
export function createRequestListener(
  backend: Backend,
  { metrics, others }: { metrics: Metrics; others: RequestListener },
): RequestListener {
  const find = operationTable(backend)
  const shared = [...securityHeadersOf('api', backend).flat(), 'Cache-Control', 'no-store']
  return (req, res) => {
    const state = stateOf(req)
    const found = find(pathOf(req))
    if (found === null) return inRequest(state.requestId, () => others(req, res))
    state.route = found.path
    state.headers = [...shared, 'X-Request-Id', state.requestId]
    observeRequest(req, res, { backend, metrics })
    drainRejectedBody(req, res)
    inRequest(state.requestId, () => serve({ req, res, backend }, found)).catch((error: unknown) => {
      backend.log.error({ requestId: state.requestId, err: error }, 'no response was sent')
      res.destroy()
    })
  }
}
