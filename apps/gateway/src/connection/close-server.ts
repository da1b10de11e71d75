import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '@carillon/errors'
import type { OpenConnections } from './open-connections.ts'

/** Milliseconds that requests have for a final response after the grace period. */
const finalMs = 1_500

/**
 * Gives requests in flight a grace period of `graceMs` milliseconds. Then it aborts them, which gives them 1.5 s to
 * send an error that tells the client to retry, and closes all connections.
 */
async function endAfter(graceMs: number, { server, closing, signal }: EndOptions): Promise<void> {
  try {
    await sleep(graceMs, undefined, { signal })
    const message = 'This gateway is closing, and the request could not be finished in time; send it again.'
    closing.abort(new ServiceError('temporarily_unavailable', message, { retryAfter: 1 }))
    await sleep(finalMs, undefined, { signal })
    server.closeAllConnections()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

interface EndOptions {
  server: Server
  closing: AbortController
  /** Aborts when all requests have ended before the grace period was over. */
  signal: AbortSignal
}

export interface CloseOptions {
  open: OpenConnections
  /** Aborted by `closeServer` when the grace period has passed, with the error for the requests in flight. */
  closing: AbortController
  /** Milliseconds for which new requests are still served, so that proxies learn to use another gateway; 0 for none. */
  drainMs: number
  /** Aborts when a proxy has read that the gateway is not ready. */
  notReadySeen: AbortSignal
  /** Milliseconds that requests in flight have to end, less the time by which the drain exceeded `drainMs`. */
  graceMs: number
}

/** The maximum duration in ms of a drain while proxies do not check readiness or continue to send requests. */
const maxDrainMs = 15_000
/** Proxies are assumed to have left if no request arrives during this number of polls at this interval in ms. */
const idle = { polls: 20, everyMs: 100 }
/** Paths that monitoring and proxies request at intervals, also while the gateway closes. */
export const watchedPaths: ReadonlySet<string | undefined> = new Set(['/readyz', '/healthz', '/metrics'])

/** Resolves when a proxy has read that the gateway is not ready and no request has arrived for a while. */
async function proxiesHaveLeft(
  server: Server,
  { notReadySeen, signal }: { notReadySeen: AbortSignal; signal: AbortSignal },
): Promise<void> {
  if (!notReadySeen.aborted) await once(notReadySeen, 'abort', { signal })
  let polls = 0
  const note = ({ url }: IncomingMessage) => {
    if (!watchedPaths.has(url)) polls = 0
  }
  server.on('request', note)
  try {
    // Polls are counted instead of time: while a busy machine suspends the process, no request can arrive.
    for (; polls < idle.polls; polls++) await sleep(idle.everyMs, undefined, { signal })
  } finally {
    server.off('request', note)
  }
}

/** Serves new requests during the drain, and longer while proxies have not noticed it. */
async function drain(server: Server, { drainMs, notReadySeen }: CloseOptions): Promise<void> {
  if (drainMs === 0) return
  const signal = AbortSignal.timeout(Math.max(drainMs, maxDrainMs))
  const leaving = proxiesHaveLeft(server, { notReadySeen, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  await Promise.all([sleep(drainMs), leaving])
}

/** Closes each connection after its current or next response. */
function endWithResponses(server: Server, open: OpenConnections): void {
  const end = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close')
  }
  for (const res of open.responses()) end(res)
  server.prependListener('request', (_req: IncomingMessage, res: ServerResponse) => end(res))
}

/**
 * The maximum number of turns of the event loop in which waiting connections are accepted: about the number of
 * connections that an operating system keeps in its accept queue.
 */
const maxTurns = 600

/** The maximum duration in ms of a turn after which no more connections are expected to be waiting. */
const maxTurnMs = 1
/** How long in ms connections are given for their first request, and the interval in ms at which this is polled. */
const firstRequest = { maxMs: 1_000, everyMs: 5 }

/**
 * Accepts connections that are waiting, and reads requests on idle and on new connections. Closing the server would
 * reset the former, and close the latter without a response.
 */
async function readArrived(server: Server, open: OpenConnections): Promise<void> {
  let arrived = 0
  const count = () => {
    arrived += 1
  }
  server.on('connection', count)
  const lastAt = performance.now() + firstRequest.maxMs
  for (let turn = 0, quiet = 0; quiet < 2 && turn < maxTurns; turn++) {
    arrived = 0
    const began = performance.now()
    const isAwaited = open.hasUnused() && began < lastAt
    await (isAwaited ? sleep(firstRequest.everyMs) : nextTurn())
    const isQuiet = !isAwaited && arrived === 0 && performance.now() - began < maxTurnMs
    quiet = isQuiet ? quiet + 1 : 0
  }
  server.off('connection', count)
}

/**
 * Closes a server without losing a request. First, unless `drainMs` is 0, it still serves new requests, but closes each
 * connection after its request: for at least `drainMs`, then up to 15 s in all, until proxies have read that it is not
 * ready and send no requests any more. Then it stops listening and finishes the requests in flight. After `graceMs` it
 * aborts the rest with `temporarily_unavailable`, and 1.5 s later closes all connections. Resolves when the server is
 * closed, at once if it does not listen.
 */
export async function closeServer(server: Server, options: CloseOptions): Promise<void> {
  const { open, closing, drainMs, graceMs } = options
  if (!server.listening) return
  endWithResponses(server, open)
  const began = performance.now()
  await drain(server, options)
  await readArrived(server, open)
  const moreMs = performance.now() - began - drainMs
  const closed = once(server, 'close')
  server.close()
  const closeIdle = () => setImmediate(() => server.closeIdleConnections())
  for (const res of open.responses()) res.once('finish', closeIdle)
  const over = new AbortController()
  const ending = endAfter(graceMs - moreMs, { server, closing, signal: over.signal })
  await closed
  over.abort()
  await ending
}
