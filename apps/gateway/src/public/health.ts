import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'

/** Alive: the process responds. */
export const healthz: RequestHandler = (_req, res) => {
  res.json({ status: 'ok' })
}

/** Milliseconds after which a database that has not responded counts as unreachable. */
const maxMs = 2_000

const unreachable = { database: false, migrations: false }

/** What the service says, or that it does not say anything in time. */
async function stateOf({ service, context, log }: Backend): Promise<typeof unreachable> {
  const late = Promise.withResolvers<typeof unreachable>()
  const timer = setTimeout(() => late.resolve(unreachable), maxMs)
  const state = service.readiness(context).catch((err: unknown) => {
    log.warn({ err }, 'readiness cannot be determined')
    return unreachable
  })
  return Promise.race([state, late.promise]).finally(() => clearTimeout(timer))
}

/** Ready: the database is reached, its migrations are current, and the process is not about to stop. */
export function readyz(backend: Backend, isStopping: () => boolean): RequestHandler {
  return async (_req, res) => {
    const state = await stateOf(backend)
    const stopping = isStopping()
    const ready = state.database && state.migrations && !stopping
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable', ...state, stopping })
  }
}
