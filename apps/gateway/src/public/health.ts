import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'

/** Liveness check: always responds 200 while the process responds. */
export const healthz: RequestHandler = (_req, res) => {
  res.json({ status: 'ok' })
}

/**
 * Readiness check: 200 if the database responds within two seconds and takes writes, its migrations are current, and
 * the gateway is not closing; otherwise 503.
 */
export function readyz({ service, context, log, isStopping }: Backend): RequestHandler {
  return async (_req, res) => {
    const state = await service.readiness(context).catch((err: unknown) => {
      log.warn({ err }, 'readiness cannot be determined')
      return { database: false, migrations: false }
    })
    const stopping = isStopping()
    const ready = state.database && state.migrations && !stopping
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable', ...state, stopping })
  }
}
