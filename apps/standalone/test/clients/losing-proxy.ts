import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What becomes of a publish: it does not arrive, or its response does not. */
export type Loss = 'request' | 'response'

export interface LosingProxy {
  url: string
  /** What is lost of the next publishes, in order; all others pass. */
  lose(losses: readonly Loss[]): void
  /** How many publishes clients have sent. */
  publishes(): number
  close(): Promise<void>
}

/** A proxy in front of a gateway that loses publishes or their responses by closing the connection. */
export async function startLosingProxy(gatewayUrl: string): Promise<LosingProxy> {
  let losses: Loss[] = []
  let publishes = 0

  async function carry(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const isPublish = req.method === 'POST' && req.url === '/api/v1/posts'
    if (isPublish) publishes++
    const loss = isPublish ? losses.shift() : undefined
    const body = await buffer(req)
    if (loss === 'request') {
      req.socket.destroy()
      return
    }
    const { method = 'GET', headers } = req
    const onward = request(`${gatewayUrl}${req.url}`, { method, headers }, (response) => {
      if (loss === 'response') {
        response.resume()
        response.once('end', () => req.socket.destroy())
        return
      }
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
    })
    onward.once('error', () => req.socket.destroy())
    onward.end(body)
  }

  const server = createServer((req, res) => void carry(req, res))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose(next) {
      losses = [...next]
    },
    publishes: () => publishes,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
