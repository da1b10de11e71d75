// A collector of OpenTelemetry that takes spans and keeps their number.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endOn, handleCommands } from './asks.ts'

let spans = 0
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString())
    for (const { scopeSpans } of resourceSpans) for (const { spans: some } of scopeSpans) spans += some.length
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
server.listen(0, '127.0.0.1', 511, () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
})
handleCommands({ spans: () => spans })
endOn(async () => server.closeAllConnections())
