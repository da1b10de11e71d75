// A receiver of webhooks that responds at once, or never under /hang, and notes how long ago each event happened.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { quantile } from '../measure.ts'
import { endOn, handleCommands, healthCommands } from './asks.ts'

/** What arrived since the last report, without what hangs. */
export interface Arrived {
  count: number
  /** Milliseconds from the change that an event reports to the first byte of its delivery. */
  p50: number
  p99: number
  /** Deliveries to endpoints that hang. */
  hanging: number
}

let delays: number[] = []
let hanging = 0

const server = createServer((request, response) => {
  const at = Date.now()
  if (request.url === '/hang') {
    hanging++
    request.resume()
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string }
    delays.push(at - Date.parse(timestamp))
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', 511, () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
})
handleCommands({
  ...healthCommands(),
  arrived(): Arrived {
    const report = { count: delays.length, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), hanging }
    delays = []
    hanging = 0
    return report
  },
})
endOn(async () => server.closeAllConnections())
