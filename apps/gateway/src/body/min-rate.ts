import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { MinRate } from '../backend.ts'

/**
 * Watches the rate at which a body arrives. After each period of `pace.everyMs` milliseconds in which fewer than
 * `pace.bytes` bytes were read from the socket, it calls `reject` with `invalid_request`, until the body is complete.
 * @returns a function that stops watching
 */
export function enforceMinRate(req: IncomingMessage, pace: MinRate, reject: (error: ServiceError) => void): () => void {
  const { socket } = req
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - before
    before = socket.bytesRead
    if (req.complete || arrived >= pace.bytes) return
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
