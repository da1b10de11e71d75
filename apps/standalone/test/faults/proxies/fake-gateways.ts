import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A gateway that counts the requests which it receives. */
export interface FakeGateway {
  address: string
  /** How often each request arrived, by its path. */
  arrived: Map<string, number>
  isReady: boolean
  /** How often `/readyz` was read while it was not ready. */
  unreadyReads: number
  /** What becomes of a POST; a response if null. */
  ending: ((req: IncomingMessage) => void) | null
  /** Rejects connections from now on. */
  stop(): Promise<void>
}

/** Reads the body and responds. */
function respond(req: IncomingMessage, res: ServerResponse, status: number): void {
  req.resume().once('end', () => res.writeHead(status).end('{}'))
}

export async function startFakeGateway(): Promise<FakeGateway> {
  const server = createServer((req, res) => {
    if (req.url === '/readyz') {
      if (!gateway.isReady) gateway.unreadyReads++
      return respond(req, res, gateway.isReady ? 200 : 503)
    }
    gateway.arrived.set(req.url ?? '', (gateway.arrived.get(req.url ?? '') ?? 0) + 1)
    if (gateway.ending && req.method === 'POST') return gateway.ending(req)
    respond(req, res, 200)
  })
  const gateway: FakeGateway = {
    address: '',
    arrived: new Map(),
    isReady: true,
    unreadyReads: 0,
    ending: null,
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  gateway.address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return gateway
}
