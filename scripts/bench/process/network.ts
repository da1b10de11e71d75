// A network whose responses are delayed.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageOfPosts } from '../fake-network.ts'
import { endOn } from './asks.ts'

/** As far away as most networks are. */
const latencyMs = 50

const server = createServer((req, res) => {
  const body = JSON.stringify(pageOfPosts(req.url?.split('/').at(-1) ?? '', 5))
  setTimeout(() => res.setHeader('content-type', 'application/json').end(body), latencyMs)
})
server.listen(0, '127.0.0.1', 511, () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
})
endOn(async () => server.closeAllConnections())
