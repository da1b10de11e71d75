import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Backend } from './backend.ts'
import type { Metrics } from './public/metrics.ts'
import { type RequestState, stateOf } from './request-state.ts'

function levelOf(status: number): 'info' | 'warn' {
  return status >= 500 ? 'warn' : 'info'
}

function writeLine(
  { log }: Backend,
  req: Request,
  end: { state: RequestState; status: number; seconds: number; gone: boolean },
) {
  const { state, status, seconds, gone } = end
  log[levelOf(status)](
    {
      method: req.method,
      route: state.route,
      ...(state.operation !== null && { operation: state.operation }),
      status,
      durationMs: Math.round(seconds * 1000),
      requestId: state.requestId,
      organizationId: state.grant?.scope.organizationId,
      keyId: state.grant?.keyId,
      ...(state.code !== null && { code: state.code }),
      ...(gone && { outcome: 'gone' }),
    },
    'request',
  )
}

/** Names each request, and once it is over writes one line and one measurement of it. */
export function observeRequests(backend: Backend, metrics: Metrics): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const state = stateOf(req)
    res.setHeader('X-Request-Id', state.requestId)
    res.once('close', () => {
      const seconds = (performance.now() - state.startedAt) / 1000
      const gone = !res.writableFinished
      writeLine(backend, req, { state, status: res.statusCode, seconds, gone })
      metrics.observe({ operation: state.route, status: gone ? 'gone' : String(res.statusCode), seconds })
    })
    next()
  }
}
