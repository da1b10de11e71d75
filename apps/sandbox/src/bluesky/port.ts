import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { listen } from '../listen.ts'

/** A port that is taken before it is known what listens there. */
export interface Port {
  url: string
  serve(listener: RequestListener): void
  close(): Promise<void>
}

/** Listens on a port of `host`, or on a free one if it is in use. Requests wait until it is given a handler. */
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
