import type { RequestHandler } from 'express'

/** How long in ms a caller may go on sending a body that was refused, so that it gets to read the refusal. */
const lingerMs = 5_000

/** An answer that came before its request's body was read: the rest is thrown away for a while, then the socket goes. */
export const lingerAfterRefusal: RequestHandler = (req, res, next) => {
  res.once('finish', () => {
    if (req.complete) return
    req.resume()
    const timer = setTimeout(() => {
      if (!req.complete) req.socket.destroy()
    }, lingerMs)
    timer.unref()
  })
  next()
}
