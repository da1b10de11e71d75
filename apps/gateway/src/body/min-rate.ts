import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { MinRate } from '../backend.ts'

/** Returns the error for a body whose arrived bytes have been waiting for a whole period to be processed. */
const notStored = () =>
  new ServiceError('temporarily_unavailable', 'The body could not be stored in time. Send it again.', { retryAfter: 1 })

/**
 * Watches the rate at which a body arrives. After each period of `pace.everyMs` milliseconds in which fewer than
 * `pace.bytes` bytes were read from the socket, it calls `reject`, until the body is complete: with `invalid_request`,
 * or with `temporarily_unavailable` if bytes have arrived that wait to be processed, as the client is not at fault
 * then.
 * @returns a function that stops watching
 */
export function enforceMinRate(req: IncomingMessage, pace: MinRate, reject: (error: ServiceError) => void): () => void {
  const { socket } = req
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - before
    before = socket.bytesRead
    if (req.complete || arrived >= pace.bytes) return
    if (req.readableLength > 0) {
      reject(notStored())
      return
    }
    const seconds = pace.everyMs / 1000
    reject(
      new ServiceError(
        'invalid_request',
        `The body arrived too slowly: ${arrived} bytes in ${seconds} s; send at least ${pace.bytes} bytes in this time.`,
      ),
    )
  }, pace.everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
