import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long in ms a client may go on sending a body that was rejected, so that it gets to read the response. */
const drainMs = 5_000

/** After a response to a request whose body was not read: the rest is discarded for a while, then the socket is closed. */
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
