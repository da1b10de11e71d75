import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { Backend } from '../backend.ts'
import type { BodyMemory } from '../connection/body-memory.ts'
import { sendContinue } from './expect-continue.ts'
import { enforceMinRate } from './min-rate.ts'

export interface WholeBodyLimits {
  maxBytes: number
  /** Milliseconds within which the body has to arrive. */
  maxMs: number
  /** The name of the body in error messages, such as `form`. */
  what: string
  /** The memory that the body takes up, of which `reserve` is called with the bytes that have arrived. */
  memory: BodyMemory
}

function invalid(message: string, status?: 413): ServiceError {
  return new ServiceError('invalid_request', message, status && { status })
}

/**
 * Collects the whole body. The rest of a rejected body is discarded after the response. Returns a function that
 * releases what was collected, to be called once the result is known.
 */
function collect(
  req: IncomingMessage,
  { memory, maxBytes, tooLarge }: Pick<WholeBodyLimits, 'memory' | 'maxBytes'> & { tooLarge: () => ServiceError },
  { resolve, reject }: Pick<PromiseWithResolvers<Buffer>, 'resolve' | 'reject'>,
): () => void {
  let chunks: Buffer[] = []
  let received = 0
  let isWhole = false
  const take = (chunk: Buffer) => {
    received += chunk.length
    if (received > maxBytes) return reject(tooLarge())
    try {
      memory.reserve(received)
      chunks.push(chunk)
    } catch (error) {
      reject(error)
    }
  }
  req.on('data', take)
  req.once('end', () => {
    isWhole = true
    resolve(Buffer.concat(chunks))
  })
  req.once('close', () => {
    if (!isWhole) reject(invalid('The request ended before it was complete.'))
  })
  return () => {
    req.off('data', take)
    memory.release()
    chunks = []
  }
}

/**
 * Reads a body of at most `maxBytes` bytes into memory.
 * @throws ServiceError `invalid_request`: 413 for a body that is too large, 400 for one that is truncated or arrives
 *   too slowly; `temporarily_unavailable` while other large bodies take up the memory for them; the reason of `closing`
 *   if it aborts
 */
export async function readWholeBody(
  req: IncomingMessage,
  res: ServerResponse,
  { pace, closing, ...limits }: Pick<Backend, 'pace' | 'closing'> & WholeBodyLimits,
): Promise<Buffer> {
  const { maxBytes, maxMs, what, memory } = limits
  const tooLarge = () => invalid(`The ${what} is too large: at most ${maxBytes} bytes are taken.`, 413)
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const body = Promise.withResolvers<Buffer>()
  const stop = () => body.reject(closing.reason)
  const late = () => body.reject(invalid(`The ${what} arrives too slowly: it took more than ${maxMs / 1000} s.`))
  const stopWatching = enforceMinRate(req, pace, body.reject)
  const timer = setTimeout(late, maxMs)
  closing.addEventListener('abort', stop, { once: true })
  if (closing.aborted) stop()
  const release = collect(req, { memory, maxBytes, tooLarge }, body)
  try {
    sendContinue(req, res)
    return await body.promise
  } finally {
    release()
    stopWatching()
    clearTimeout(timer)
    closing.removeEventListener('abort', stop)
  }
}
