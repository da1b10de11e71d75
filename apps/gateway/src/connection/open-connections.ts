import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The state of an open connection: the response in progress, `unused` before its first request, or `idle` between a
 * response and the next request.
 */
type State = ServerResponse | 'unused' | 'idle'

/** The open connections of a server. */
export interface OpenConnections {
  /**
   * Returns the response in progress on a connection, the newest if requests are pipelined; undefined if there is none.
   */
  responseOn(socket: Socket): ServerResponse | undefined
  /** Returns the responses in progress, at most one for each connection. */
  responses(): ServerResponse[]
  /** Returns whether there are connections on which no request has begun yet. */
  hasUnused(): boolean
}

/**
 * Tracks the open connections of a server.
 *
 * Nothing is added or deleted per request: in V8, a set that entries come into and leave all the time keeps deleted
 * entries, with everything that they refer to, until the next full collection. All requests would outlive many
 * collections of the young generation, which would take longer than the requests' own work.
 */
export function trackConnections(server: Server): OpenConnections {
  const states = new Map<Socket, State>()
  server.on('connection', (socket: Socket) => {
    states.set(socket, 'unused')
    socket.once('close', () => states.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    if (!states.has(socket)) return
    states.set(socket, res)
    res.once('close', () => states.get(socket) === res && states.set(socket, 'idle'))
  })
  const asResponse = (state: State | undefined) => (typeof state === 'string' ? undefined : state)
  return {
    responseOn: (socket) => asResponse(states.get(socket)),
    responses: () => [...states.values()].flatMap((state) => asResponse(state) ?? []),
    hasUnused: () => [...states.values()].some((state) => state === 'unused'),
  }
}
