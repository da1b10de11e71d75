import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { Pace } from '../backend.ts'

/** Refuses a body that arrives slower than the pace, by what the socket has read; call the answer to stop watching. */
export function watchPace(req: IncomingMessage, pace: Pace, refuse: (error: ServiceError) => void): () => void {
  const { socket } = req
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - before
    before = socket.bytesRead
    if (req.complete || arrived >= pace.bytes) return
    const seconds = pace.everyMs / 1000
    refuse(
      new ServiceError(
        'invalid_request',
        `The body arrives too slowly: ${arrived} bytes in ${seconds} s, at least ${pace.bytes} are expected.`,
      ),
    )
  }, pace.everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
