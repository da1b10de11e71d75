import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { Backend } from '../backend.ts'
import { letBodyCome } from './expect-continue.ts'
import { watchPace } from './pace.ts'

export interface WholeBodyLimits {
  maxBytes: number
  /** Milliseconds after which a body that has not arrived is given up. */
  maxMs: number
  /** What is sent, for messages: the `form`. */
  what: string
}

function invalid(message: string, status?: 413): ServiceError {
  return new ServiceError('invalid_request', message, status && { status })
}

/** The whole body. Whatever is left of one that is rejected is thrown away with the response. */
function readAll(
  req: IncomingMessage,
  { signal, maxBytes, tooLarge }: { signal: AbortSignal; maxBytes: number; tooLarge: () => ServiceError },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let received = 0
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    req.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) reject(tooLarge())
      else chunks.push(chunk)
    })
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('close', () => reject(invalid('The request was cut off.')))
  })
}

/**
 * Reads a body that is small enough to be held in memory, as its bytes arrive.
 *
 * @throws ServiceError 413 for one that is too large, 400 for one that is cut off or arrives too slowly
 */
export async function readWholeBody(
  req: IncomingMessage,
  res: ServerResponse,
  { pace, closing, ...limits }: Pick<Backend, 'pace' | 'closing'> & WholeBodyLimits,
): Promise<Buffer> {
  const { maxBytes, maxMs, what } = limits
  const tooLarge = () => invalid(`The ${what} is too large: at most ${maxBytes} bytes are taken.`, 413)
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const ending = new AbortController()
  const stopWatching = watchPace(req, pace, (error) => ending.abort(error))
  const late = () => ending.abort(invalid(`The ${what} arrives too slowly: it took more than ${maxMs / 1000} s.`))
  const timer = setTimeout(late, maxMs)
  try {
    letBodyCome(req, res)
    return await readAll(req, { signal: AbortSignal.any([closing, ending.signal]), maxBytes, tooLarge })
  } finally {
    stopWatching()
    clearTimeout(timer)
  }
}
