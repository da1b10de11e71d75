import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { Pace } from '../backend.ts'

/**
 * Rejects a body that arrives slower than the pace, by what the socket has read.
 *
 * @returns a function that stops watching
 */
export function watchPace(req: IncomingMessage, pace: Pace, reject: (error: ServiceError) => void): () => void {
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
        `The body arrives too slowly: ${arrived} bytes in ${seconds} s, at least ${pace.bytes} are expected.`,
      ),
    )
  }, pace.everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
