import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A free port that is taken before it is known who answers there. */
export interface Port {
  url: string
  answerWith(listener: RequestListener): void
  close(): Promise<void>
}

/** Listens on a free port of `host`; answers 503 until it is told what to answer with. */
export async function openPort(host: string, first?: RequestListener): Promise<Port> {
  let answer: RequestListener = first ?? ((_request, response) => void response.writeHead(503).end())
  const server = createServer((request, response) => answer(request, response))
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    answerWith(listener) {
      answer = listener
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
