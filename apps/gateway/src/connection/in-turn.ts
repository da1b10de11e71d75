import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The maximum number of requests of a connection that wait for the response before them. */
const maxWaiting = 32

interface Turns {
  isBusy: boolean
  waiting: [IncomingMessage, ServerResponse][]
}

/**
 * Returns a listener that begins a request only when the response before it on the same connection has been sent.
 * Without it, Node begins all requests that arrive in one piece at once, and keeps their responses in memory: a client
 * that reads none of them could fill it with a few kilobytes. A connection with more than 32 waiting requests is
 * closed. Requests after the last response of a connection are not begun, as it can send no more.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const turns = new WeakMap<Socket, Turns>()

  function turnsOf(socket: Socket): Turns {
    const known = turns.get(socket)
    if (known !== undefined) return known
    const made: Turns = { isBusy: false, waiting: [] }
    turns.set(socket, made)
    return made
  }

  function begin(own: Turns, req: IncomingMessage, res: ServerResponse): void {
    own.isBusy = true
    res.once('close', () => {
      own.isBusy = false
      const next = own.waiting.shift()
      if (next !== undefined && req.socket.writable) begin(own, ...next)
    })
    listener(req, res)
  }

  return (req, res) => {
    const { socket } = req
    // After the last response of a connection, further requests are still read from the piece in which they arrived.
    if (!socket.writable) return
    const own = turnsOf(socket)
    if (!own.isBusy) begin(own, req, res)
    else if (own.waiting.length < maxWaiting) own.waiting.push([req, res])
    else {
      own.waiting = []
      socket.destroy()
    }
  }
}
