import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '@carillon/errors'
import type { Logger } from '@carillon/log'
import type { Express } from 'express'
import { createApp } from './app.ts'
import type { Backend, Pace } from './backend.ts'
import { noteExpectation } from './body/expect-continue.ts'
import { createMetrics } from './public/metrics.ts'
import { refuseRaw } from './raw-refusal.ts'
import { type Context, service as carillon, type Service } from './service.ts'

export interface GatewayOptions {
  /** Other functions in the place of the service's own, for tests. */
  service?: Service
  log: Logger
  host: string
  /** 0 for any free one. */
  port: number
  publicUrl: string
  maxBodyBytes?: number | null
  deadlineMs?: number
  pace?: Pace
  /** Milliseconds that requests in flight get when the gateway is closed. */
  graceMs?: number
}

export interface Gateway {
  app: Express
  server: Server
  /** Answers the address on which it listens. */
  listen(): Promise<string>
  /** Not ready any more, takes no new connections, finishes what is in flight. The context stays open. */
  close(): Promise<void>
}

const usualPace: Pace = { bytes: 64 * 1024 * 30, everyMs: 30_000 }

/** Answers what cannot be parsed, unless an answer is already on its way on that socket. */
function refuseUnreadable(server: Server): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  server.on('request', (req: IncomingMessage, res: ServerResponse) => answers.set(req.socket, res))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answers.get(socket)
    const answering = answer?.headersSent && !answer.writableFinished
    if (!socket.writable || answering || error.code === 'ECONNRESET') socket.destroy()
    else refuseRaw(socket, error.code)
  })
}

function makeServer(app: Express): Server {
  const timeouts = { headersTimeout: 15_000, requestTimeout: 30 * 60_000, keepAliveTimeout: 65_000 }
  // A missing Host is refused by the app, since Node's own refusal has neither id nor envelope.
  const server = createServer({ ...timeouts, requireHostHeader: false }, app)
  const withExpectation = (req: IncomingMessage, res: ServerResponse) => {
    noteExpectation(req)
    server.emit('request', req, res)
  }
  server.on('checkContinue', withExpectation)
  // 417 is for those who cannot meet an expectation; one that means nothing here is as good as none.
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res))
  refuseUnreadable(server)
  return server
}

/** Answers that are not out yet. */
function trackAnswers(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>()
  server.on('request', (_req: IncomingMessage, res: ServerResponse) => {
    open.add(res)
    res.once('close', () => open.delete(res))
  })
  return open
}

/** How long in ms answers may take that were asked for at the end of the grace. */
const lastWordMs = 1_500

/** Requests in flight get their grace, then a moment to say how far they came; an upload is refused, to be sent elsewhere. */
async function endAfter(graceMs: number, { server, closing, signal }: EndOptions): Promise<void> {
  try {
    await sleep(graceMs, undefined, { signal })
    const message = 'This gateway is closing, and the request could not be finished in time; send it again.'
    closing.abort(new ServiceError('temporarily_unavailable', message, { retryAfter: 1 }))
    await sleep(lastWordMs, undefined, { signal })
    server.closeAllConnections()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

interface EndOptions {
  server: Server
  closing: AbortController
  /** Aborts when all have ended by themselves. */
  signal: AbortSignal
}

interface CloseOptions {
  open: ReadonlySet<ServerResponse>
  closing: AbortController
  graceMs: number
}

async function closeServer(server: Server, { open, closing, graceMs }: CloseOptions): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  for (const res of open) {
    if (!res.headersSent) res.setHeader('Connection', 'close')
    res.once('finish', () => setImmediate(() => server.closeIdleConnections()))
  }
  const over = new AbortController()
  const ending = endAfter(graceMs, { server, closing, signal: over.signal })
  await closed
  over.abort()
  await ending
}

/** The gateway over a context, ready to listen; usable within a process of tests. */
export function createGateway(context: Context, options: GatewayOptions): Gateway {
  const {
    service = carillon,
    log,
    publicUrl,
    maxBodyBytes = null,
    deadlineMs = 120_000,
    pace = usualPace,
    graceMs = 25_000,
  } = options
  const closing = new AbortController()
  const { signal } = closing
  const backend: Backend = { context, service, log, publicUrl, maxBodyBytes, deadlineMs, pace, closing: signal }
  let stopping = false
  const app = createApp(backend, { metrics: createMetrics(), isStopping: () => stopping })
  const server = makeServer(app)
  const open = trackAnswers(server)
  return {
    app,
    server,
    async listen() {
      server.listen(options.port, options.host)
      await once(server, 'listening')
      const { address, family, port } = server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
    },
    close() {
      stopping = true
      return closeServer(server, { open, closing, graceMs })
    },
  }
}
