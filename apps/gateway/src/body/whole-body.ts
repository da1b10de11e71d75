import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { Backend } from '../backend.ts'
import { sendContinue } from './expect-continue.ts'
import { enforceMinRate } from './min-rate.ts'

export interface WholeBodyLimits {
  maxBytes: number
  /** Milliseconds within which the body has to arrive. */
  maxMs: number
  /** The name of the body in error messages, such as `form`. */
  what: string
}

function invalid(message: string, status?: 413): ServiceError {
  return new ServiceError('invalid_request', message, status && { status })
}

/** Collects the whole body. The rest of a rejected body is discarded after the response. */
function collect(
  req: IncomingMessage,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => ServiceError },
  { resolve, reject }: Pick<PromiseWithResolvers<Buffer>, 'resolve' | 'reject'>,
): void {
  const chunks: Buffer[] = []
  let received = 0
  let isWhole = false
  req.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > maxBytes) reject(tooLarge())
    else chunks.push(chunk)
  })
  req.once('end', () => {
    isWhole = true
    resolve(Buffer.concat(chunks))
  })
  req.once('close', () => {
    if (!isWhole) reject(invalid('The request ended before it was complete.'))
  })
}

/**
 * Reads a small body into memory.
 * @throws ServiceError `invalid_request`: 413 for a body that is too large, 400 for one that is truncated or arrives
 *   too slowly; the reason of `closing` if it aborts
 */
export async function readWholeBody(
  req: IncomingMessage,
  res: ServerResponse,
  { pace, closing, ...limits }: Pick<Backend, 'pace' | 'closing'> & WholeBodyLimits,
): Promise<Buffer> {
  const { maxBytes, maxMs, what } = limits
  const tooLarge = () => invalid(`The ${what} is too large: at most ${maxBytes} bytes are taken.`, 413)
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const body = Promise.withResolvers<Buffer>()
  const stop = () => body.reject(closing.reason)
  const late = () => body.reject(invalid(`The ${what} arrives too slowly: it took more than ${maxMs / 1000} s.`))
  const stopWatching = enforceMinRate(req, pace, body.reject)
  const timer = setTimeout(late, maxMs)
  closing.addEventListener('abort', stop, { once: true })
  if (closing.aborted) stop()
  try {
    sendContinue(req, res)
    collect(req, { maxBytes, tooLarge }, body)
    return await body.promise
  } finally {
    stopWatching()
    clearTimeout(timer)
    closing.removeEventListener('abort', stop)
  }
}
