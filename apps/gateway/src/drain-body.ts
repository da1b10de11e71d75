import type { IncomingMessage, ServerResponse } from 'node:http'

/** Milliseconds for which a client may continue to send a rejected body, so that it can read the response. */
const drainMs = 5_000

/**
 * Discards the rest of a body that was not read when the response has been sent, so that the client can read the
 * response. Closes the socket if the body has not ended five seconds later. If the connection closes before the body
 * has ended, the request is destroyed: Node.js does not report this to readers of the body after its response, and the
 * files that they write would stay open. Call it when the request begins.
 */
export function drainRejectedBody(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (req.complete) return
    req.resume()
    const { socket } = req
    const destroy = () => req.destroy()
    socket.once('close', destroy)
    req.once('end', () => socket.off('close', destroy))
    const timer = setTimeout(() => {
      if (!req.complete) socket.destroy()
    }, drainMs)
    timer.unref()
  })
}
