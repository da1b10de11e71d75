import type { IncomingMessage, ServerResponse } from 'node:http'

/** Milliseconds for which a client may go on sending a rejected body, so that it can read the response. */
const drainMs = 5_000

/**
 * Discards the rest of a body that was not read when the response has been sent, so that the client can read the
 * response. Closes the socket if the body has not ended five seconds later. Call it when the request begins.
 */
export function drainRejectedBody(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (req.complete) return
    req.resume()
    const timer = setTimeout(() => {
      if (!req.complete) req.socket.destroy()
    }, drainMs)
    timer.unref()
  })
}
