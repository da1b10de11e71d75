import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { listen } from '../listen.ts'

/** A port that is already open before it is known which server will handle its requests. */
export interface Port {
  /** The URL, with the host name `localhost` whatever the host is. */
  url: string
  /** Sets the handler of all requests, also of those that wait. */
  serve(listener: RequestListener): void
  close(): Promise<void>
}

/**
 * Listens on a port of `host`, or on a free one if it is in use. Requests wait until `serve` sets the handler.
 * @param wanted the port; 0 for any free port
 */
export async function openPort(host: string, wanted = 0): Promise<Port> {
  const told = Promise.withResolvers<RequestListener>()
  let current: RequestListener = (request, response) => {
    told.promise.then(
      (listener) => listener(request, response),
      (error: Error) => response.destroy(error),
    )
  }
  const server = createServer((request, response) => current(request, response))
  const port = await listen(server, wanted, host)
  return {
    url: `http://localhost:${port}`,
    serve(listener) {
      current = listener
      told.resolve(listener)
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
