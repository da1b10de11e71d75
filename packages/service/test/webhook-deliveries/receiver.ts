import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** A request as a receiver got it. */
interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  url: string
  received: Received[]
  /** Resolves with the requests once there are as many. */
  until(count: number): Promise<Received[]>
  close(): Promise<void>
}

export type Respond = (request: Received, response: ServerResponse, number: number) => void

/** A server on loopback that keeps what it gets; it responds with 204 unless told otherwise. */
export async function startReceiver(respond: Respond = (_request, response) => response.writeHead(204).end()) {
  const received: Received[] = []
  let changed = Promise.withResolvers<void>()
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('error', () => undefined)
    incoming.on('end', () => {
      const { url: path = '', headers } = incoming
      const request = { path, headers, body: Buffer.concat(chunks).toString('utf8') }
      received.push(request)
      changed.resolve()
      changed = Promise.withResolvers()
      respond(request, response, received.length)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}`,
    received,
    async until(count) {
      while (received.length < count) await changed.promise
      return received
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return receiver
}
