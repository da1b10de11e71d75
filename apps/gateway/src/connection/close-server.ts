import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '@carillon/errors'

/** The responses of a server that have not been sent yet. */
export function trackResponses(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>()
  server.on('request', (_req: IncomingMessage, res: ServerResponse) => {
    open.add(res)
    res.once('close', () => open.delete(res))
  })
  return open
}

/** How long in ms responses may take after requests were told that the grace is over. */
const finalMs = 1_500

/** Requests in flight get their grace, then a moment to say how far they came; an upload is rejected, to be sent elsewhere. */
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
  /** Aborts when all have ended on their own. */
  signal: AbortSignal
}

export interface CloseOptions {
  open: ReadonlySet<ServerResponse>
  closing: AbortController
  /** Milliseconds in which new requests are still served, so that proxies learn to send them elsewhere; 0 for none. */
  drainMs: number
  /** Aborts when somebody has read that the gateway is not ready any more. */
  told: AbortSignal
  graceMs: number
}

/** How long in ms a drain takes at most where proxies do not ask for readiness, or go on sending requests. */
const maxDrainMs = 15_000
/** Proxies have learned that the gateway leaves when they have sent nothing for so many looks, this far apart in ms. */
const quiet = { looks: 20, everyMs: 100 }
/** Paths that those who watch a gateway ask for until it is gone. */
const watchedPaths: ReadonlySet<string | undefined> = new Set(['/readyz', '/healthz', '/metrics'])

/** Resolves once somebody has read that the gateway is not ready, and nobody has sent a request for a while. */
async function left(server: Server, { told, signal }: { told: AbortSignal; signal: AbortSignal }): Promise<void> {
  if (!told.aborted) await once(told, 'abort', { signal })
  let looks = 0
  const note = ({ url }: IncomingMessage) => {
    if (!watchedPaths.has(url)) looks = 0
  }
  server.on('request', note)
  try {
    // Looks are counted, not time: while a busy machine stops the process, nothing can arrive.
    for (; looks < quiet.looks; looks++) await sleep(quiet.everyMs, undefined, { signal })
  } finally {
    server.off('request', note)
  }
}

/** Serves new requests for a while, longer where a busy machine keeps proxies from learning. Returns the milliseconds more. */
async function drain(server: Server, { drainMs, told }: CloseOptions): Promise<number> {
  if (drainMs === 0) return 0
  const began = performance.now()
  const signal = AbortSignal.timeout(Math.max(drainMs, maxDrainMs))
  const leaving = left(server, { told, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  await Promise.all([sleep(drainMs), leaving])
  return performance.now() - began - drainMs
}

/** Lets connections end with the response that they carry. */
function endWithResponses(server: Server, open: ReadonlySet<ServerResponse>): void {
  const end = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close')
  }
  for (const res of open) end(res)
  server.prependListener('request', (_req: IncomingMessage, res: ServerResponse) => end(res))
}

/** As many as a system keeps connections waiting. */
const maxTurns = 600

/**
 * Reads what has arrived: connections that wait to be accepted, of which a turn of the event loop takes one, and requests
 * on idle connections. Closing the server would reset both.
 */
async function readArrived(server: Server): Promise<void> {
  let arrived = 0
  const count = () => {
    arrived += 1
  }
  server.on('connection', count)
  for (let turn = 0, quiet = 0; quiet < 2 && turn < maxTurns; turn++) {
    arrived = 0
    await nextTurn()
    quiet = arrived === 0 ? quiet + 1 : 0
  }
  server.off('connection', count)
}

/**
 * Closes a server without losing a request. During the drain it serves new requests and closes each connection after
 * its request. Then it stops listening and finishes requests in flight.
 */
export async function closeServer(server: Server, options: CloseOptions): Promise<void> {
  const { open, closing, graceMs } = options
  if (!server.listening) return
  endWithResponses(server, open)
  const moreMs = await drain(server, options)
  await readArrived(server)
  const closed = once(server, 'close')
  server.close()
  const closeIdle = () => setImmediate(() => server.closeIdleConnections())
  for (const res of open) res.once('finish', closeIdle)
  const over = new AbortController()
  const ending = endAfter(graceMs - moreMs, { server, closing, signal: over.signal })
  await closed
  over.abort()
  await ending
}
