import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long in ms a client may go on sending a body that was rejected, so that it gets to read the response. */
const drainMs = 5_000

/** Discards the rest of a body that was not read, for a limited time after the response, then closes the socket. */
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
