import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Context, readiness } from '@carillon/service'
import type { Metrics } from './metrics.ts'

/**
 * The phase of a worker process: `starting` until it is ready, `stopping` from the first SIGTERM, SIGINT, SIGHUP or
 * `disconnect`.
 */
export type Phase = 'starting' | 'working' | 'stopping'

export interface Health {
  url: string
  close(): Promise<void>
}

interface Page {
  status: number
  type: string
  body: string | Buffer
}

function json(status: number, value: unknown): Page {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

interface Parts {
  metrics: Metrics
  phase(): Phase
  /** Whether the worker takes jobs from the queue. */
  isWorking(): boolean
}

function makePages(context: Context, { metrics, phase, isWorking }: Parts): Record<string, () => Promise<Page> | Page> {
  return {
    '/healthz': () => json(200, { status: 'ok' }),
    async '/readyz'() {
      const state = await readiness(context)
      const now = phase()
      const queue = isWorking()
      const ready = state.database && state.migrations && now === 'working' && queue
      return json(ready ? 200 : 503, { status: ready ? 'ready' : 'unavailable', ...state, queue, phase: now })
    },
    async '/metrics'() {
      return { status: 200, type: metrics.contentType, body: await metrics.read() }
    },
  }
}

function send(res: ServerResponse, { status, type, body }: Page): void {
  res.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  res.end(body)
}

/**
 * Serves the worker's health checks and metrics on a port of its own. `/healthz` is always 200. `/readyz` is 200 while
 * the worker takes jobs and the database is migrated and accepts writes; otherwise, and when the worker is stopping,
 * 503. `/metrics` is for Prometheus. Resolves when it listens; rejects if it cannot.
 */
export async function listenForHealth(context: Context, parts: Parts & { port: number }): Promise<Health> {
  const pages = makePages(context, parts)

  async function respond(req: IncomingMessage): Promise<Page> {
    const path = (req.url ?? '').replace(/\?.*$/s, '')
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    if (!page) return json(404, { error: `There are ${Object.keys(pages).join(', ')}.` })
    if (req.method !== 'GET' && req.method !== 'HEAD') return json(405, { error: 'Only GET is available here.' })
    return page()
  }

  const server = createServer({ headersTimeout: 15_000, requestTimeout: 15_000 }, (req, res) => {
    respond(req).then(
      (page) => send(res, page),
      (error: unknown) => {
        context.log.error({ err: error }, 'unexpected error')
        send(res, json(500, { error: 'This failed unexpectedly; the log says why.' }))
      },
    )
  })
  server.listen(parts.port, context.config.worker.host)
  await once(server, 'listening')
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the server listens on no port')
  const { address, family, port } = at
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
